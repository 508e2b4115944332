package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// row is one line of the budget table.
type row struct {
	what      string
	measured  float64
	hard, aim float64 // In the row's unit.
	unit      string
	noHard    bool   // There is only an aim.
	atLeast   bool   // The measured value should lie above the limits, not below.
	missing   string // Why there is no measured value.
}

// verdict says how a measured value stands against its limits.
func (r row) verdict() string {
	within := func(limit float64) bool { return r.measured <= limit }
	if r.atLeast {
		within = func(limit float64) bool { return r.measured >= limit }
	}
	switch {
	case r.missing != "":
		return "not measured: " + r.missing
	case within(r.aim):
		return "aim met"
	case r.noHard:
		return "aim missed"
	case within(r.hard):
		return "within the limit"
	default:
		return "OVER THE LIMIT"
	}
}

// failed says whether the row breaks a hard limit.
func (r row) failed() bool { return r.verdict() == "OVER THE LIMIT" }

// number writes a value in the row's unit.
func (r row) number(value float64) string {
	text := strconv.FormatFloat(value, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + r.unit
}

// printBudget writes the table and fails if a hard limit is broken.
func printBudget(out io.Writer, rows []row) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "what\tmeasured\thard\taim\tverdict")
	var broken []string
	for _, row := range rows {
		measured, hard := row.number(row.measured), row.number(row.hard)
		if row.missing != "" {
			measured = "-"
		}
		if row.noHard {
			hard = "-"
		}
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\n", row.what, measured, hard, row.number(row.aim), row.verdict())
		if row.failed() {
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
