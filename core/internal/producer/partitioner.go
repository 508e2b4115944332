package producer

import "math"

// murmur2 returns the hash by which Kafka's clients choose a partition (Utils.murmur2).
func murmur2(key string) int32 {
	const (
		seed       uint32 = 0x9747b28c
		multiplier uint32 = 0x5bd1e995
		shift             = 24
	)
	hash := seed ^ uint32(len(key))
	for ; len(key) >= 4; key = key[4:] {
		k := uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16 | uint32(key[3])<<24
		k *= multiplier
		k ^= k >> shift
		k *= multiplier
		hash = hash*multiplier ^ k
	}
	if len(key) > 0 {
		for i := len(key) - 1; i >= 0; i-- {
			hash ^= uint32(key[i]) << (8 * i)
		}
		hash *= multiplier
	}
	hash ^= hash >> 13
	hash *= multiplier
	return int32(hash ^ hash>>15)
}

// partitionForKey returns the partition of a key among all partitions of a topic, whether they have a leader or not
// (BuiltInPartitioner.partitionForKey).
func partitionForKey(key string, partitions int32) int32 {
	return murmur2(key) & math.MaxInt32 % partitions
}

// sticky is where a topic's records without a partition go for now (BuiltInPartitioner).
type sticky struct {
	partition int32 // by number; -1: not chosen yet
	bytes     int64 // produced to it so far
	choice    int32 // counts the choices
	loads     []load
}

// load is a partition and its share in a draw, as the running sum of the shares up to it.
type load struct {
	partition, upTo int32
}

// loadsOf turns queue lengths into shares: the fuller a queue, the smaller its share
// (BuiltInPartitioner.updatePartitionLoadStats). complete means that no partition was left out. It is nothing when the
// queues give no reason to prefer one.
func loadsOf(partitions, queued []int32, complete bool) []load {
	if len(queued) == 0 || complete && len(queued) < 2 {
		return nil
	}
	longest, equal := queued[0], true
	for _, n := range queued[1:] {
		equal = equal && n == queued[0]
		longest = max(longest, n)
	}
	if equal && complete {
		return nil
	}
	loads := make([]load, len(queued))
	sum := int32(0)
	for i, n := range queued {
		sum += longest + 1 - n
		loads[i] = load{partitions[i], sum}
	}
	return loads
}

// pick returns the partition that a draw falls on: one of the loads, or else one of the partitions with a leader, or
// else, when there is none, one of all (BuiltInPartitioner.nextPartition). draw is from 0 to the largest int32.
func pick(draw int32, loads []load, led []int32, partitions int32) int32 {
	switch {
	case len(loads) > 0:
		at := draw % loads[len(loads)-1].upTo
		for _, l := range loads {
			if at < l.upTo {
				return l.partition
			}
		}
	case len(led) > 0:
		return led[int(draw)%len(led)]
	}
	return draw % partitions
}

// switches reports whether so many bytes to one partition are enough: the size of a batch, if none is being filled
// there, and twice that in any case (BuiltInPartitioner.updatePartitionInfo).
func switches(bytes, batchSize int64, full bool) bool {
	return bytes >= batchSize && full || bytes >= 2*batchSize
}
