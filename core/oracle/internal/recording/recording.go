// Package recording makes one recording out of what several runs of a script have shown. A fact in which all runs agree
// stands there plainly, a time as the range of what was seen, and where the runs differ, each of the values does: Kafka
// itself is not of one mind there. What a recording means is said where it is compared, in core/internal/realkafka.
package recording

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"highwater/core/oracle/internal/play"
)

// Merge returns the recording of a script with a name, as JSON.
func Merge(name string, scale float64, runs []*play.Summary) ([]byte, error) {
	facts := make([]any, len(runs))
	for i, run := range runs {
		text, err := json.Marshal(run)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &facts[i]); err != nil {
			return nil, err
		}
	}
	merged, _ := merge("", facts).(map[string]any)
	head := []member{{"script", name}, {"runs", float64(len(runs))}, {"scale", scale}}
	return append(object(append(head, members(merged)...), ""), '\n'), nil
}

// times are the members that hold a time.
var times = []string{"acknowledged", "committed", "failed", "answered", "received", "t", "sent", "enqueued"}

// merge makes one value out of those in the same place of every run; nil stands for a run that lacks it.
func merge(name string, values []any) any {
	if objects, are := all[map[string]any](values); are {
		merged := map[string]any{}
		for _, object := range objects {
			for name := range object {
				merged[name] = nil
			}
		}
		for name := range merged {
			each := make([]any, len(objects))
			for i, object := range objects {
				each[i] = object[name]
			}
			merged[name] = merge(name, each)
		}
		return merged
	}
	if lists, are := all[[]any](values); are && ofObjects(lists) {
		merged := make([]any, len(lists[0]))
		for i := range merged {
			each := make([]any, len(lists))
			for k, list := range lists {
				each[k] = list[i]
			}
			merged[i] = merge(name, each)
		}
		return merged
	}
	if seen, are := all[float64](values); are && slices.Contains(times, name) {
		return map[string]any{"from": slices.Min(seen), "to": slices.Max(seen)}
	}
	return alternatives(values)
}

// alternatives is a value, where all are the same, or all that differ.
func alternatives(values []any) any {
	var distinct []any
	for _, value := range values {
		if !slices.ContainsFunc(distinct, func(other any) bool { return reflect.DeepEqual(value, other) }) {
			distinct = append(distinct, value)
		}
	}
	if len(distinct) == 1 {
		return distinct[0]
	}
	return map[string]any{"varies": distinct}
}

// all returns the values as those of a type, which all of them must have.
func all[T any](values []any) (typed []T, are bool) {
	for _, value := range values {
		one, is := value.(T)
		if !is {
			return nil, false
		}
		typed = append(typed, one)
	}
	return typed, true
}

// ofObjects reports whether lists are equally long, and have objects in them.
func ofObjects(lists [][]any) bool {
	for _, list := range lists {
		if len(list) == 0 || len(list) != len(lists[0]) {
			return false
		}
	}
	_, is := lists[0][0].(map[string]any)
	return is
}

// member is a member of an object that has an order.
type member struct {
	name  string
	value any
}

func members(object map[string]any) (list []member) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		list = append(list, member{name, object[name]})
	}
	return list
}

// maxLine is how long a line may be before it is broken.
const maxLine = 150

// write writes JSON with one line for whatever fits on one, so that people can read it and a diff is small.
func write(value any, indent string) []byte {
	if line := oneLine(value); len(line)+len(indent) <= maxLine {
		return line
	}
	switch value := value.(type) {
	case map[string]any:
		return object(members(value), indent)
	case []any:
		lines := make([]string, len(value))
		for i, element := range value {
			lines[i] = indent + " " + string(write(element, indent+" "))
		}
		return []byte("[\n" + strings.Join(lines, ",\n") + "\n" + indent + "]")
	}
	return oneLine(value)
}

// object writes an object with a line or more for each member.
func object(members []member, indent string) []byte {
	lines := make([]string, len(members))
	for i, m := range members {
		lines[i] = indent + " " + string(oneLine(m.name)) + ": " + string(write(m.value, indent+" "))
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n" + indent + "}")
}

// oneLine writes JSON on a line, with a space behind colons and commas.
func oneLine(value any) []byte {
	switch value := value.(type) {
	case map[string]any:
		parts := make([]string, 0, len(value))
		for _, m := range members(value) {
			parts = append(parts, string(oneLine(m.name))+": "+string(oneLine(m.value)))
		}
		return []byte("{" + strings.Join(parts, ", ") + "}")
	case []any:
		parts := make([]string, len(value))
		for i, element := range value {
			parts[i] = string(oneLine(element))
		}
		return []byte("[" + strings.Join(parts, ", ") + "]")
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // It came out of JSON.
	}
	return bytes.TrimSpace(text.Bytes())
}
