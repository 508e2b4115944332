package wire

import (
	"os"
	"path/filepath"
	"slices"
)

// ReadLog returns the records of a partition's folder, in order. A log that nobody has written is empty.
func ReadLog(folder string) ([]Record, error) {
	segments, err := filepath.Glob(filepath.Join(folder, "*.log"))
	if err != nil {
		return nil, err
	}
	slices.Sort(segments)
	records := []Record{}
	for _, segment := range segments {
		b, err := os.ReadFile(segment)
		if err != nil {
			return nil, err
		}
		for _, batch := range parse(b) {
			records = append(records, batch.records...)
		}
	}
	return records, nil
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
