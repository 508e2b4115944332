package script

import (
	"slices"
	"strings"

	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/protocol"
)

// How the values of configuration keys are read, as Kafka spells them.

// configValue returns the value v of the key c: a number or a boolean, or Kafka's own spelling of it as text.
func (v value) configValue(c *Config) int64 {
	if c.Key == "acks" {
		return int64(v.acks(-1, 1, `none of "all", "1" and "0"`))
	}
	if c.Boolean {
		return int64(triOf(v.configBoolean()))
	}
	if c.Policy {
		return int64(v.cleanupPolicy())
	}
	if c.Reset {
		return v.offsetReset()
	}
	if v.Kind() == '0' {
		return v.Int(c.Min, c.Max)
	}
	if v.Kind() != '"' {
		v.Fail("must be a number, not %s", document.KindName(v.Kind()))
	}
	n, ok := decode.Whole(trim(v.Text()))
	if !ok {
		v.Fail("%s is not a whole number", document.Quote(v.Text()))
	}
	if n < c.Min || n > c.Max {
		v.Fail("%s is out of range: %d to %d", document.Quote(v.Text()), c.Min, c.Max)
	}
	return n
}

// configBoolean reads true or false, as text, too, which Kafka takes in any case (ConfigDef.parseType).
func (v value) configBoolean() bool {
	if v.Kind() != '"' {
		return v.Boolean()
	}
	switch text := trim(v.Text()); {
	case document.SameLetters(text, "true"):
		return true
	case !document.SameLetters(text, "false"):
		v.Fail("%s is neither true nor false", document.Quote(v.Text()))
	}
	return false
}

// cleanupPolicy reads a list of policies, separated by commas, as Kafka takes it, each once (ConfigDef.ValidList).
func (v value) cleanupPolicy() (p CleanupPolicy) {
	for rest, more := v.Str(), true; more; {
		var name string
		name, rest, more = strings.Cut(rest, ",")
		one := policyNamed(trim(name))
		switch {
		case one == 0:
			v.NoSuch("cleanup policy", trim(name), cleanupPolicies[:])
		case p&one != 0:
			v.Fail("%s is listed twice", document.Quote(trim(name)))
		}
		p |= one
	}
	return p
}

// byDuration is what a policy of a consumer begins with that goes by the time of records.
const byDuration = "by_duration:"

// offsetReset reads what a consumer does when its offset is gone (AutoOffsetResetStrategy.fromString).
func (v value) offsetReset() int64 {
	text := v.Str()
	i := slices.Index(protocol.OffsetResetNames, text)
	if strings.HasPrefix(text, byDuration) {
		v.Fail(`"by_duration" is not modelled, for records are not found by their time here; ` +
			`use "earliest", "latest" or "none"`)
	}
	if i < 0 {
		v.NoSuch("policy", text, protocol.OffsetResetNames)
	}
	return int64(i)
}

// trim is text without the spaces around it, which Kafka takes away, too (ConfigDef.parseType).
func trim(text string) string {
	for text != "" && text[0] == ' ' {
		text = text[1:]
	}
	for text != "" && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// acks returns the level v, as text or number, from low to high.
func (v value) acks(low, high int64, otherwise string) protocol.Acks {
	text := v.Text()
	switch v.Kind() {
	case '"':
		if text == "all" {
			return protocol.AcksAll
		}
		if n, ok := decode.Whole(text); ok && n >= low && n <= high {
			return protocol.Acks(n)
		}
		v.Fail("%s is %s", document.Quote(text), otherwise)
	case '0':
		if n, fault := decode.Decimal(text, 0); fault == decode.Exact && n >= low && n <= high {
			return protocol.Acks(n)
		}
		v.Fail("%s is %s", document.QuoteNumber(text), otherwise)
	default:
		v.Fail(`must be "all" or a number, as text or not, not %s`, document.KindName(v.Kind()))
	}
	return 0
}
