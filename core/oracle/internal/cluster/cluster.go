// Package cluster runs a Kafka cluster on loopback: a controller and brokers 1 to N, each a process with a folder,
// ports and a hosts file of its own, and a proxy for every way from one to another. What is done to it in a run is for
// package play to know.
package cluster

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"highwater/core/oracle/internal/install"
	"highwater/core/oracle/internal/links"
	"highwater/core/oracle/internal/script"
)

// controllerID is the controller's node id, apart from those of the brokers.
const controllerID = 100

// Cluster is a cluster.
type Cluster struct {
	Net        *links.Network
	Controller *Node
	kafka      *install.Kafka
	dir        string
	brokers    []*Node // by id - 1
	elr        int
	config     map[string]string // of every node
}

// New lays a cluster out in dir: folders, configuration, ports and links. It starts nothing. config is the
// configuration of every node, with real times.
func New(
	ctx context.Context, kafka *install.Kafka, dir string, brokers, elr int, config map[string]string,
) (*Cluster, error) {
	c := &Cluster{Net: links.New(), kafka: kafka, dir: dir, elr: elr, config: config}
	ports, err := install.FreePorts(2*brokers + 1)
	if err != nil {
		return nil, err
	}
	c.Controller = c.node(controllerID, ports[0], 0)
	for i := range brokers {
		c.brokers = append(c.brokers, c.node(i+1, ports[2*i+1], ports[2*i+2]))
	}
	for _, n := range append([]*Node{c.Controller}, c.brokers...) {
		if err := c.write(n); err != nil {
			return nil, err
		}
	}
	if err := c.writeBootstrap(ctx); err != nil {
		return nil, err
	}
	return c, c.link()
}

// Brokers returns how many there are.
func (c *Cluster) Brokers() int { return len(c.brokers) }

// Broker returns the broker with an id.
func (c *Cluster) Broker(id int) *Node { return c.brokers[id-1] }

// Kafka returns what the cluster runs.
func (c *Cluster) Kafka() *install.Kafka { return c.kafka }

// link adds the ways between nodes.
func (c *Cluster) link() error {
	for _, from := range c.brokers {
		name := script.Name(from.ID)
		err := c.Net.Add(links.Link{
			From: name, To: script.Controller,
			Listen: address(links.Address(from.ID, controllerID), c.Controller.client), Target: c.Controller.Address(),
		})
		if err != nil {
			return err
		}
		for _, to := range c.brokers {
			if to == from {
				continue
			}
			err := c.Net.Add(links.Link{
				From: name, To: script.Name(to.ID), Replication: true,
				Listen: address(links.Address(from.ID, to.ID), to.replication), Target: address("127.0.0.1", to.replication),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// LinkClient adds the ways from a client to all brokers. number, below 255 and none of a node's, is the client's; tap
// makes what sees the bytes on the way to a broker. It returns the path of the client's hosts file and the brokers'
// addresses as the client names them.
func (c *Cluster) LinkClient(
	name string, number int, tap func(broker string) links.Tap,
) (hosts, servers string, err error) {
	var addresses []string
	for _, b := range c.brokers {
		to := script.Name(b.ID)
		err := c.Net.Add(links.Link{
			From: name, To: to, Tap: func() links.Tap { return tap(to) },
			Listen: address(links.Address(number, b.ID), b.client), Target: b.Address(),
		})
		if err != nil {
			return "", "", err
		}
		addresses = append(addresses, address(to, b.client))
	}
	hosts = filepath.Join(c.dir, fmt.Sprintf("hosts-%d", number))
	err = c.writeHosts(hosts, func(to int) string { return links.Address(number, to) })
	return hosts, strings.Join(addresses, ","), err
}

// Start starts every process and waits until the brokers listen.
func (c *Cluster) Start(ctx context.Context) error {
	for _, n := range append([]*Node{c.Controller}, c.brokers...) {
		if err := n.Start(); err != nil {
			return err
		}
	}
	for _, b := range c.brokers {
		if err := b.waitUntilItListens(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Close ends every process and link.
func (c *Cluster) Close() {
	c.Net.Close()
	for _, n := range append([]*Node{c.Controller}, c.brokers...) {
		if n.process != nil {
			n.process.Kill()
		}
	}
}

// writeHosts writes a hosts file that has all nodes.
func (c *Cluster) writeHosts(path string, address func(to int) string) error {
	var b strings.Builder
	for _, to := range c.brokers {
		fmt.Fprintf(&b, "%s %s\n", address(to.ID), script.Name(to.ID))
	}
	fmt.Fprintf(&b, "%s %s\n127.0.0.1 localhost\n", address(controllerID), script.Controller)
	return os.WriteFile(path, []byte(b.String()), 0o600)
}

func address(host string, port int) string { return net.JoinHostPort(host, fmt.Sprint(port)) }

// bootLimit is how long the processes may take until they are all there.
const bootLimit = 60 * time.Second
