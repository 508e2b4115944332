package modeltest

import "highwater/core/internal/event"

// What the judge holds of a broker's lives.

// registers holds that no process registers twice.
func (j *judge) registers(e *event.Register) {
	life := j.m.Controller().Incarnation(e.Broker)
	j.holds(registeredFirst, life > j.registered[e.Broker-1], -1, "life %d of broker %d registers after life %d", life,
		e.Broker, j.registered[e.Broker-1])
	j.registered[e.Broker-1] = life
}

// runs holds that a process that begins to run is the one that is registered, under the epoch that it was given.
func (j *judge) runs(e *event.Process) {
	c, b := j.m.Controller(), j.m.Broker(e.Broker)
	j.holds(registeredFirst, b.Life() == c.Incarnation(e.Broker) && b.Epoch() == c.BrokerEpoch(e.Broker), -1,
		"life %d of broker %d runs under epoch %d; life %d is registered under %d", b.Life(), e.Broker, b.Epoch(),
		c.Incarnation(e.Broker), c.BrokerEpoch(e.Broker))
}
