package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"highwater/core/oracle/internal/install"
	"highwater/core/oracle/internal/process"
	"highwater/core/oracle/internal/script"
)

const (
	metadataFolder = "__cluster_metadata-0"
	firstSnapshot  = "00000000000000000000-0000000000.checkpoint"
)

// write writes a node's folder: what Kafka's storage tool would, without a JVM for each.
func (c *Cluster) write(n *Node) error {
	if err := os.MkdirAll(n.data(), 0o755); err != nil {
		return err
	}
	if err := c.writeHosts(n.hosts(), n.hostOf); err != nil {
		return err
	}
	properties := c.properties(n)
	var lines strings.Builder
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		fmt.Fprintf(&lines, "%s=%s\n", key, properties[key])
	}
	if err := os.WriteFile(n.properties(), []byte(lines.String()), 0o600); err != nil {
		return err
	}
	hash := sha256.Sum256(fmt.Append(nil, "directory ", n.ID))
	meta := fmt.Sprintf("version=1\ncluster.id=%s\nnode.id=%d\ndirectory.id=%s\n",
		install.ClusterID, n.ID, base64.RawURLEncoding.EncodeToString(hash[:16]))
	return os.WriteFile(filepath.Join(n.data(), "meta.properties"), []byte(meta), 0o600)
}

// properties are a node's configuration: small, since many share a machine, and else as Kafka comes.
func (c *Cluster) properties(n *Node) map[string]string {
	p := map[string]string{
		"node.id":                           fmt.Sprint(n.ID),
		"log.dirs":                          n.data(),
		"controller.listener.names":         "CONTROLLER",
		"controller.quorum.voters":          fmt.Sprintf("%d@%s:%d", controllerID, script.Controller, c.Controller.client),
		"listener.security.protocol.map":    "CLIENT:PLAINTEXT,REPL:PLAINTEXT,CONTROLLER:PLAINTEXT",
		"auto.create.topics.enable":         "false",
		"offsets.topic.replication.factor":  "1",
		"log.cleaner.enable":                "false",
		"num.network.threads":               "1",
		"num.io.threads":                    "3",
		"background.threads":                "2",
		"log.index.size.max.bytes":          "65536",
		"num.recovery.threads.per.data.dir": "1",
		"unstable.api.versions.enable":      "false",
	}
	maps.Copy(p, c.config)
	if n.ID == controllerID {
		p["process.roles"] = "controller"
		p["listeners"] = fmt.Sprintf("CONTROLLER://127.0.0.1:%d", n.client)
		p["advertised.listeners"] = fmt.Sprintf("CONTROLLER://%s:%d", script.Controller, n.client)
		return p
	}
	name := script.Name(n.ID)
	p["process.roles"] = "broker"
	p["listeners"] = fmt.Sprintf("CLIENT://127.0.0.1:%d,REPL://127.0.0.1:%d", n.client, n.replication)
	p["advertised.listeners"] = fmt.Sprintf("CLIENT://%s:%d,REPL://%s:%d", name, n.client, name, n.replication)
	p["inter.broker.listener.name"] = "REPL"
	return p
}

// writeBootstrap gives the controller its first metadata snapshot, which names the features' levels. Kafka's own
// storage tool makes it, once for a level.
func (c *Cluster) writeBootstrap(ctx context.Context) error {
	cached := c.kafka.Cached(fmt.Sprintf("bootstrap-elr%d.checkpoint", c.elr))
	snapshot, err := os.ReadFile(cached)
	if err != nil {
		if snapshot, err = c.makeBootstrap(ctx); err != nil {
			return fmt.Errorf("formatting the controller's storage: %w", err)
		}
		if err := os.WriteFile(cached, snapshot, 0o600); err != nil {
			return err
		}
	}
	folder := filepath.Join(c.Controller.data(), metadataFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, firstSnapshot), snapshot, 0o600)
}

func (c *Cluster) makeBootstrap(ctx context.Context) ([]byte, error) {
	work, err := os.MkdirTemp(c.dir, "format-")
	if err != nil {
		return nil, err
	}
	data, properties := filepath.Join(work, "data"), filepath.Join(work, "server.properties")
	text := fmt.Sprintf("process.roles=controller\nnode.id=%d\ncontroller.quorum.voters=%d@127.0.0.1:9\n"+
		"listeners=CONTROLLER://127.0.0.1:9\ncontroller.listener.names=CONTROLLER\nlog.dirs=%s\n",
		controllerID, controllerID, data)
	if err := os.WriteFile(properties, []byte(text), 0o600); err != nil {
		return nil, err
	}
	format := c.kafka.Tool("kafka.tools.StorageTool", "format", "-t", install.ClusterID, "-c", properties,
		"--feature", fmt.Sprintf("eligible.leader.replicas.version=%d", c.elr))
	if err := process.Run(ctx, format); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(data, metadataFolder, firstSnapshot))
}
