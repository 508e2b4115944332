// Package links is the network between the processes of a cluster: proxies on loopback that delay, hold and lose bytes.
// Every process resolves the names of the others to loopback addresses that only it uses (jdk.net.hosts.file), so a
// proxy knows who talks to whom. What is lost is lost for good, and its connection with it, as in a network that is cut
// for longer than TCP tries. The bytes themselves are not looked at, except by a Tap.
package links

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"highwater/core/oracle/internal/script"
)

// Network is every link of a cluster, and what happens on each.
type Network struct {
	mu   sync.Mutex
	cond *sync.Cond // A state has changed, or the network has closed.
	state
	conns  map[*conn]bool
	open   []io.Closer
	closed bool
	heard  map[string]time.Time
	gaps   map[string][]Gap
}

// state is what steps change. Directions are from and to.
type state struct {
	delay map[[2]string]time.Duration
	down  map[[2]string]bool
	fetch map[string]time.Duration // a follower's fetches
	pause map[string]bool          // a follower that sends no fetches
	hold  map[string]bool          // a process that boots ahead of its start: the controller does not hear of it yet
	// A machine without power: its end of a connection says nothing, not even goodbye.
	mute   map[string]bool
	refuse map[string]bool // a process that boots ahead of its start: who connects to it is refused
}

// Gap is a time for which a node sent the controller nothing.
type Gap struct{ From, To time.Time }

// New returns a network without links.
func New() *Network {
	n := &Network{
		state: state{
			delay: map[[2]string]time.Duration{}, down: map[[2]string]bool{}, fetch: map[string]time.Duration{},
			pause: map[string]bool{}, hold: map[string]bool{}, mute: map[string]bool{}, refuse: map[string]bool{},
		},
		conns: map[*conn]bool{}, heard: map[string]time.Time{}, gaps: map[string][]Gap{},
	}
	n.cond = sync.NewCond(&n.mu)
	return n
}

// Address returns the loopback address under which one node finds another. The numbers are from 1 to 254.
func Address(from, to int) string { return fmt.Sprintf("127.0.%d.%d", from, to) }

// Delay has everything from one end to another take so much longer.
func (n *Network) Delay(from, to string, d time.Duration) {
	n.change(func() { n.delay[[2]string{from, to}] = d })
}

// SetUp opens or cuts the direction from one end to another.
func (n *Network) SetUp(from, to string, up bool) {
	n.change(func() { n.down[[2]string{from, to}] = !up })
}

// DelayFetches has a follower's fetches take so much longer.
func (n *Network) DelayFetches(follower string, d time.Duration) {
	n.change(func() { n.fetch[follower] = d })
}

// PauseFetches keeps a follower's fetches back, or lets them go.
func (n *Network) PauseFetches(follower string, paused bool) {
	n.change(func() { n.pause[follower] = paused })
}

// Hold keeps everything back that a node sends to the controller, or lets it go.
func (n *Network) Hold(node string, held bool) {
	n.change(func() { n.hold[node] = held })
}

// Mute takes the power from a node's machine, or gives it back.
func (n *Network) Mute(node string, muted bool) {
	n.change(func() { n.mute[node] = muted })
}

// Refuse has a node refuse connections, or take them again.
func (n *Network) Refuse(node string, refused bool) {
	n.change(func() { n.refuse[node] = refused })
}

// Silence has the connections that two ends have now die in silence: they stay open, and carry nothing any more, as
// behind a firewall that has forgotten them.
func (n *Network) Silence(a, b string) {
	n.change(func() {
		for c := range n.conns {
			c.dead = c.dead || c.From == a && c.To == b || c.From == b && c.To == a
		}
	})
}

// change changes the state, and resets the connections that have lost something and whose ends can hear of it now.
func (n *Network) change(change func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change()
	for c := range n.conns {
		cut := n.down[[2]string{c.From, c.To}] || n.down[[2]string{c.To, c.From}] || n.mute[c.To] || n.mute[c.From]
		if c.lost && !c.dead && !cut {
			c.near.Close()
			c.far.Close()
		}
	}
	n.cond.Broadcast()
}

// Link is a proxy's task: who connects to whom, and where.
type Link struct {
	From, To    string
	Listen      string     // the address that From dials
	Target      string     // the address where To listens
	Replication bool       // fetches of followers go over it
	Tap         func() Tap // nil, or makes what sees the bytes of a connection
}

// Tap sees the bytes of a connection as they come to the proxy.
type Tap interface {
	// Request sees what goes from From to To.
	Request(b []byte)
	// Response sees what goes back.
	Response(b []byte)
}

// Add begins to serve a link.
func (n *Network) Add(link Link) error {
	l, err := net.Listen("tcp", link.Listen)
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.open = append(n.open, l)
	n.mu.Unlock()
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go n.serve(&conn{Link: link, near: near})
		}
	}()
	return nil
}

// hear notes that a node has sent the controller something.
func (n *Network) hear(node string) {
	now := time.Now()
	if last, before := n.heard[node]; before && now.Sub(last) > gapMs*time.Millisecond {
		n.gaps[node] = append(n.gaps[node], Gap{last, now})
	}
	n.heard[node] = now
}

// gapMs is what makes a pause a gap: a broker that is well asks the controller for news every 500 ms.
const gapMs = 900

// Gaps returns, for every node, when it sent the controller nothing for longer than a node does that is well.
func (n *Network) Gaps() map[string][]Gap {
	n.mu.Lock()
	defer n.mu.Unlock()
	gaps := map[string][]Gap{}
	for node, list := range n.gaps {
		gaps[node] = append([]Gap(nil), list...)
	}
	return gaps
}

// Close ends all connections and listens no more.
func (n *Network) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.open {
		l.Close()
	}
	n.closed = true
	for c := range n.conns {
		c.near.Close()
		c.far.Close()
	}
	n.cond.Broadcast()
}

// isController reports whether an end is the controller.
func isController(end string) bool { return end == script.Controller }
