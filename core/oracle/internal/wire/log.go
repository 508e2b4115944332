package wire

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Log is a replica's log: what is deleted is not in it.
type Log struct {
	Start, End int64 // the offset of its first record, and that of the next to be appended
	Records    []Record
}

// ReadLog returns the log of a partition's folder. A log that nobody has written is empty.
func ReadLog(folder string) (*Log, error) {
	segments, err := filepath.Glob(filepath.Join(folder, "*.log"))
	if err != nil {
		return nil, err
	}
	slices.Sort(segments)
	log := &Log{Records: []Record{}}
	if len(segments) > 0 {
		first := strings.TrimSuffix(filepath.Base(segments[0]), ".log") // A segment is named by its first offset.
		if log.Start, err = strconv.ParseInt(first, 10, 64); err != nil {
			return nil, err
		}
	}
	checkpoint, err := os.ReadFile(filepath.Join(filepath.Dir(folder), "log-start-offset-checkpoint"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	log.Start = max(log.Start, checkpointed(string(checkpoint), filepath.Base(folder)))
	log.End = log.Start
	for _, segment := range segments {
		b, err := os.ReadFile(segment)
		if err != nil {
			return nil, err
		}
		for _, batch := range parse(b) {
			for _, record := range batch.records {
				log.End = max(log.End, record.Offset+1)
				if record.Offset >= log.Start {
					log.Records = append(log.Records, record)
				}
			}
		}
	}
	return log, nil
}

// checkpointed returns the offset that a checkpoint file has for a partition, whose folder has the name given; 0 if it
// has none. Its lines are a version, a number of lines, and so many of a topic, a partition and an offset.
func checkpointed(text, partition string) int64 {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[0]+"-"+fields[1] != partition {
			continue
		}
		if offset, err := strconv.ParseInt(fields[2], 10, 64); err == nil {
			return offset
		}
	}
	return 0
}

// LoseTail removes the last n records of a log whose broker is down, all for n < 0, as a machine without power may lose
// them: by whole batches, since a batch that is cut is dropped at recovery. Indexes and snapshots go with them; the
// broker makes them anew.
func LoseTail(folder string, n int) error {
	segments, err := filepath.Glob(filepath.Join(folder, "*.log"))
	if err != nil || len(segments) != 1 {
		return err
	}
	b, err := os.ReadFile(segments[0])
	if err != nil {
		return err
	}
	batches := parse(b)
	end := 0
	if len(batches) > 0 {
		end = batches[len(batches)-1].end
	}
	for _, batch := range slices.Backward(batches) {
		if n == 0 {
			break
		}
		end = batch.start
		if n > 0 {
			n -= min(n, len(batch.records))
		}
	}
	for _, pattern := range []string{"*.index", "*.timeindex", "*.snapshot"} {
		made, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		for _, file := range made {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return os.Truncate(segments[0], int64(end))
}
