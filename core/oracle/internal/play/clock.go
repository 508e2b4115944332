package play

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"time"
)

// clock turns virtual times into real ones and back.
type clock struct {
	scale float64   // real milliseconds per virtual one
	start time.Time // of virtual time
}

// at returns when a virtual time comes.
func (c *clock) at(virtual float64) time.Time { return c.start.Add(c.real(virtual)) }

// real returns how long a virtual duration takes.
func (c *clock) real(ms float64) time.Duration {
	return time.Duration(ms * c.scale * float64(time.Millisecond))
}

// virtual returns the virtual time of a real one, to a tenth of a millisecond.
func (c *clock) virtual(t time.Time) float64 {
	ms := float64(t.Sub(c.start)) / float64(time.Millisecond) / c.scale
	return math.Trunc(ms*10) / 10
}

func (c *clock) now() float64 { return c.virtual(time.Now()) }

// ms returns a virtual duration as a configuration in real milliseconds, at least 1.
func (c *clock) ms(virtual float64) string { return fmt.Sprint(max(1, int64(virtual*c.scale))) }

// setting returns a configuration as Kafka reads it: a time is scaled, but for 0 and the values that stand for ever.
func (c *clock) setting(key string, value any) string {
	number, is := value.(float64)
	switch {
	case !is:
		return fmt.Sprint(value)
	case strings.HasSuffix(key, ".ms") && number > 0 && number < 1e12:
		return c.ms(number)
	}
	return fmt.Sprint(int64(number))
}

// settings returns defaults, all times, with what is set in their place.
func (c *clock) settings(times map[string]float64, set map[string]any) map[string]string {
	config := map[string]string{}
	for key, ms := range times {
		config[key] = c.ms(ms)
	}
	for key, value := range set {
		config[key] = c.setting(key, value)
	}
	return config
}

// nodeTimes are Kafka's defaults of those times of brokers and the controller that a run may come to.
var nodeTimes = map[string]float64{
	"replica.lag.time.max.ms":                       30000,
	"replica.fetch.wait.max.ms":                     500,
	"replica.fetch.backoff.ms":                      1000,
	"replica.socket.timeout.ms":                     30000,
	"broker.session.timeout.ms":                     9000,
	"broker.heartbeat.interval.ms":                  2000,
	"request.timeout.ms":                            30000,
	"replica.high.watermark.checkpoint.interval.ms": 5000,
	"unclean.leader.election.interval.ms":           300000,
	"connections.max.idle.ms":                       600000,
	"controller.socket.timeout.ms":                  30000,
	"controller.quorum.request.timeout.ms":          2000,
	"controller.quorum.fetch.timeout.ms":            2000,
}

func (r *run) nodeConfig() map[string]string {
	config := r.settings(nodeTimes, r.script.Cluster.Config)
	config["log.flush.start.offset.checkpoint.interval.ms"] = "200" // It is read from there.
	config["leader.imbalance.check.interval.seconds"] = fmt.Sprint(max(1, int(300*r.scale)))
	return config
}

// producerTimes are the same of producers.
var producerTimes = map[string]float64{
	"linger.ms":                              5,
	"request.timeout.ms":                     30000,
	"delivery.timeout.ms":                    120000,
	"max.block.ms":                           60000,
	"retry.backoff.ms":                       100,
	"retry.backoff.max.ms":                   1000,
	"reconnect.backoff.ms":                   50,
	"reconnect.backoff.max.ms":               1000,
	"metadata.max.age.ms":                    300000,
	"metadata.max.idle.ms":                   300000,
	"connections.max.idle.ms":                540000,
	"socket.connection.setup.timeout.ms":     10000,
	"socket.connection.setup.timeout.max.ms": 30000,
}

func (r *run) producerConfig(id, servers string, set map[string]any) map[string]string {
	config := r.settings(producerTimes, set)
	maps.Copy(config, map[string]string{
		"bootstrap.servers": servers, "client.id": id, "enable.metrics.push": "false",
	})
	return config
}
