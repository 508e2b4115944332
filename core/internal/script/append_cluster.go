package script

import "highwater/core/internal/protocol"

// Verb is "kill".
func (Kill) Verb() string { return "kill" }

// AppendJSON appends the arguments.
func (a Kill) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "stop".
func (Stop) Verb() string { return "stop" }

// AppendJSON appends the arguments.
func (a Stop) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "start".
func (Start) Verb() string { return "start" }

// AppendJSON appends the arguments.
func (a Start) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "freeze".
func (Freeze) Verb() string { return "freeze" }

// AppendJSON appends the arguments.
func (a Freeze) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "thaw".
func (Thaw) Verb() string { return "thaw" }

// AppendJSON appends the arguments.
func (a Thaw) AppendJSON(b []byte, _ *Script) []byte { return brokerOnly(b, a.Broker) }

// Verb is "power-off".
func (PowerOff) Verb() string { return "power-off" }

// AppendJSON appends the arguments.
func (a PowerOff) AppendJSON(b []byte, _ *Script) []byte {
	return arguments(b, func(w *writer) {
		w.int("broker", int64(a.Broker))
		if a.Lose < 0 {
			w.string("lose", "all")
		} else {
			w.int("lose", a.Lose)
		}
	})
}

// Verb is "link".
func (Link) Verb() string { return "link" }

// AppendJSON appends the arguments.
func (a Link) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.end("from", a.From, s)
		w.end("to", a.To, s)
		if a.Latency >= 0 {
			w.ms("latency.ms", a.Latency)
		}
		if a.Up != Unset {
			w.bool("up", a.Up == Yes)
		}
	})
}

// end appends an end of a link.
func (w *writer) end(name string, id protocol.NodeID, s *Script) {
	switch {
	case id == 0:
		w.string(name, controllerID)
	case id < s.firstClient():
		w.int(name, int64(id))
	default:
		w.string(name, s.clientOf(id))
	}
}

// Verb is "set".
func (Set) Verb() string { return "set" }

// AppendJSON appends the arguments.
func (a Set) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		if a.Topic >= 0 {
			w.string("topic", s.Cluster.Topics[a.Topic].Name)
		}
		if a.Broker != 0 {
			w.int("broker", int64(a.Broker))
		}
		if a.Producer >= 0 {
			w.string("producer", s.Producers[a.Producer].ID)
		}
		w.key("config")
		w.open()
		if a.MinISR > 0 {
			w.int(minISRKey, int64(a.MinISR))
		}
		if a.Unclean != Unset {
			w.bool(uncleanKey, a.Unclean == Yes)
		}
		switch {
		case a.MaxMessageBytes < 0:
		case a.Topic >= 0:
			w.int(topicMaxKey, a.MaxMessageBytes)
		default:
			w.int(brokerMaxKey, a.MaxMessageBytes)
		}
		if a.Cleanup != 0 {
			w.string(policyKey, a.Cleanup.String())
		}
		if a.ByteRate > 0 {
			w.int(byteRateKey, a.ByteRate)
		}
		w.close()
	})
}

// Verb is "isr".
func (SetISR) Verb() string { return "isr" }

// AppendJSON appends the arguments.
func (a SetISR) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.whole(s, a.Partition)
		w.set("members", a.Members)
	})
}

// Verb is "elect".
func (Elect) Verb() string { return "elect" }

// AppendJSON appends the arguments.
func (a Elect) AppendJSON(b []byte, s *Script) []byte {
	return arguments(b, func(w *writer) {
		w.whole(s, a.Partition)
		kind := preferredElection
		if a.Unclean {
			kind = uncleanElection
		}
		w.string("type", kind)
	})
}
