package paged_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/paged"
)

func elements(l *paged.List[int]) (all []int) {
	for i := range l.Len() {
		all = append(all, *l.At(i))
	}
	return all
}

// Several lists, each made as a copy of another, and beside each a slice that is really copied.
func TestAListIsASliceAndItsCopiesGoTheirOwnWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists, models := make([]paged.List[int], 1), make([][]int, 1)
		which := func(t *rapid.T) int { return rapid.IntRange(0, len(lists)-1).Draw(t, "which") }
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				i := which(t)
				for range rapid.IntRange(1, 2*paged.PageSize).Draw(t, "elements") {
					e := lists[i].Add()
					require.Zero(t, *e)
					*e = len(models[i]) + 1
					models[i] = append(models[i], *e)
				}
			},
			"change": func(t *rapid.T) {
				i := which(t)
				if len(models[i]) == 0 {
					t.Skip("empty")
				}
				at := rapid.IntRange(0, len(models[i])-1).Draw(t, "at")
				*lists[i].Change(at) *= -2
				models[i][at] *= -2
			},
			"clone": func(t *rapid.T) {
				i := which(t)
				lists, models = append(lists, lists[i].Clone()), append(models, slices.Clone(models[i]))
			},
			"": func(t *rapid.T) {
				for i := range lists {
					require.Equal(t, models[i], elements(&lists[i]))
				}
			},
		})
	})
}

func TestWhatIsNotInAListIsNotToBeHad(t *testing.T) {
	var l paged.List[int]
	*l.Add() = 7
	require.Equal(t, 7, *l.At(0))
	require.Panics(t, func() { l.At(1) })
	require.Panics(t, func() { l.Change(1) })
}

func TestACopyCostsItsPagesAndNotItsElements(t *testing.T) {
	var l paged.List[[100]int]
	for range 100 * paged.PageSize {
		l.Add()
	}
	c := l.Clone()
	require.Same(t, l.At(0), c.At(0), "shared")
	c.Change(1)
	require.NotSame(t, l.At(0), c.At(0), "until one of the two changes something on the page")
	require.Same(t, l.At(paged.PageSize), c.At(paged.PageSize))
	l.Change(0)
	require.NotSame(t, l.At(0), c.At(0))
}
