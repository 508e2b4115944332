package core

import (
	"slices"

	"highwater/core/internal/decode"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/latency"
	"highwater/core/internal/look"
	"highwater/core/internal/moment"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// Event is one happening in a run; see its package for the kinds and what each says.
type Event = event.Event

// Time is an instant of virtual time in microseconds, and a span of it.
type Time = vtime.Time

// Script is a checked script: a cluster, its clients, and what happens to them when.
type Script = script.Script

// State is what there is to see at one place of a run.
type State = look.State

// Moment is a range of a run's events that are told together.
type Moment = moment.Moment

// Error is what is wrong with a script or a step: where, what, and what to do about it.
type Error = script.Error

// Warning is what to know about a script's configuration that is right all the same: where, and what. Script.Warnings
// lists them.
type Warning = script.Warning

// Parse reads and checks a script, the JSON of the script format. The error is an *Error.
func Parse(text []byte) (Script, error) { return script.Parse(text) }

// MaxScriptBytes is how long a script's text may be.
const MaxScriptBytes = script.MaxScriptBytes

// AppendConfigs appends the list of configuration keys that scripts may set: their defaults, ranges and meaning, as
// text.
func AppendConfigs(b []byte) []byte { return script.AppendConfigs(b) }

// JSON writes JSON by hand, for callers that wrap what this package appends.
type JSON = encode.Writer

// Numbers reads a flat JSON object of numbers with at most three decimals, as the page's requests are: the names in it,
// each one of those given, and their values in thousandths. The error is an *Error that names the member.
func Numbers(text []byte, names ...string) (found []string, thousandths []int64, err error) {
	r := decode.NewReader(string(text))
	if t, err := r.Next(); err != nil || t.Kind != '{' {
		return nil, nil, &Error{Message: "must be an object of numbers"}
	}
	for {
		name, err := r.Next()
		if err == nil && name.Kind == '}' {
			if _, err := r.Next(); err != nil {
				return nil, nil, &Error{Message: "must be an object of numbers: unexpected text after it"}
			}
			return found, thousandths, nil
		}
		value, err2 := r.Next()
		if err != nil || err2 != nil {
			return nil, nil, &Error{Message: "must be an object of numbers: invalid JSON"}
		}
		n, fault := decode.Decimal(value.Text, 3)
		switch {
		case !slices.Contains(names, name.Text):
			return nil, nil, &Error{Message: "unknown field"}
		case slices.Contains(found, name.Text):
			return nil, nil, &Error{Path: name.Text, Message: "duplicate field"}
		case value.Kind != '0' || fault == decode.TooFine:
			return nil, nil, &Error{Path: name.Text, Message: "must be a number of at most three decimals"}
		case fault == decode.TooLarge:
			return nil, nil, &Error{Path: name.Text, Message: "is too large"}
		}
		found, thousandths = append(found, name.Text), append(thousandths, n)
	}
}

// Slack returns what a latency budget leaves after the wait in a batch, and the network and the brokers; below 0: it
// does not suffice.
func Slack(budget, batching, network Time) Time { return latency.Slack(budget, batching, network) }
