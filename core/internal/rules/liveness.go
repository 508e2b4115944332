package rules

// BrokerState is the state of a registered broker at the controller (org.apache.kafka.controller.BrokerControlState).
type BrokerState uint8

const (
	// Fenced: it may not lead and may not be in an ISR.
	Fenced BrokerState = iota
	// Unfenced: it takes part.
	Unfenced
	// ControlledShutdown: it has asked to stop, and its leaderships are being moved.
	ControlledShutdown
	// ShutdownNow: it may stop; from here on it is fenced.
	ShutdownNow
)

// Heartbeat is a broker's report on itself (BrokerHeartbeatRequest). MetadataOffset is how far it has read the
// controller's log.
type Heartbeat struct {
	WantFence      bool
	WantShutDown   bool
	MetadataOffset int64
}

// NextBrokerState returns what a heartbeat makes of a broker (BrokerHeartbeatManager.calculateNextBrokerState). A new
// broker is unfenced once it has read its own registration. A broker in controlled shutdown may stop when it leads
// nothing and every active broker has read of that: shutdownOffset is the end of the controller's log when its shutdown
// began, lowestActiveOffset how far the slowest active broker has read.
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

// SessionValid reports whether the session of a broker last heard from at lastContactMs is valid; its last millisecond
// is the one in which the timeout is reached. Being fenced does not end a session (BrokerHeartbeatTracker.isExpired).
func SessionValid(lastContactMs, nowMs, timeoutMs int64) bool {
	return lastContactMs+timeoutMs >= nowMs
}
