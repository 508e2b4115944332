package encode

import (
	"unsafe"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Struct describes how the values of one struct type are written. core/cmd/contract makes such tables out of the
// structs of the contract: one loop that reads tables takes less of the module than a function for each struct.
type Struct struct {
	Size   uintptr
	Fields []Field
}

// Field describes one member of a struct: a field of the type that Form says, at Offset.
type Field struct {
	Name   string
	Offset uint16
	Form   Form
	Absent Absence
	When   func(struct_ unsafe.Pointer) bool // nil: always, as far as Absent allows
	Words  *[]string                         // of a Word
	Of     *Struct                           // of a List or an Object
}

// Form is the type of a field and the way in which it is written.
type Form uint8

// The forms, with the Go type of the field.
const (
	Int16     Form = iota // int16
	Int32                 // int32
	Int64                 // int64 or int
	Bool                  // bool
	String                // string
	Time                  // vtime.Time: in ms
	Set                   // protocol.BrokerSet: an array of ids
	Error                 // protocol.Error: its name
	Acks                  // protocol.Acks: as scripts write it
	Word                  // a uint8 that counts Words
	Partition             // int32, the index of a partition: the members topic and partition
	Topic                 // int32, the index of a topic: its name
	Producer              // int32, the index of a producer: its id
	Consumer              // int32, the index of a consumer: its id
	Records               // []protocol.Record: their number
	List                  // a slice of structs
	Object                // a struct
	Errors                // []protocol.Error: their names
	Int32s                // []int32
	Int64s                // []int64
	Strings               // []string
)

// An int is read as an Int64: this does not compile where it is shorter.
const _ = unsafe.Sizeof(0) - 8

// Absence is when a member is left out.
type Absence uint8

const (
	// Never: it is always there.
	Never Absence = iota
	// WhenZero: it is left out when it is the type's zero value.
	WhenZero
	// WhenNegative: it is left out when it is below zero.
	WhenNegative
)

// none is the index that stands for no partition, topic, producer or consumer: it leaves the member out.
const none = -1

// Names resolves indices in the order of the script to the words of the script.
type Names interface {
	// Topic returns the topic's name and the partition's number in it.
	Topic(partition int32) (string, int)
	// TopicName returns the name of a topic.
	TopicName(topic int32) string
	// Producer returns the id of a producer of the script.
	Producer(index int32) string
	// Consumer returns the id of a consumer of the script.
	Consumer(index int32) string
}

// Members writes the members of the struct at p, which of describes.
func (w *Writer) Members(of *Struct, p unsafe.Pointer, names Names) {
	for i := range of.Fields {
		f := &of.Fields[i]
		if f.When == nil || f.When(p) {
			w.member(f, unsafe.Add(p, f.Offset), names)
		}
	}
}

func (w *Writer) member(f *Field, p unsafe.Pointer, names Names) {
	switch f.Form {
	case String:
		if s := *(*string)(p); f.Absent != WhenZero || s != "" {
			w.String(f.Name, s)
		}
	case Set:
		w.Set(f.Name, *(*protocol.BrokerSet)(p))
	case Records:
		w.Int(f.Name, int64(len(*(*[]protocol.Record)(p))))
	case List:
		w.structs(f, p, names)
	case Object:
		w.Object(f.Name)
		w.Members(f.Of, p, names)
		w.Close('}')
	case Errors, Int32s, Int64s, Strings:
		w.Array(f.Name)
		w.values(f.Form, p)
		w.Close(']')
	default:
		v := f.number(p)
		if f.Absent == WhenZero && v == 0 || f.Absent == WhenNegative && v < 0 {
			return
		}
		w.scalar(f, v, names)
	}
}

// values writes the elements of a list.
func (w *Writer) values(form Form, p unsafe.Pointer) {
	switch form {
	case Errors:
		for _, v := range *(*[]protocol.Error)(p) {
			w.StringValue(v.String())
		}
	case Int32s:
		for _, v := range *(*[]int32)(p) {
			w.IntValue(int64(v))
		}
	case Int64s:
		for _, v := range *(*[]int64)(p) {
			w.IntValue(v)
		}
	default:
		for _, v := range *(*[]string)(p) {
			w.StringValue(v)
		}
	}
}

// structs writes a list of structs.
func (w *Writer) structs(f *Field, p unsafe.Pointer, names Names) {
	w.Array(f.Name)
	list := *(*[]struct{})(p) // of whatever: it has the length, and where the elements are
	first := unsafe.Pointer(unsafe.SliceData(list))
	for i := range list {
		w.Open('{')
		w.Members(f.Of, unsafe.Add(first, uintptr(i)*f.Of.Size), names)
		w.Close('}')
	}
	w.Close(']')
}

// number returns a field of one of the forms that are numbers in the end.
func (f *Field) number(p unsafe.Pointer) int64 {
	switch f.Form {
	case Int64, Time:
		return *(*int64)(p)
	case Int16, Error, Acks:
		return int64(*(*int16)(p))
	case Bool, Word:
		return int64(*(*uint8)(p))
	}
	return int64(*(*int32)(p))
}

// scalar writes a member that is a number in the end.
func (w *Writer) scalar(f *Field, v int64, names Names) {
	index := int32(v)
	switch f.Form {
	case Int16, Int32, Int64:
		w.Int(f.Name, v)
	case Time:
		w.Time(f.Name, vtime.Time(v))
	case Bool:
		w.Bool(f.Name, v != 0)
	case Error:
		w.String(f.Name, protocol.Error(v).String())
	case Acks:
		w.String(f.Name, protocol.Acks(v).String())
	case Word:
		w.String(f.Name, (*f.Words)[v])
	default:
		if index == none {
			return
		}
		switch f.Form {
		case Partition:
			topic, number := names.Topic(index)
			w.String("topic", topic)
			w.Int("partition", int64(number))
		case Topic:
			w.String(f.Name, names.TopicName(index))
		case Producer:
			w.String(f.Name, names.Producer(index))
		case Consumer:
			w.String(f.Name, names.Consumer(index))
		}
	}
}
