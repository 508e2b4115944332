package event

import "strconv"

// Hash is the 64-bit FNV-1a of events' lines, which tells two runs apart.
type Hash uint64

// EmptyHash is the hash of no lines.
const EmptyHash Hash = 14695981039346656037

// Add returns the hash of the lines so far and one more.
func (h Hash) Add(line []byte) Hash {
	for _, c := range line {
		h = (h ^ Hash(c)) * 1099511628211
	}
	return h
}

// String returns all sixteen digits.
func (h Hash) String() string {
	digits := strconv.FormatUint(uint64(h), 16)
	return "0000000000000000"[len(digits):] + digits
}
