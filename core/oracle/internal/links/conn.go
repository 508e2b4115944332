package links

import (
	"net"
	"sync"
	"syscall"
	"time"
)

// conn is one connection through a proxy. Its fields but the first two are the network's to guard.
type conn struct {
	Link
	near, far net.Conn // to From and to To
	lost      bool     // Bytes were dropped: the stream cannot go on.
	dead      bool     // It carries nothing any more, and nobody is told.
	// The far end lost its power: the near one is told so when it sends again, and the machine is back.
	silenced bool
	poked    bool // It sent after that.
}

// serve carries a connection until either end closes it.
func (n *Network) serve(c *conn) {
	n.mu.Lock()
	for (n.down[[2]string{c.From, c.To}] || n.mute[c.To]) && !n.closed {
		n.cond.Wait() // An attempt to connect is lost: it stays without an answer.
	}
	refused := n.refuse[c.To]
	n.mu.Unlock()
	var far net.Conn
	err := error(syscall.ECONNREFUSED)
	if !refused {
		far, err = net.DialTimeout("tcp", c.Target, 2*time.Second)
	}
	if err != nil {
		c.near.Close()
		return
	}
	c.far = far
	n.mu.Lock()
	n.conns[c] = true
	n.mu.Unlock()
	var tap Tap
	if c.Tap != nil {
		tap = c.Tap()
	}
	var both sync.WaitGroup
	both.Go(func() { n.pump(c, true, tap) })
	both.Go(func() { n.pump(c, false, tap) })
	both.Wait()
	c.near.Close()
	c.far.Close()
	n.mu.Lock()
	delete(n.conns, c)
	n.mu.Unlock()
}

// chunk is bytes under way.
type chunk struct {
	bytes []byte
	due   time.Time
}

// pump carries one direction: to the far end, or back from it.
func (n *Network) pump(c *conn, there bool, tap Tap) {
	source, sink, from, to := c.near, c.far, c.From, c.To
	if !there {
		source, sink, from, to = c.far, c.near, c.To, c.From
	}
	underWay := make(chan chunk, 4096)
	var deliver sync.WaitGroup
	deliver.Go(func() { n.deliver(c, there, underWay, source, sink) })
	buffer := make([]byte, 64<<10)
	for {
		k, err := source.Read(buffer)
		if k > 0 {
			b := append([]byte(nil), buffer[:k]...)
			if tap != nil && there {
				tap.Request(b)
			} else if tap != nil {
				tap.Response(b)
			}
			if delay, lost := n.send(c, there, from, to); !lost {
				underWay <- chunk{b, time.Now().Add(delay)}
			}
		}
		if err != nil {
			n.waitForGoodbye(c, from)
			break
		}
	}
	close(underWay)
	deliver.Wait()
	sink.Close()
}

// send says what happens to bytes that an end has sent: how long they take, or that they are lost.
func (n *Network) send(c *conn, there bool, from, to string) (delay time.Duration, lost bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delay = n.delay[[2]string{from, to}]
	if there && c.Replication {
		delay += n.fetch[from]
	}
	c.lost = c.lost || c.dead || n.down[[2]string{from, to}] || n.mute[to]
	if c.silenced {
		c.poked = true
		n.cond.Broadcast()
	}
	if there && isController(to) {
		n.hear(from)
	}
	return delay, c.lost
}

// waitForGoodbye returns when the other end may hear that this one has closed the connection: a machine without power
// says nothing, and its silence is found out by who sends again.
func (n *Network) waitForGoodbye(c *conn, from string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	c.silenced = c.silenced || n.mute[from]
	for (n.mute[from] || c.dead || c.silenced && !c.lost && !c.poked) && !n.closed {
		n.cond.Wait()
	}
}

// deliver hands over what is under way when its time has come, and then says goodbye.
func (n *Network) deliver(c *conn, there bool, underWay <-chan chunk, source, sink net.Conn) {
	broken := false
	for k := range underWay {
		if broken {
			continue // The reader must not stand before a full channel.
		}
		time.Sleep(time.Until(k.due))
		n.mu.Lock()
		for there && !n.closed && (c.Replication && n.pause[c.From] || isController(c.To) && n.hold[c.From]) {
			n.cond.Wait()
		}
		n.mu.Unlock()
		if _, err := sink.Write(k.bytes); err != nil {
			source.Close()
			broken = true
		}
	}
	if tcp, is := sink.(*net.TCPConn); is {
		_ = tcp.CloseWrite()
	}
}
