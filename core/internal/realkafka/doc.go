// Package realkafka holds the model against a real Kafka: testdata/scripts is scripts that a Kafka 4.4.0 cluster has
// played several times over, testdata/recordings is what came of them. Its tests play each in the model and compare
// every recorded fact, times within allowances that are named.
package realkafka
