package rules

// BrokerState is a registered broker as the controller counts on it
// (org.apache.kafka.controller.BrokerControlState).
type BrokerState uint8

const (
	// Fenced: it may not lead and may not be in an ISR.
	Fenced BrokerState = iota
	// Unfenced: it takes part.
	Unfenced
	// ControlledShutdown: it has asked to go, and its leaderships are being moved.
	ControlledShutdown
	// ShutdownNow: it may go; from here on it is fenced.
	ShutdownNow
)

// Heartbeat is what a broker says of itself (BrokerHeartbeatRequest). MetadataOffset is how far it has read the
// controller's log.
type Heartbeat struct {
	WantFence      bool
	WantShutDown   bool
	MetadataOffset int64
}

// NextBrokerState returns what a heartbeat makes of a broker (BrokerHeartbeatManager.calculateNextBrokerState). A new
// broker is unfenced once it has read its own registration. One that goes is let go when it leads nothing and every
// active broker has read of that: shutdownOffset is where the controller's log stood when its shutdown began,
// lowestActiveOffset how far the slowest active broker has read.
func NextBrokerState(
	current BrokerState, h Heartbeat, registrationOffset int64, leads bool, shutdownOffset, lowestActiveOffset int64,
) BrokerState {
	switch current {
	case Fenced:
		switch {
		case h.WantShutDown:
			return ShutdownNow
		case !h.WantFence && h.MetadataOffset >= registrationOffset:
			return Unfenced
		}
		return Fenced
	case Unfenced:
		switch {
		case h.WantShutDown && (h.WantFence || !leads):
			return ShutdownNow
		case h.WantFence:
			return Fenced
		case h.WantShutDown:
			return ControlledShutdown
		}
		return Unfenced
	case ControlledShutdown:
		if leads || shutdownOffset > lowestActiveOffset {
			return ControlledShutdown
		}
	}
	return ShutdownNow
}

// SessionValid reports whether a broker that was last heard at lastContactMs still counts as there; its last
// millisecond is the one in which the timeout is reached. Being fenced does not end a session
// (BrokerHeartbeatTracker.isExpired).
func SessionValid(lastContactMs, nowMs, timeoutMs int64) bool {
	return lastContactMs+timeoutMs >= nowMs
}
