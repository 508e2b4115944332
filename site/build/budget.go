package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// none stands for a limit that there is not.
var none = math.NaN()

// row is one line of the budget table.
type row struct {
	what      string
	measured  float64
	hard, aim float64 // In the row's unit, or none.
	unit      string
	atLeast   bool   // The measured value should lie above the limits, not below.
	missing   string // Why there is no measured value.
}

// overTheLimit is the verdict on a row that breaks a hard limit.
const overTheLimit = "OVER THE LIMIT"

// verdict says how a measured value stands against its limits.
func (r row) verdict() string {
	within := func(limit float64) bool { return r.measured <= limit }
	if r.atLeast {
		within = func(limit float64) bool { return r.measured >= limit }
	}
	switch {
	case r.missing != "":
		return "not measured: " + r.missing
	case within(r.aim): // no value is within a limit that is not there
		return "aim met"
	case math.IsNaN(r.hard) && math.IsNaN(r.aim):
		return "-"
	case math.IsNaN(r.hard):
		return "aim missed"
	case within(r.hard):
		return "within the limit"
	default:
		return overTheLimit
	}
}

// number writes a value in the row's unit.
func (r row) number(value float64) string {
	if math.IsNaN(value) {
		return "-"
	}
	text := strconv.FormatFloat(value, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + r.unit
}

// printBudget writes the table and fails if a hard limit is broken.
func printBudget(out io.Writer, rows []row) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "what\tmeasured\thard\taim\tverdict")
	var broken []string
	for _, row := range rows {
		if row.missing != "" {
			row.measured = none
		}
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\n",
			row.what, row.number(row.measured), row.number(row.hard), row.number(row.aim), row.verdict())
		if row.verdict() == overTheLimit {
			broken = append(broken, row.what)
		}
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	if broken != nil {
		return fmt.Errorf("over the hard limit: %s", strings.Join(broken, "; "))
	}
	return nil
}
