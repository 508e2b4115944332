// Package behaviour tells, as tests, what the whole model does: the playground's scenarios, the death of leaders, the
// producer's retries, what a raw request may be told. Each test is a script and what comes of it.
package behaviour
