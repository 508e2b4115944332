// Package install puts an Apache Kafka where it can be started: its jars, which Maven fetches from Maven Central, the
// program that drives Kafka's Java producer, and a class archive, with which a JVM starts in half the time. It needs a
// JDK 17 and Maven. Other ways to get a Kafka, and a Kafka that runs already, are left out.
package install

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"highwater/core/oracle/internal/process"
)

//go:embed pom.xml Producer.java
var files embed.FS

const (
	// ModelVersion is the version of Kafka whose rules the model has.
	ModelVersion = "4.4.0"
	// Newest stands for the newest version that the registry has.
	Newest = "newest"
)

// Kafka is a Kafka on this machine.
type Kafka struct {
	Version string
	Java    string // the program
	dir     string // has lib, classes and kafka.jsa
}

// At returns the Kafka that is in a folder already, to be run by a program of one's own choice.
func At(dir, java string) *Kafka { return &Kafka{Java: java, dir: dir} }

// Get returns the Kafka of a version, and fetches it first where dir does not have it. What takes long is told by say.
func Get(ctx context.Context, dir, version string, say func(string)) (*Kafka, error) {
	for _, tool := range []string{"java", "javac", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s is not there: this needs a JDK 17 or later and Maven "+
				"(in Debian: the packages openjdk-17-jdk-headless and maven)", tool)
		}
	}
	if k := (&Kafka{version, "java", filepath.Join(dir, version)}); k.complete() {
		return k, k.compile(ctx)
	}
	say(fmt.Sprintf("fetching Kafka (%s) from Maven Central: about 120 MB, one to three minutes", version))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(dir, "fetch-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	k := &Kafka{version, "java", work}
	if err := k.fetch(ctx); err != nil {
		return nil, fmt.Errorf("fetching Kafka %s: %w", version, err)
	}
	if err := k.compile(ctx); err != nil {
		return nil, err
	}
	final := filepath.Join(dir, k.Version)
	if done := (&Kafka{k.Version, "java", final}); done.complete() { // The newest is there by its number.
		return done, nil
	}
	if err := os.RemoveAll(final); err != nil {
		return nil, err
	}
	if err := os.Rename(work, final); err != nil {
		return nil, err
	}
	k.dir = final // A class archive knows where its jars are.
	return k, k.archive(ctx)
}

func (k *Kafka) complete() bool {
	_, err := os.Stat(k.archivePath())
	return err == nil
}

func (k *Kafka) archivePath() string { return filepath.Join(k.dir, "kafka.jsa") }

func (k *Kafka) lib() string { return filepath.Join(k.dir, "lib", "*") }

// fetch has Maven copy the jars, and finds out which version they are.
func (k *Kafka) fetch(ctx context.Context) error {
	pom, err := files.ReadFile("pom.xml")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(k.dir, "pom.xml"), pom, 0o644); err != nil {
		return err
	}
	version := k.Version
	if version == Newest {
		version = "RELEASE" // Maven's name for it
	}
	mvn := exec.Command("mvn", "-q", "-B", "-Dkafka.version="+version, "dependency:copy-dependencies",
		"-DoutputDirectory=lib", "-DincludeScope=runtime")
	mvn.Dir = k.dir
	if err := quietly(ctx, mvn); err != nil {
		return err
	}
	jars, _ := filepath.Glob(filepath.Join(k.dir, "lib", "kafka-clients-*.jar"))
	if len(jars) != 1 {
		return fmt.Errorf("%d jars of kafka-clients came, not one", len(jars))
	}
	k.Version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jars[0]), "kafka-clients-"), ".jar")
	return nil
}

// compile compiles the producer program against the jars, unless that has been done with the same source.
func (k *Kafka) compile(ctx context.Context) error {
	source, err := files.ReadFile("Producer.java")
	if err != nil {
		return err
	}
	compiled := filepath.Join(k.dir, "classes", "Producer.java")
	if last, err := os.ReadFile(compiled); err == nil && bytes.Equal(last, source) {
		return nil
	}
	path := filepath.Join(k.dir, "Producer.java")
	if err := os.WriteFile(path, source, 0o644); err != nil {
		return err
	}
	javac := exec.Command("javac", "-nowarn", "-cp", k.lib(), "-d", filepath.Join(k.dir, "classes"), path)
	if err := quietly(ctx, javac); err != nil {
		return fmt.Errorf("compiling the producer: %w", err)
	}
	return os.WriteFile(compiled, source, 0o644)
}

