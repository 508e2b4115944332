// Package realkafka holds the model against a real Kafka: Compare holds every fact of a recording, which is what came
// of a script on a Kafka cluster, against the model's result of the same script, times within allowances that are
// named. testdata has scripts that a Kafka 4.4.0 cluster has played several times over, and their recordings, which
// the tests compare. How a cluster is made to play a script is not in here, but in core/oracle.
package realkafka
