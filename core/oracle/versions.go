package main

import (
	"context"
	"fmt"
	"slices"

	"highwater/core/oracle/internal/install"
)

// compareVersions plays every script on the Kafka that the model follows and on another, and prints what changes: what
// the model differs in from one of the two, and not from the other. So times have the allowances that they always have.
func compareVersions(ctx context.Context, o *options, scripts []*asked) (int, error) {
	old, err := newAsker(ctx, o, install.ModelVersion)
	if err != nil {
		return 2, err
	}
	other, err := newAsker(ctx, o, o.compareVersions)
	if err != nil {
		return 2, err
	}
	if old.kafka.Version == other.kafka.Version {
		fmt.Printf("That is Kafka %s, which the model follows: there is nothing to compare.\n", old.kafka.Version)
		return 0, nil
	}
	changed, unsure := 0, 0
	for i, s := range scripts {
		before, after := old.ask(ctx, s), other.ask(ctx, s)
		if ctx.Err() != nil {
			fmt.Println("Interrupted; no process is left.")
			break
		}
		gone, come := without(before.differences, after.differences), without(after.differences, before.differences)
		what := "the same"
		switch {
		case before.failed != nil:
			unsure++
			what = "not played: " + before.failed.Error()
		case after.failed != nil:
			unsure++
			what = other.kafka.Version + " did not play it: " + after.failed.Error()
		case before.strain+after.strain != "" && len(gone)+len(come) > 0:
			unsure++
			what = "the machine was too busy to tell"
		case len(gone)+len(come) > 0:
			changed++
			what = "changes"
		}
		fmt.Printf("%d of %d  %s: %s\n", i+1, len(scripts), s.name, what)
		for _, difference := range gone {
			fmt.Printf("    in %s only: %s\n", old.kafka.Version, difference)
		}
		for _, difference := range come {
			fmt.Printf("    in %s only: %s\n", other.kafka.Version, difference)
		}
	}
	fmt.Printf("From Kafka %s to %s, %d of %d scripts change; %d could not be told.\n",
		old.kafka.Version, other.kafka.Version, changed, len(scripts), unsure)
	if changed > 0 {
		return 1, nil
	}
	if unsure > 0 {
		return 2, nil
	}
	return 0, nil
}

// without returns what is in a list and not in another.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}