// archive runs a small cluster for a while and has the JVM keep the classes that it loaded.
func (k *Kafka) archive(ctx context.Context) error {
	work, err := os.MkdirTemp("", "highwater-archive-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	ports, err := FreePorts(2)
	if err != nil {
		return err
	}
	properties := filepath.Join(work, "server.properties")
	text := fmt.Sprintf("process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:%d\n"+
		"listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d\ncontroller.listener.names=CONTROLLER\nlog.dirs=%s\n",
		ports[1], ports[0], ports[1], filepath.Join(work, "data"))
	if err := os.WriteFile(properties, []byte(text), 0o644); err != nil {
		return err
	}
	if err := quietly(ctx, k.Tool("kafka.tools.StorageTool", "format", "-t", ClusterID, "-c", properties)); err != nil {
		return fmt.Errorf("formatting its storage: %w", err)
	}
	java := exec.Command(k.Java, append(jvmOptions("-XX:ArchiveClassesAtExit="+k.archivePath(), "-cp", k.lib()),
		"kafka.Kafka", properties)...)
	var out bytes.Buffer
	java.Stdout, java.Stderr = &out, &out
	p, err := process.Start(java)
	if err != nil {
		return err
	}
	defer p.Kill()
	end := time.NewTimer(12 * time.Second) // It has started by then, and elected itself.
	defer end.Stop()
	stop := end.C
	limit := time.NewTimer(2 * time.Minute)
	defer limit.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stop:
			p.Signal(syscall.SIGTERM)
		case <-limit.C:
			return errors.New("the JVM that writes the class archive does not end")
		case <-p.Done():
			if !k.complete() {
				return fmt.Errorf("the JVM wrote no class archive:\n%s", lastLines(out.String(), 10))
			}
			return nil
		}
	}
}

// ClusterID is the id of every cluster of the harness.
const ClusterID = "AAAAAAAAAAAAAAAAAAAAAA"

// Tool returns a command that runs one of Kafka's tools, by its class.
func (k *Kafka) Tool(class string, args ...string) *exec.Cmd {
	return exec.Command(k.Java, append(append(k.options("-cp", k.lib()), class), args...)...)
}

// Node returns a command that runs a broker or a controller. It finds the other nodes by the names in a hosts file.
func (k *Kafka) Node(hosts, properties string) *exec.Cmd {
	return exec.Command(k.Java, append(k.options("-Djdk.net.hosts.file="+hosts, "-cp", k.lib()),
		"kafka.Kafka", properties)...)
}

// Producer returns a command that runs the producer program. It finds the brokers by the names in a hosts file.
func (k *Kafka) Producer(hosts string) *exec.Cmd {
	classes := filepath.Join(k.dir, "classes") + string(filepath.ListSeparator) + k.lib()
	return exec.Command(k.Java, append(k.options("-Djdk.net.hosts.file="+hosts, "-cp", classes), "Producer")...)
}

// Cached returns the path of a file that is kept beside this Kafka.
func (k *Kafka) Cached(name string) string { return filepath.Join(k.dir, name) }

// options are the JVM's: with the class archive, and without its warnings where it does not fit.
func (k *Kafka) options(extra ...string) []string {
	if k.complete() {
		extra = append([]string{
			"-XX:SharedArchiveFile=" + k.archivePath(), "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off",
		}, extra...)
	}
	return jvmOptions(extra...)
}

// jvmOptions are those of a small JVM that starts quickly and writes its log with milliseconds.
func jvmOptions(extra ...string) []string {
	return append([]string{
		"-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dnetworkaddress.cache.ttl=0",
		"-Dorg.slf4j.simpleLogger.showDateTime=true", "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
	}, extra...)
}

// FreePorts returns n ports of 127.0.0.1 that nobody listens on, all different.
func FreePorts(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // All stay taken until the last is found.
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// quietly runs a command, and puts what it printed last into its error.
func quietly(ctx context.Context, command *exec.Cmd) error {
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := process.Run(ctx, command); err != nil {
		return fmt.Errorf("%w\n%s", err, lastLines(out.String(), 12))
	}
	return nil
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
