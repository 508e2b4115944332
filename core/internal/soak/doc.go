// Package soak plays random scripts and holds what they show against what the specification promises.
//
// Its generator, and the world that its checks build up from the lines of a result, know the script format, the result
// format and Kafka's rules, and nothing of the model: they go through package core alone, as a stranger would, so that
// what the model takes for granted is not taken for granted here, too. Each check counts how often it was at stake, and
// a test breaks every promise in the lines on purpose to see it caught.
//
// go test plays a few hundred short scripts; ./build.sh soak plays as many as one likes, long ones among them.
package soak
