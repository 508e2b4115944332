package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// errTraces says that a module's table of functions is not as Go 1.26 writes it.
var errTraces = errors.New("the module's table of functions cannot be read: package slim has to follow Go's symtab.go")

// pcHeader is how the table of functions begins: the magic number of internal/abi.CurrentPCLnTabMagic, padding, the
// smallest instruction and the size of a pointer in WebAssembly.
var pcHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Where things lie in the table, bytes from its header (runtime.pcHeader), in a function's entry (runtime._func), and
// in the description of the module (runtime.moduledata). Entries of the kinds of pcdata and funcdata are numbered in
// internal/abi/symtab.go.
const (
	headerFunctions, headerNames, headerUnits, headerFiles, headerTables, headerEntries = 8, 32, 40, 48, 56, 64

	entryFrame, entryFile, entryLine, entryPCData, entryUnit, entryFirstLine = 16, 20, 24, 28, 32, 36
	entryFuncData, entryData                                                 = 43, 44

	moduleFuncData = 320

	absent = 0xffffffff
)

// tracePCData and traceFuncData are the kinds that only traces ask for, and the preemption of threads, of which a
// browser's module has one: unsafe points, calls that were inlined, arguments and whether they are alive.
var (
	tracePCData   = []int{0, inlinedCalls, 3}
	traceFuncData = []int{inlinedCallsData, argumentsData, 6}
)

const (
	inlinedCalls     = 2  // of pcdata: the number of the innermost call
	inlinedCallsData = 3  // of funcdata: all of them, by number
	inlinedCallSize  = 16 // of runtime.inlinedCall
	argumentsData    = 5
	argumentsEnd     = 0xff
)

// withoutTraces takes out of a module's memory what Go keeps in order to name files, lines and inlined calls in the
// trace of an error: a seventh of the module on the wire. A trace names the functions still. What the collector and the
// stack need, how large a frame is and where pointers are in it, stays as it is.
//
// The places stay, too, with zeros in them: nothing moves, and zeros weigh nothing.
func withoutTraces(memory []segment) error {
	for _, s := range memory {
		at := bytes.Index(s.content, pcHeader)
		if at < 0 {
			continue
		}
		t := functionTable{memory: s.content, header: at}
		return t.strip(s.address)
	}
	return errTraces
}

// functionTable is the table of a module's functions in its memory.
type functionTable struct {
	memory     []byte
	header     int // index of its header
	tables     int // index of the tables of program counters
	tablesEnd  int
	funcData   int // index of what entries of funcdata count from
	needed     map[int]bool
	disposable map[int]int // lengths, by index
}

func (t *functionTable) u32(at int) uint32    { return binary.LittleEndian.Uint32(t.memory[at:]) }
func (t *functionTable) put(at int, v uint32) { binary.LittleEndian.PutUint32(t.memory[at:], v) }
func (t *functionTable) word(at int) int      { return int(binary.LittleEndian.Uint64(t.memory[at:])) }
func (t *functionTable) part(offset int) int  { return t.header + t.word(t.header+offset) }
func (t *functionTable) inside(at, size int) bool {
	return at >= 0 && size >= 0 && at <= len(t.memory)-size
}

// strip does what withoutTraces says, in the segment that begins at an address.
func (t *functionTable) strip(address uint64) error {
	if !t.inside(t.header, headerEntries+8) {
		return errTraces
	}
	units, files, entries := t.part(headerUnits), t.part(headerFiles), t.part(headerEntries)
	count := t.word(t.header + headerFunctions)
	t.tables, t.tablesEnd = t.part(headerTables), entries
	inOrder := slices.IsSorted([]int{t.header, units, files, t.tables, entries, len(t.memory)})
	module := t.findModule(address)
	if !inOrder || count < 1 || !t.inside(entries, 8*count) || module < 0 {
		return errTraces
	}
	t.funcData = t.word(module+moduleFuncData) - int(address)
	t.needed, t.disposable = map[int]bool{}, map[int]int{}
	for i := range count {
		entry := entries + int(t.u32(entries+8*i+4))
		if !t.inside(entry, entryData) || !t.stripEntry(entry) {
			return errTraces
		}
	}
	for at, size := range t.disposable {
		if t.needed[at] {
			continue // the linker writes equal things once
		}
		if !t.inside(at, size) {
			return errTraces
		}
		clear(t.memory[at : at+size])
	}
	clear(t.memory[units:t.tables])
	return nil
}

