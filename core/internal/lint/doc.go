// Package lint holds the repository's sources against its own rules: what the core may import, how long files and
// functions may be, what is documented, and that the lists of Kafka's test cases tell of every case.
package lint
