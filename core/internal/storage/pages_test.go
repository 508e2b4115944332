package storage_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/protocol"
	"highwater/core/internal/storage"
)

// However a log grows, is cut and copied, it holds what a plain list of batches would, and so do the copies and what
// was read before.
func TestALogOfManyPagesIsAListOfBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, model := &storage.Log{}, []int64{} // the base offsets
		type seen struct {
			log   storage.Log
			read  []protocol.Batch
			bases []int64
		}
		var before []seen
		everything := storage.ReadLimit{Bytes: 1 << 40, Records: 1 << 40}
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				for range rapid.IntRange(1, 150).Draw(t, "batches") {
					n := rapid.IntRange(1, 2).Draw(t, "records")
					model = append(model, l.Append(0, make([]protocol.Record, n)))
				}
			},
			"cut": func(t *rapid.T) {
				if len(model) > 0 {
					n := rapid.IntRange(0, len(model)-1).Draw(t, "batches left")
					l.TruncateTo(model[n])
					model = model[:n:n]
				}
			},
			"copy": func(*rapid.T) {
				before = append(before, seen{l.Clone(), l.Read(0, everything), model})
			},
			"go on with the copy": func(*rapid.T) {
				c := l.Clone()
				before = append(before, seen{*l, l.Read(0, everything), model})
				l = &c
			},
			"": func(t *rapid.T) {
				require.Equal(t, model, append([]int64{}, bases(l.Read(0, everything))...))
				if len(model) > 0 {
					from := rapid.IntRange(0, len(model)-1).Draw(t, "from")
					require.Equal(t, model[from:], bases(l.Read(model[from], everything)))
					require.Equal(t, model[from], l.BatchAt(model[from]).BaseOffset)
				}
				require.Nil(t, l.BatchAt(l.End()))
				for i := range before {
					b := &before[i]
					require.Equal(t, b.bases, append([]int64{}, bases(b.read)...))
					require.Equal(t, b.bases, append([]int64{}, bases(b.log.Read(0, everything))...))
				}
			},
		})
	})
}
