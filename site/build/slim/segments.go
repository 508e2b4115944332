// Package slim makes a module that Go has compiled smaller on the wire, without a change of what it does. It knows of
// WebAssembly how sections and segments of data are written, and of Go how its linker lays out the table of functions.
// It leaves the code as it is.
package slim

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// How data sections and their segments begin (WebAssembly Core Specification, 5.5.14).
const (
	wasmHeader  = 8 // magic number and version
	dataSection = 11
	i32Const    = 0x41
	endOfExpr   = 0x0b
)

// zeroGap is how many zeros between two segments are written out. Further apart, they stay two.
const zeroGap = 64 << 10

// errSegments says that a module is not as Go's linker writes them.
var errSegments = errors.New("the module's data cannot be read: package slim has to follow what Go's linker writes")

// segment is bytes that lie in a module's memory at its start. The rest of it is zero.
type segment struct {
	address uint64
	content []byte
}

// Module takes out of a module what only traces need (withoutTraces), and joins its data (joinSegments).
func Module(module []byte) ([]byte, error) { return joinSegments(module, withoutTraces) }

// joinSegments writes the zeros between a module's segments of data into it. Go's linker leaves them out, and so makes
// tens of thousands of segments of a few bytes, mostly of the table that finds the function of a program counter, which
// has sixteen almost equal rows a function. Zeros compress far better than counting addresses: 65 KB less on the wire,
// though the module itself grows by a seventh. What it does is the same. Before they are written, change may work on
// them.
func joinSegments(module []byte, change func([]segment) error) ([]byte, error) {
	if len(module) < wasmHeader {
		return nil, errSegments
	}
	out, r := module[:wasmHeader:wasmHeader], wasmReader{rest: module[wasmHeader:]}
	for len(r.rest) > 0 && !r.failed {
		id, body := r.byte(), r.bytes(r.unsigned())
		if id == dataSection {
			section := wasmReader{rest: body}
			all, apart := joined(section.segments())
			if section.failed || !apart || len(section.rest) > 0 {
				return nil, errSegments
			}
			if err := change(all); err != nil {
				return nil, err
			}
			body = appendSegments(nil, all)
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	if r.failed {
		return nil, errSegments
	}
	return out, nil
}

// wasmReader reads a module. Once something is amiss it has failed, and all it reads is zero.
type wasmReader struct {
	rest   []byte
	failed bool
}

func (r *wasmReader) bytes(n uint64) []byte {
	if r.failed || n > uint64(len(r.rest)) {
		r.rest, r.failed = nil, true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *wasmReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// unsigned reads a number in LEB128, which encoding/binary calls uvarint.
func (r *wasmReader) unsigned() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.bytes(uint64(max(n, 0)))
	r.failed = r.failed || n <= 0
	return v
}

// segments reads the data section. Addresses are signed in the file, but Go's programs do not reach so far that it
// shows.
func (r *wasmReader) segments() (all []segment) {
	for range r.unsigned() {
		kind, op := r.unsigned(), r.byte()
		address := r.unsigned()
		end, content := r.byte(), r.bytes(r.unsigned())
		if kind != 0 || op != i32Const || end != endOfExpr || address >= 1<<31 {
			r.failed = true
		}
		if r.failed {
			return nil
		}
		all = append(all, segment{address, content})
	}
	return all
}

// joined is the same memory in fewer segments, in order of their addresses; false: segments overlap. The linker's are
// not all in order, and zeros must not be written over what another segment has there.
func joined(segments []segment) ([]segment, bool) {
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var all []segment
	reach := uint64(0)
	for _, s := range segments {
		if s.address < reach {
			return nil, false
		}
		if len(all) > 0 && s.address-reach <= zeroGap {
			last := &all[len(all)-1]
			last.content = append(last.content, make([]byte, s.address-reach)...)
			last.content = append(last.content, s.content...)
		} else {
			all = append(all, segment{s.address, slices.Clone(s.content)})
		}
		reach = s.address + uint64(len(s.content))
	}
	return all, true
}

// appendSegments writes a data section.
func appendSegments(out []byte, segments []segment) []byte {
	out = binary.AppendUvarint(out, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, 0, i32Const)
		out = appendSigned(out, s.address)
		out = append(out, endOfExpr)
		out = binary.AppendUvarint(out, uint64(len(s.content)))
		out = append(out, s.content...)
	}
	return out
}

// appendSigned writes an address in signed LEB128, whose last byte has its sign in bit 6.
func appendSigned(out []byte, v uint64) []byte {
	for v >= 0x40 {
		out = append(out, byte(v)|0x80)
		v >>= 7
	}
	return append(out, byte(v))
}
