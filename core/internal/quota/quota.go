// Package quota measures what a client produces at a broker, and how long a client above its quota is throttled:
// org.apache.kafka.server.quota.ClientQuotaManager with the Rate that it keeps for each client, as
// QuotaUtils.throttleTime reads it.
//
// It leaves out the quotas on fetched bytes, on the time that requests take and on changes of the metadata, quotas of
// users, and that a client's measure is forgotten after an hour without a request: it has long been empty then.
package quota

import (
	"math"
	"slices"
)

// Window is over which time a rate is measured: so many samples (quota.window.num), each so long
// (quota.window.size.seconds).
type Window struct {
	Samples  int
	SampleMs int64
}

// Unlimited is the quota of a client that has none.
const Unlimited int64 = math.MaxInt64

// Rate is the bytes that one client has sent to one broker of late (Rate over a SampledStat). The zero value is that of
// a client that has sent nothing.
type Rate struct {
	samples []sample
	current int // which of them is being filled
}

// sample is the bytes of one part of the window (SampledStat.Sample).
type sample struct {
	startMs, lastMs int64
	bytes           int64
}

// Clone returns an independent copy.
func (r *Rate) Clone() Rate { return Rate{slices.Clone(r.samples), r.current} }

// Record counts a request of so many bytes at nowMs, on the broker's clock, and returns for how long it throttles the
// client whose quota is bytesPerSecond: as long as the rate needs to come back to the quota if nothing more comes, in
// ms; 0: the quota is kept (ClientQuotaManager.recordAndGetThrottleTimeMs, QuotaUtils.throttleTime).
func (r *Rate) Record(w Window, bytesPerSecond, bytes, nowMs int64) (throttleMs int64) {
	r.add(w, bytes, nowMs)
	total, windowMs := r.measure(w, nowMs)
	bound := float64(bytesPerSecond)
	rate := float64(total) / (float64(windowMs) / 1000)
	if rate <= bound {
		return 0
	}
	// Each step is rounded by itself, as in Java: no two may be fused into one.
	excess := float64(float64(rate-bound) / bound)
	return min(int64(math.Floor(float64(excess*float64(windowMs))+0.5)), math.MaxInt32)
}

// add counts bytes in the present sample. One that is full is followed by the next; there is one more of them than the
// window has, for the oldest may have begun before it (SampledStat.record, advance).
func (r *Rate) add(w Window, bytes, nowMs int64) {
	if len(r.samples) == 0 {
		r.samples = append(r.samples, sample{startMs: nowMs})
	}
	if nowMs-r.samples[r.current].startMs >= w.SampleMs {
		r.current = (r.current + 1) % (w.Samples + 1)
		if r.current == len(r.samples) {
			r.samples = append(r.samples, sample{})
		}
		r.samples[r.current] = sample{startMs: nowMs}
	}
	s := &r.samples[r.current]
	s.bytes += bytes
	s.lastMs = nowMs
}

// measure returns the bytes in the window, and how long that is: the time since its oldest sample began, but no less
// than all samples but one, so that a client that has just begun is not measured by its first moment (Rate.windowSize,
// SampledStat.purgeObsoleteSamples).
func (r *Rate) measure(w Window, nowMs int64) (bytes, windowMs int64) {
	oldest := nowMs
	for i := range r.samples {
		s := &r.samples[i]
		if nowMs-s.lastMs >= int64(w.Samples)*w.SampleMs {
			*s = sample{startMs: nowMs, lastMs: nowMs}
		}
		bytes += s.bytes
		oldest = min(oldest, s.startMs)
	}
	windowMs = nowMs - oldest
	if missing := int64(w.Samples-1) - windowMs/w.SampleMs; missing > 0 {
		windowMs += missing * w.SampleMs
	}
	return bytes, max(windowMs, 1)
}
