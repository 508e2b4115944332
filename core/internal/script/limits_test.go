package script

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// many is so many items, made of their number, with commas between.
func many(n int, item string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(item, "#", strconv.Itoa(i))
	}
	return strings.Join(items, ",")
}

func TestEveryLimitHoldsAndIsNamed(t *testing.T) {
	topic := func(name string) string {
		return withCluster(`"topics": [{"name": "` + name + `", "partitions": [{"replicas": [1]}]}]`)
	}
	topics := func(n int) string {
		return withCluster(`"topics": [` + many(n, `{"name": "t#", "partitions": [{"replicas": [1]}]}`) + `]`)
	}
	partitions := func(n int) string {
		return withCluster(`"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}, {"name": "u", "partitions": [` +
			many(n-1, `{"replicas": [1]}`) + `]}]`)
	}
	producers := func(n int) string { return withRoot(`"producers": [` + many(n, `{"id": "p#"}`) + `]`) }
	consumers := func(n int) string { return withConsumers(`[` + many(n, `{"id": "c#"}`) + `]`) }
	steps := func(n int) string { return withSteps(many(n, `{"at": #, "fetch-pause": {"broker": 1}}`)) }
	title := func(n int) string { return withRoot(`"title": "` + strings.Repeat("é", n) + `"`) }
	records := func(n int) string {
		return withSteps(`{"at": 0, "produce": {"partitions": [{"topic": "payments", "partition": 0, "records": [` +
			many(n, `"#"`) + `]}]}}`)
	}
	value := func(n int) string {
		return withSteps(`{"at": 0, "send": {"producer": "p1", "topic": "payments", "value": "` +
			strings.Repeat("é", n) + `"}}`)
	}
	key := func(n int) string {
		return withSteps(`{"at": 0, "send": {"producer": "p1", "topic": "payments", "value": "v", "key": "` +
			strings.Repeat("k", n) + `"}}`)
	}
	counted := func(n int) string { // of 100 bytes each, a dash, and the number
		return withSteps(`{"at": 0, "send": {"producer": "p1", "topic": "payments", "value": "` +
			strings.Repeat("v", 100) + `", "count": ` + strconv.Itoa(n) + `}}`)
	}
	size := func(n int) string { // after the script, spaces
		text := withRoot(`"seed": 1`)
		return text + strings.Repeat(" ", n-len(text))
	}
	for _, c := range []struct{ last, beyond, err string }{
		{topics(100), topics(101), "cluster.topics: 101 topics; the limit is 100"},
		{partitions(100), partitions(101), "cluster.topics[1].partitions: 101 partitions in all topics; the limit is 100"},
		{producers(100), producers(101), "producers: 101 producers; the limit is 100"},
		{consumers(20), consumers(21), "consumers: 21 consumers; the limit is 20"},
		{steps(10000), steps(10001), "steps: 10001 steps; the limit is 10000"},
		{title(200), title(201), "title: 201 characters; the limit is 200"},
		{
			topic(strings.Repeat("x", 249)), topic(strings.Repeat("x", 250)),
			"cluster.topics[0].name: 250 characters; the limit is 249",
		},
		{
			records(100000), records(100001),
			"steps[0].produce.partitions[0].records: 100001 records; the limit is 100000",
		},
		{value(1000), value(1001), "steps[0].send.value: a value of 1001 characters; the limit is 1000"},
		{key(1000), key(1001), "steps[0].send.key: a key of 1001 characters; the limit is 1000"},
		{
			counted(39673), counted(39674), "steps[0].send: the values of all records take more than 4194304 bytes, " +
				"those of a count counted each: send fewer records, or give them shorter values",
		},
		{size(1 << 20), size(1<<20 + 1), "a script of 1048577 bytes; the limit is 1048576"},
	} {
		_, err := Parse([]byte(c.last))
		require.NoError(t, err)
		_, err = Parse([]byte(c.beyond))
		require.EqualError(t, err, c.err)
	}
}

func TestATextOfTooManyValuesIsRefusedEarly(t *testing.T) {
	_, err := Parse([]byte("[\n" + strings.Repeat("0,", 400_000) + "0]"))
	require.EqualError(t, err, "line 2, column 499999: more than 250000 values up to here; no script needs them")
}

func TestAMessageRepeatsOnlySoMuchOfTheScript(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	for _, text := range []string{
		withRoot(`"` + long + `": 1`),
		withCluster(`"topics": [{"name": "t", "partitions": [{"replicas": [1], "logs": {"` + long + `": []}}]}]`),
		withSteps(`{"at": 0, "send": {"producer": "` + long + `"}}`),
		withSteps(`{"at": 0, "` + long + `": {}}`),
		withSteps(`{"at": 0, "fetch-pause": {"broker": 1` + strings.Repeat("0", 100_000) + `}}`),
		withRoot(`"seed": 0.` + strings.Repeat("1", 100_000)),
		withRoot(`"a": {"` + long + `": 1, "` + long + `": 2}`),
	} {
		_, err := Parse([]byte(text))
		require.Error(t, err)
		require.Less(t, len(err.Error()), 500)
	}
	_, err := Parse([]byte(withSteps(`{"at": 0, "send": {"producer": "` + long + `"}}`)))
	require.EqualError(t, err, `steps[0].send.producer: no producer "`+strings.Repeat("é", 60)+
		`"…; there are "p1" and "p2"`)
}

func TestManyNamesAreListedInPart(t *testing.T) {
	_, err := Parse([]byte(`{"version": 1, "cluster": {}, "producers": [` + many(20, `{"id": "p#"}`) +
		`], "steps": [{"at": 0, "send": {"producer": "checkout"}}]}`))
	require.EqualError(t, err, `steps[0].send.producer: no producer "checkout"; there are `+
		`"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11" and 8 more`)
	_, err = Parse([]byte(`{"version": 1, "cluster": {}, "steps": [{"at": 0, "send": {"producer": "p"}}]}`))
	require.EqualError(t, err, `steps[0].send.producer: no producer "p"; the script has none`)
}
