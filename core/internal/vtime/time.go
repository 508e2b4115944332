// Package vtime is virtual time: instants, spans, and the queue that decides what happens next.
//
// It models nothing of Kafka. It exists so that a run is a function of its script: there is no clock to read, only a
// time that the simulation passes on, and at one instant things happen in the order they were scheduled.
//
// Something may also be an alarm, of which its owner has one: setting it anew takes the former one back. A producer's
// thread waits in that way. Each turn of Kafka's Sender computes the timeout of its poll from what there is to do then
// (Sender.sendProducerData, NetworkClient.poll), and the selector keeps nothing of a timeout before; only data and a
// wakeup end a poll early. Were every timeout that was ever set to wake the producer, it would look at the network in
// the midst of an instant, and see apart two answers that arrive together and that one poll finds. What may be left of
// an old timeout is one alarm that comes too early: the producer then finds nothing due, and waits on.
package vtime

import "strconv"

// Time is an instant in microseconds since the start of the run. The script's times are milliseconds with up to three
// decimals, so every one of them is exact.
type Time int64

// Duration is a span in microseconds.
type Duration = Time

const (
	// Microsecond is the finest span there is.
	Microsecond Duration = 1
	// Millisecond is the unit of scripts, and of brokers' clocks.
	Millisecond Duration = 1000
	// Second is a thousand milliseconds.
	Second Duration = 1000 * Millisecond
)

// Ms returns the instant on a broker's clock. Kafka's brokers read whole milliseconds (Time.hiResClockMs), so
// everything a broker compares, lag and timeouts alike, is floored to them.
func (t Time) Ms() int64 { return int64(t / Millisecond) }

// AtMs returns the instant of ms milliseconds.
func AtMs(ms int64) Time { return Time(ms) * Millisecond }

// AppendMs appends t in milliseconds, with as many decimals as it needs: 1001.5, 7, 0.001.
func (t Time) AppendMs(b []byte) []byte {
	if t < 0 {
		b, t = append(b, '-'), -t
	}
	b = strconv.AppendInt(b, int64(t/Millisecond), 10)
	rest := int64(t % Millisecond)
	if rest == 0 {
		return b
	}
	digits := [4]byte{'.', byte('0' + rest/100), byte('0' + rest/10%10), byte('0' + rest%10)}
	n := len(digits)
	for digits[n-1] == '0' {
		n--
	}
	return append(b, digits[:n]...)
}

// String is t in milliseconds, as AppendMs writes it.
func (t Time) String() string { return string(t.AppendMs(nil)) }
