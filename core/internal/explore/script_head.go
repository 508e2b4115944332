package explore

import "strconv"

// head writes all of a script but its steps: the cluster, one partition, and the clients.
func (s *writer) head(title string) {
	w := &s.w
	w.Open('{')
	w.Int("version", 1)
	w.String("title", title)
	w.Object("cluster")
	w.Int("brokers", int64(s.c.Replicas))
	w.Object("config")
	w.Int("replica.lag.time.max.ms", longMs)
	w.Bool("auto.leader.rebalance.enable", false)
	w.Bool("unclean.leader.election.enable", s.c.Unclean)
	w.Close('}')
	w.Object("features")
	elr := int64(0)
	if s.c.ELR {
		elr = 1
	}
	w.Int("eligible.leader.replicas.version", elr)
	w.Close('}')
	w.Array("topics")
	w.Open('{')
	w.String("name", "payments")
	w.Object("config")
	w.Int("min.insync.replicas", int64(s.c.MinInSyncReplicas))
	w.Close('}')
	w.Array("partitions")
	w.Open('{')
	w.Set("replicas", s.c.all())
	w.Close('}')
	w.Close(']')
	w.Close('}')
	w.Close(']')
	w.Close('}')
	s.producers()
	w.Array("steps")
}

// producers writes a client for every record, for one whose request waits sends nothing else. It does not send again.
func (s *writer) producers() {
	w, n := &s.w, 0
	w.Array("producers")
	for _, a := range s.trace {
		if a.Kind != Produce {
			continue
		}
		n++
		w.Open('{')
		w.String("id", client(n))
		w.Object("config")
		w.String("acks", s.c.Acks.String())
		w.Bool("enable.idempotence", false)
		w.Int("retries", 0)
		w.Int("linger.ms", 0)
		w.Int("request.timeout.ms", longMs)
		w.Int("delivery.timeout.ms", longMs)
		w.Close('}')
		w.Close('}')
	}
	w.Close(']')
}

// client returns the name of the client that writes the n-th record.
func client(n int) string { return "writer-" + strconv.Itoa(n) }
