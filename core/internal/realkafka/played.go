package realkafka

import (
	"encoding/json"
	"slices"
	"strings"

	"highwater/core/internal/result"
)

// played is a run of the model: what it was told, and what happened.
type played struct {
	script playedScript
	events []result.Line
}

// carrier is the event that a time of the summary comes from: the last one at that instant of which is holds, else the
// last one before; nil if there is none.
func (p *played) carrier(t float64, is func(*result.Line) bool) *result.Line {
	for i := len(p.events) - 1; i >= 0; i-- {
		if e := &p.events[i]; e.T <= t && is(e) {
			return e
		}
	}
	return nil
}

// cause is the event that led to e; nil for a root.
func (p *played) cause(e *result.Line) *result.Line {
	if e == nil || e.Cause == nil {
		return nil
	}
	return &p.events[*e.Cause]
}

// playedScript is what the time allowances depend on.
type playedScript struct {
	Cluster struct {
		Config map[string]any
		Topics []struct {
			Name       string
			Partitions []struct {
				Replicas []int
				Leader   int // 0: the first of the replicas
			}
		}
	}
	Steps []playedStep
}

// playedStep is one step; of its verbs only those that matter here are taken apart.
type playedStep struct {
	At         float64
	Kill       *onBroker
	PowerOff   *onBroker `json:"power-off"`
	Stop       *onBroker
	Start      *onBroker
	Freeze     *onBroker
	Thaw       *onBroker
	FetchDelay *struct {
		Broker, Ms float64
	} `json:"fetch-delay"`
	Link *struct {
		From, To  any      // a broker's number, or the name of another node
		LatencyMs *float64 `json:"latency.ms"` // nil: the step is about something else
		Up        *bool    // nil: the same
	}
}

type onBroker struct {
	Broker int
	Node   string // "controller", in place of a broker
}

// parsePlayedScript reads the script and puts its steps in the order in which the model numbers them.
func parsePlayedScript(text []byte) (s playedScript, err error) {
	err = json.Unmarshal(text, &s)
	slices.SortStableFunc(s.Steps, func(a, b playedStep) int { return int(a.At*1000) - int(b.At*1000) })
	return s, err
}

// config is a numeric configuration of the cluster.
func (s *playedScript) config(key string, otherwise float64) float64 {
	if v, ok := s.Cluster.Config[key].(float64); ok {
		return v
	}
	return otherwise
}

// errorName is the result's name of an error that the Java client reports by its class.
func errorName(class string) []string {
	if names, ok := classNames[class]; ok {
		return names
	}
	var name strings.Builder
	for i, r := range strings.TrimSuffix(class, "Exception") {
		if i > 0 && r >= 'A' && r <= 'Z' && class != strings.ToUpper(class) {
			name.WriteByte('_')
		}
		name.WriteRune(r)
	}
	return []string{strings.ToUpper(name.String())}
}

// classNames has the classes that stand for several errors, or whose name is spelled otherwise than the error's.
var classNames = map[string][]string{
	"TimeoutException":            {"DELIVERY_TIMEOUT", "REQUEST_TIMED_OUT", "BUFFER_EXHAUSTED"},
	"BufferExhaustedException":    {"BUFFER_EXHAUSTED"},
	"NetworkException":            {"NETWORK_EXCEPTION"},
	"RecordTooLargeException":     {"RECORD_TOO_LARGE", "MESSAGE_TOO_LARGE"},
	"OutOfOrderSequenceException": {"OUT_OF_ORDER_SEQUENCE_NUMBER"},
	"UnknownServerException":      {"UNKNOWN_SERVER_ERROR"},
	"KafkaException":              {"PRODUCER_CLOSED"},
}