// findModule returns where the description of the module begins: with the address of the table, and that of the names
// in it; -1: nowhere.
func (t *functionTable) findModule(address uint64) int {
	begin := binary.LittleEndian.AppendUint64(nil, address+uint64(t.header))
	begin = binary.LittleEndian.AppendUint64(begin, address+uint64(t.part(headerNames)))
	at := bytes.Index(t.memory, begin)
	if at < 0 || !t.inside(at, moduleFuncData+8) {
		return -1
	}
	return at
}

// stripEntry takes the file, the lines and what else is for traces out of one function's entry, notes what that leaves
// over and what is still needed, and reports whether the entry is as expected.
func (t *functionTable) stripEntry(entry int) bool {
	kinds, funcs := int(t.u32(entry+entryPCData)), int(t.memory[entry+entryFuncData])
	pcData, funcData := entry+entryData, entry+entryData+4*kinds
	if kinds > 16 || funcs > 16 || !t.inside(pcData, 4*(kinds+funcs)) {
		return false
	}
	calls := 0
	if kinds > inlinedCalls {
		calls = t.largest(int(t.u32(pcData+4*inlinedCalls))) + 1
	}
	drop := []int{entry + entryFile, entry + entryLine}
	t.needTable(entry + entryFrame)
	for kind := range kinds {
		if slices.Contains(tracePCData, kind) {
			drop = append(drop, pcData+4*kind)
		} else {
			t.needTable(pcData + 4*kind)
		}
	}
	for _, at := range drop {
		if offset := int(t.u32(at)); offset != 0 {
			t.disposable[t.tables+offset] = t.length(offset)
		}
		t.put(at, 0)
	}
	t.put(entry+entryUnit, absent)
	t.put(entry+entryFirstLine, 0)
	for kind := range funcs {
		t.stripFuncData(kind, funcData+4*kind, calls)
	}
	return true
}

// needTable notes that the table is needed whose offset stands at an index.
func (t *functionTable) needTable(at int) {
	if offset := int(t.u32(at)); offset != 0 {
		t.needed[t.tables+offset] = true
	}
}

// stripFuncData does the same with one entry of funcdata, at an index, of a function with so many inlined calls.
func (t *functionTable) stripFuncData(kind, at, calls int) {
	if t.u32(at) == absent {
		return
	}
	start := t.funcData + int(t.u32(at))
	if !slices.Contains(traceFuncData, kind) {
		t.needed[start] = true
		return
	}
	size := 0
	switch kind {
	case inlinedCallsData:
		size = calls * inlinedCallSize
	case argumentsData:
		size = bytes.IndexByte(t.memory[min(start, len(t.memory)):], argumentsEnd) + 1
	}
	t.disposable[start] = max(size, t.disposable[start])
	t.put(at, absent)
}

// length returns how many bytes a table of program counters has: pairs of how a value changes and for how long, up to a
// change of 0 that is not the first.
func (t *functionTable) length(offset int) int {
	size, _ := t.walk(offset)
	return size
}

// largest returns the largest value in a table; -1 for none.
func (t *functionTable) largest(offset int) int {
	if offset == 0 {
		return -1
	}
	_, value := t.walk(offset)
	return value
}

// walk reads a table and returns its length and its largest value.
func (t *functionTable) walk(offset int) (size, largest int) {
	largest = -1
	r := wasmReader{rest: t.memory[min(t.tables+offset, t.tablesEnd):t.tablesEnd]}
	before := len(r.rest)
	value := -1
	for first := true; !r.failed; first = false {
		change := r.unsigned()
		if change == 0 && !first {
			break
		}
		value += int(change>>1) ^ -int(change&1) // zigzag: the sign is bit 0
		largest = max(largest, value)
		r.unsigned()
	}
	return before - len(r.rest), largest
}
