//go:build !js

package soak

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"highwater/core"
)

// key is a configuration key, as `run --configs` prints it.
type key struct {
	name               string
	otherwise, low, up int64
	boolean, dynamic   bool
	words              []string
}

// keysOf reads the printed list, so that a new key is drawn as soon as there is one: by scope, "broker", "topic",
// "producer" and so on.
func keysOf() map[string][]key {
	keys := map[string][]key{}
	scope, name := "", ""
	for _, text := range strings.Split(string(core.AppendConfigs(nil)), "\n") {
		switch {
		case strings.HasSuffix(text, " configuration:"):
			scope = strings.TrimSuffix(text, " configuration:")
		case strings.HasPrefix(text, "      default "):
			k := key{name: name, dynamic: strings.Contains(text, "the step set changes it")}
			text, _, _ = strings.Cut(strings.TrimPrefix(text, "      default "), ";")
			otherwise, limits, _ := strings.Cut(text, ", ")
			k.otherwise, _ = strconv.ParseInt(strings.Fields(otherwise)[0], 10, 64)
			low, up, ranged := strings.Cut(limits, " to ")
			switch {
			case ranged:
				k.low, _ = strconv.ParseInt(low, 10, 64)
				k.up, _ = strconv.ParseInt(up, 10, 64)
			case limits == "true or false":
				k.boolean = true
			default:
				for i, word := range strings.Split(limits, `"`) {
					if i%2 == 1 {
						k.words = append(k.words, word)
					}
				}
			}
			keys[scope] = append(keys[scope], k)
		case strings.HasPrefix(text, "  ") && !strings.HasPrefix(text, "   "):
			name = strings.TrimSpace(text)
		}
	}
	return keys
}

// draw is a value of a key: at an end of its range, at its default, a power of ten beside it, or anywhere, all sizes
// alike.
func (k *key) draw(r *rand.Rand) any {
	if k.boolean {
		return r.IntN(2) == 0
	}
	if len(k.words) > 0 {
		return k.words[r.IntN(len(k.words))]
	}
	otherwise := max(k.otherwise, 1)
	v := k.low
	switch r.IntN(12) {
	case 0:
	case 1:
		v = k.low + 1
	case 2:
		v = k.up - int64(r.IntN(2))
	case 3:
		v = otherwise
	case 4, 5:
		v = otherwise / int64(math.Pow10(1+r.IntN(3)))
	case 6:
		v = otherwise * int64(math.Pow10(1+r.IntN(3)))
	case 7:
		v = otherwise + int64(r.IntN(3)) - 1
	default:
		v = between(r, max(k.low, 1), min(k.up, otherwise*100))
	}
	v = min(max(v, k.low), k.up)
	if r.IntN(30) == 0 {
		return strconv.FormatInt(v, 10) // Kafka takes text, too
	}
	return v
}

// between is a number from low to up, all sizes alike.
func between(r *rand.Rand, low, up int64) int64 {
	if up <= low {
		return low
	}
	x := math.Exp(math.Log(float64(low)) + r.Float64()*(math.Log(float64(up))-math.Log(float64(low))))
	return min(max(int64(x+0.5), low), up)
}
