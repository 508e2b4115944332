package why

import (
	"strconv"

	"highwater/core/internal/encode"
	"highwater/core/internal/look"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
)

// deeds lists the single steps that one could take at a model's place and that might let something go on that waits for
// some partitions, as steps of a script without a time: what heals first, what hurts last.
func deeds(m *look.Model, partitions []int32) []string {
	d := &lister{m: m}
	for _, p := range partitions {
		d.nodes |= protocol.SetOf(m.Replicas(p)...)
	}
	d.controller("start", !m.Controller().Alive())
	d.controller("thaw", m.Frozen(network.Controller))
	for id := range d.nodes.All() {
		d.broker("start", id)
		d.broker("thaw", id)
		d.broker("fetch-resume", id)
		d.delay(id)
	}
	d.links(true)
	for _, p := range partitions {
		d.isr(p)
		d.minimum(p)
	}
	for _, p := range partitions {
		d.election(p)
	}
	for id := range d.nodes.All() {
		d.broker("fetch-pause", id)
		d.broker("freeze", id)
		d.broker("stop", id)
		d.broker("kill", id)
	}
	d.links(false)
	return d.steps
}

// lister collects steps.
type lister struct {
	m     *look.Model
	nodes protocol.BrokerSet
	steps []string
}

// add adds a step; members writes its arguments.
func (d *lister) add(verb string, members func(w *encode.Writer)) {
	var w encode.Writer
	w.Open('{')
	w.Object(verb)
	members(&w)
	w.Close('}')
	w.Close('}')
	d.steps = append(d.steps, string(w.B))
}

func (d *lister) broker(verb string, id protocol.NodeID) {
	b := d.m.Broker(id)
	var changes bool
	switch verb {
	case "start":
		changes = !b.Alive()
	case "thaw":
		changes = d.m.Frozen(id)
	case "freeze":
		changes = b.Alive() && !d.m.Frozen(id)
	case "fetch-resume":
		changes = b.FetchesPaused()
	case "fetch-pause":
		changes = !b.FetchesPaused()
	case "stop":
		changes = b.Alive() && !b.Stopping()
	default:
		changes = b.Alive()
	}
	if changes {
		d.add(verb, func(w *encode.Writer) { w.Int("broker", int64(id)) })
	}
}

// controller takes a deed to the controller's process, where it changes something.
func (d *lister) controller(verb string, changes bool) {
	if changes {
		d.add(verb, func(w *encode.Writer) { w.String("node", "controller") })
	}
}

func (d *lister) delay(id protocol.NodeID) {
	for p := range d.m.Layout().Topic {
		if d.m.Broker(id).Fetching(int32(p)).Delay > 0 {
			d.add("fetch-delay", func(w *encode.Writer) {
				w.Int("broker", int64(id))
				w.Int("ms", 0)
			})
			return
		}
	}
}

// links takes every link between the nodes, and to and from the controller, up or down.
func (d *lister) links(up bool) {
	nodes := []protocol.NodeID{network.Controller}
	for id := range d.nodes.All() {
		nodes = append(nodes, id)
	}
	for _, from := range nodes {
		for _, to := range nodes {
			if from == to || d.m.Links().Down(from, to) != up {
				continue
			}
			d.add("link", func(w *encode.Writer) {
				node(w, "from", from)
				node(w, "to", to)
				w.Bool("up", up)
			})
		}
	}
}

func node(w *encode.Writer, name string, id protocol.NodeID) {
	if id == network.Controller {
		w.String(name, "controller")
		return
	}
	w.Int(name, int64(id))
}

// isr takes one member out of a partition's ISR, or puts back one that was taken out.
func (d *lister) isr(partition int32) {
	r := d.m.Controller().Registration(partition)
	in := protocol.SetOf(d.m.Replicas(partition)...).Without(r.HeldOut)
	for _, id := range d.m.Replicas(partition) {
		members := in.With(id)
		if in.Has(id) {
			members = in.Without(protocol.SetOf(id))
		}
		if id == r.Leader || members.Empty() {
			continue
		}
		d.add("isr", func(w *encode.Writer) {
			d.partition(w, partition)
			w.Set("members", members)
		})
	}
}

func (d *lister) partition(w *encode.Writer, partition int32) {
	topic, number := d.m.Topic(partition)
	w.String("topic", topic)
	w.Int("partition", int64(number))
}

// minimum sets another minimum for the topic.
func (d *lister) minimum(partition int32) {
	asked := d.m.Controller().AskedMinISR(partition)
	replicas := len(d.m.Replicas(partition))
	for minimum := 1; minimum <= replicas; minimum++ {
		if minimum != asked {
			d.set(partition, "min.insync.replicas", strconv.Itoa(minimum))
		}
	}
}

// set sets a key of a partition's topic; value is JSON.
func (d *lister) set(partition int32, key, value string) {
	topic, _ := d.m.Topic(partition)
	d.add("set", func(w *encode.Writer) {
		w.String("topic", topic)
		w.Object("config")
		w.Key(key)
		w.B = append(w.B, value...)
		w.Close('}')
	})
}

func (d *lister) election(partition int32) {
	for _, kind := range []string{"PREFERRED", "UNCLEAN"} {
		if d.m.Controller().Elects(partition, kind == "UNCLEAN") == protocol.None {
			d.add("elect", func(w *encode.Writer) {
				d.partition(w, partition)
				w.String("type", kind)
			})
		}
	}
	if !d.m.Controller().UncleanAllowed(partition) {
		d.set(partition, "unclean.leader.election.enable", "true")
	}
}
