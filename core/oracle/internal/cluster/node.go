package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"highwater/core/oracle/internal/links"
	"highwater/core/oracle/internal/process"
)

// Node is a controller or broker. Its process may come and go. A node is worked on by one goroutine at a time, but for
// Stop's.
type Node struct {
	ID                  int
	Frozen              bool
	Stopping            bool // A controlled shutdown has begun.
	cluster             *Cluster
	home                string
	client, replication int // ports; the controller has one
	process             *process.Process
}

func (c *Cluster) node(id, client, replication int) *Node {
	home := filepath.Join(c.dir, fmt.Sprint("node", id))
	return &Node{ID: id, cluster: c, home: home, client: client, replication: replication}
}

// Address returns the address where the node listens for clients.
func (n *Node) Address() string { return address("127.0.0.1", n.client) }

// Log returns the folder of a partition's log.
func (n *Node) Log(topic string, partition int) string {
	return filepath.Join(n.data(), fmt.Sprintf("%s-%d", topic, partition))
}

// Logs returns the folders of all partitions' logs but the metadata's.
func (n *Node) Logs() []string {
	folders, _ := filepath.Glob(filepath.Join(n.data(), "*-[0-9]*"))
	var logs []string
	for _, folder := range folders {
		if filepath.Base(folder) != metadataFolder {
			logs = append(logs, folder)
		}
	}
	return logs
}

// MetadataSegments returns the files of the controller's own log.
func (n *Node) MetadataSegments() []string {
	segments, _ := filepath.Glob(filepath.Join(n.data(), metadataFolder, "*.log"))
	return segments
}

func (n *Node) data() string       { return filepath.Join(n.home, "data") }
func (n *Node) hosts() string      { return filepath.Join(n.home, "hosts") }
func (n *Node) properties() string { return filepath.Join(n.home, "server.properties") }
func (n *Node) output() string     { return filepath.Join(n.home, "out.log") }

// Up reports whether the process is there, be it frozen.
func (n *Node) Up() bool { return n.process != nil && !n.process.Ended() }

// Start starts the process.
func (n *Node) Start() error {
	out, err := os.OpenFile(n.output(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	command := n.cluster.kafka.Node(n.hosts(), n.properties())
	command.Stdout, command.Stderr = out, out
	n.process, err = process.Start(command)
	n.Frozen, n.Stopping = false, false
	return err
}

// StartHalted starts the process, and has it stand still as soon as it prints a text. The function returned lets it go
// on, or run through if it has not come so far.
func (n *Node) StartHalted(text string) (goOn func(), err error) {
	printed, err := os.ReadFile(n.output())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := n.Start(); err != nil {
		return nil, err
	}
	p, stop := n.process, make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-p.Done():
				return
			case <-time.After(3 * time.Millisecond):
			}
			now, err := os.ReadFile(n.output())
			if err == nil && strings.Contains(string(now[min(len(printed), len(now)):]), text) {
				p.Signal(syscall.SIGSTOP)
				return
			}
		}
	})
	return func() {
		close(stop)
		watch.Wait()
		p.Signal(syscall.SIGCONT)
	}, nil
}

// Kill ends the process at once.
func (n *Node) Kill() {
	if n.Up() {
		n.process.Kill()
	}
}

// Stop begins a controlled shutdown, and returns a channel that is closed at its end.
func (n *Node) Stop() <-chan struct{} {
	n.Stopping = true
	n.process.Signal(syscall.SIGTERM)
	return n.process.Done()
}

// Freeze has the process stand still.
func (n *Node) Freeze() {
	n.Frozen = true
	n.process.Signal(syscall.SIGSTOP)
}

// Thaw has the process go on.
func (n *Node) Thaw() {
	n.Frozen = false
	n.process.Signal(syscall.SIGCONT)
}

// waitUntilItListens returns when a client can connect.
func (n *Node) waitUntilItListens(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, bootLimit)
	defer cancel()
	for {
		connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.Address())
		if err == nil {
			return connection.Close()
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-n.process.Done():
			return fmt.Errorf("node %d ended: %s", n.ID, n.LastWords())
		case <-ctx.Done():
			return fmt.Errorf("node %d does not listen: %w: %s", n.ID, ctx.Err(), n.LastWords())
		}
	}
}

// LastWords returns the end of what the process has printed.
func (n *Node) LastWords() string {
	text, err := os.ReadFile(n.output())
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// hostOf returns the address under which the node finds another. The controller looks for none.
func (n *Node) hostOf(to int) string {
	if to == n.ID || n.ID == controllerID {
		return "127.0.0.1"
	}
	return links.Address(n.ID, to)
}
