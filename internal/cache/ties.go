package cache

import (
	"context"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// settleTies sorts the runs of a sorted list whose numbers are the same by their texts. The texts are read
// sixteen bytes at a time, a whole run at once: comparing them pair by pair would fetch each of
// 100,000 texts from memory a dozen times.
func (s *sorting) settleTies(ctx context.Context, entries []entry) error {
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(s.snapshot.parts())
	texts, depth := s.texts()
	const least = 4_096 // entries that are worth a goroutine
	for rest := entries; len(rest) > 0; {
		end := min(least, len(rest))
		for end < len(rest) && compareEntries(rest[end-1], rest[end]) == 0 {
			end++
		}
		part := rest[:end]
		rest = rest[end:]
		group.Go(func() error {
			s.settleRuns(part, texts, depth)
			return ctx.Err()
		})
	}
	return group.Wait()
}

// tieBreaker is a text that decides between rows, turned round or not.
type tieBreaker struct {
	of       func(*packedTicket) string
	reversed bool
}

// texts are what decides where the numbers do not, and how many bytes of the first the numbers hold.
func (s *sorting) texts() (all []tieBreaker, depth int) {
	id := tieBreaker{lengthAndID, s.order.Reverse && s.order.Key == desk.SortByTicket}
	if s.order.Key == desk.SortByTitle {
		return []tieBreaker{{(*packedTicket).title, s.order.Reverse}, id}, bytesPerPass
	}
	return []tieBreaker{id}, 0
}

// lengthAndID sorts as desk.Key does: shorter ones first.
func lengthAndID(row *packedTicket) string {
	id := row.id()
	return string([]byte{byte(len(id) >> 8), byte(len(id))}) + id
}

// bytesPerPass is how many bytes of a text an entry's two numbers hold.
const bytesPerPass = 16

// settleRuns sorts each run of equal entries by what follows depth in the first text, then by the next.
func (s *sorting) settleRuns(entries []entry, texts []tieBreaker, depth int) {
	for len(entries) > 1 && len(texts) > 0 {
		end := 1
		for end < len(entries) && compareEntries(entries[0], entries[end]) == 0 {
			end++
		}
		if end > 1 {
			s.settleRun(entries[:end], texts, depth)
		}
		entries = entries[end:]
	}
}

func (s *sorting) settleRun(run []entry, texts []tieBreaker, depth int) {
	if depth > len(texts[0].of(s.snapshot.row(run[0].row))) {
		// All have the same text: the numbers went beyond its end, and were one longer, they would be others.
		if texts, depth = texts[1:], 0; len(texts) == 0 {
			return
		}
	}
	for i := range run {
		text := texts[0].of(s.snapshot.row(run[i].row))
		text = text[min(depth, len(text)):]
		run[i].key, run[i].then = prefixKey(text), prefixKey(text[min(8, len(text)):])
		if texts[0].reversed {
			run[i].key, run[i].then = ^run[i].key, ^run[i].then
		}
	}
	slices.SortFunc(run, compareEntries)
	s.settleRuns(run, texts, depth+bytesPerPass)
}
