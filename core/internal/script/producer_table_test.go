package script

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// configRow is a row of the recorded table "config": what the Java client made of some settings.
type configRow struct {
	Table       string
	Given       map[string]string
	Outcome     string
	Idempotence bool   `json:"enable.idempotence"`
	Acks        string `json:"acks"`
	Retries     int64  `json:"retries"`
	InFlight    int64  `json:"max.in.flight.requests.per.connection"`
	Delivery    int64  `json:"delivery.timeout.ms.effective"`
	Values      map[string]*string
}

func configRows(t *testing.T) (rows []configRow) {
	t.Helper()
	text, err := os.ReadFile("../producer/testdata/tables.jsonl")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, `{"table":"config"`) || strings.HasPrefix(line, `{"table":"defaults"`) {
			var row configRow
			require.NoError(t, json.Unmarshal([]byte(line), &row))
			rows = append(rows, row)
		}
	}
	return rows
}

// supported reports whether this version has all the settings of a row, and their values.
func (row *configRow) supported() bool {
	for key, text := range row.Given {
		r := rowOf(key, ProducerScope)
		if r < 0 {
			return false
		}
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > configs[r].Max && row.Outcome == "ok" {
			return false // Larger than this version takes.
		}
	}
	return true
}

func TestProducersAreConfiguredAsTheJavaClientIs(t *testing.T) {
	compared := 0
	for _, row := range configRows(t) {
		if row.Table != "config" || !row.supported() {
			continue
		}
		compared++
		given, err := json.Marshal(row.Given)
		require.NoError(t, err)
		s, err := Parse([]byte(withRoot(`"producers": [{"id": "p", "config": ` + string(given) + `}]`)))
		if row.Outcome != "ok" {
			require.Error(t, err, "%v", row.Given)
			continue
		}
		require.NoError(t, err, "%v", row.Given)
		p := s.Producers[0]
		require.Equal(t, row.Idempotence, p.Idempotence, "%v", row.Given)
		acks, err := strconv.Atoi(row.Acks)
		require.NoError(t, err)
		require.Equal(t, protocol.Acks(acks), p.Acks, "%v", row.Given)
		require.Equal(t, row.Retries, p.Retries, "%v", row.Given)
		require.Equal(t, row.InFlight, p.MaxInFlight, "%v", row.Given)
		require.Equal(t, row.Delivery, p.DeliveryTimeoutMs, "%v", row.Given)
	}
	require.Greater(t, compared, 25)
}

func TestProducersHaveTheJavaClientsDefaults(t *testing.T) {
	for _, row := range configRows(t) {
		if row.Table != "defaults" {
			continue
		}
		for r := range configs {
			c := &configs[r]
			if c.Scope != ProducerScope {
				continue
			}
			require.NotNil(t, row.Values[c.Key], c.Key)
			want := *row.Values[c.Key]
			got := strings.Trim(strings.TrimSuffix(c.def(), " "+c.Unit), `"`)
			require.Equal(t, want, got, c.Key)
		}
	}
}

// CommonClientConfigs.postProcessReconnectBackoffConfigs: the values are those of Kafka 4.4.0's ProducerConfig.
func TestTheReconnectBackoffGrowsNoMoreWhenOnlyItsStartIsSet(t *testing.T) {
	for _, c := range []struct {
		config   string
		from, to int64
	}{
		{`{}`, 50, 1000},
		{`{"reconnect.backoff.ms": 20}`, 20, 20},
		{`{"reconnect.backoff.ms": 5000}`, 5000, 5000},
		{`{"reconnect.backoff.max.ms": 20}`, 50, 20},
		{`{"reconnect.backoff.ms": 5000, "reconnect.backoff.max.ms": 100}`, 5000, 100},
	} {
		s, err := Parse([]byte(withRoot(`"producers": [{"id": "p", "config": ` + c.config + `}]`)))
		require.NoError(t, err)
		require.Equal(t, c.from, s.Producers[0].ReconnectBackoffMs, c.config)
		require.Equal(t, c.to, s.Producers[0].ReconnectBackoffMax, c.config)
	}
}
