package script

import "highwater/core/internal/encode"

// member is one member of a script's text: its name, and its value as it was written.
type member struct{ name, text string }

// AppendText appends a script as JSON, such that Parse reads the same: in the words that it was read from, with the
// steps that it has now, in the order in which they happen.
func AppendText(b []byte, s *Script) []byte {
	w := encode.Writer{B: b}
	w.Open('{')
	for _, m := range s.members {
		w.Key(m.name)
		switch m.name {
		case "steps":
			w.B = s.appendSteps(w.B)
		case "until":
			w.B = s.Until.AppendMs(w.B)
		default:
			w.B = append(w.B, m.text...)
		}
	}
	w.Close('}')
	return w.B
}

func (s *Script) appendSteps(b []byte) []byte {
	b = append(b, '[')
	for i := range s.Steps {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '\n')
		b = append(b, s.Steps[i].text...)
	}
	return append(b, ']')
}

// timed returns the text of a step without a time, v, as one that happens at an instant.
func (v value) timed(at []byte) string {
	return `{"at": ` + string(at) + ", " + v.Source()[1:]
}
