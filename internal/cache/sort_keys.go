package cache

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// toMinute drops the seconds of a time. Only records that this console wrote have them, so two tickets of one minute
// would otherwise stand in a different order for each agent; their ids decide instead.
func toMinute(at desk.UnixTime) desk.UnixTime { return at - at%60 }

// ascending and descending return sort keys of times.
func ascending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return uint64(toMinute(at)) + 1<<63
}

func descending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return empty - 1 - ascending(at)
}

// byRisk sorts late tickets first, then those at risk, then others, then closed ones. Within each class the soonest due
// come first; tickets without a due time follow by age, oldest first and undated ones last.
func byRisk(now desk.UnixTime) func(*packedTicket) uint64 {
	const (
		span    = 1 << 59 // seconds on either side of 1970; no readable date exceeds it
		noDue   = 1 << 60
		undated = 1<<60 - 2
	)
	return func(row *packedTicket) uint64 {
		class := riskClass(row.Marks, row.Callback, row.Due, now)
		if at := desk.NextDeadline(row.Marks&^desk.Closed, row.Callback, row.Due).At; at != 0 {
			return class<<61 + uint64(toMinute(at)+span)
		}
		if row.Created == 0 {
			return class<<61 + noDue + undated
		}
		return class<<61 + noDue + uint64(toMinute(row.Created)+span)
	}
}

// riskClass numbers late tickets 0, those at risk 1, others 2 and closed ones 3.
func riskClass(m desk.Flags, callback, due, now desk.UnixTime) uint64 {
	if m.Has(desk.Closed) {
		return 3
	}
	return uint64(desk.IsLate - desk.UrgencyOf(m, callback, due, now))
}

// sortText returns the text by which rows are sorted, which needs more than a number; nil for other columns.
func sortText(by desk.SortKey) func(*packedTicket) string {
	switch by {
	case desk.SortByTitle:
		return titleText
	case desk.SortByCustomer:
		return customerText
	}
	return nil
}

// titleText returns the text by which tickets are sorted by title.
func titleText(row *packedTicket) string { return safetext.SortKey(row.title()) }

// customerText returns the text by which tickets are sorted by customer: the e-mail, else the phone number.
func customerText(row *packedTicket) string {
	email, phone, _, _ := row.contact()
	return cmp.Or(email, phone)
}

// noNumber is of the orders by a text.
func noNumber() func(*packedTicket) uint64 { return nil }

// prefixKey returns the first eight bytes of a text as a number that sorts as the text does.
func prefixKey(s string) uint64 {
	var first [8]byte
	copy(first[:], s)
	return binary.BigEndian.Uint64(first[:])
}

// lengthAndDigits returns a sort key of an id: a byte for the length, then four bits for each character up to the first
// that is no digit. Different ids may have the same key.
func lengthAndDigits(id string) uint64 {
	const digits = 14 // as many as fit
	key := uint64(min(len(id), 255))
	if key == 255 {
		return key << 56
	}
	shift := 4 * digits
	for i := 0; i < len(id) && i < digits; i++ {
		key, shift = key<<4, shift-4
		switch c := id[i]; {
		case c < '0':
			return key << shift
		case c > '9':
			return (key + 11) << shift
		default:
			key += uint64(c-'0') + 1
		}
	}
	return key << shift
}

// rankValues returns the rank of each value in sort order; values with equal sort texts share a rank.
func rankValues[T any](values []T, sorts func(T) string) []uint64 {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = safetext.SortKey(sorts(v))
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(texts)))
	all := make([]uint64, len(values))
	for i, s := range texts {
		at, _ := slices.BinarySearch(sorted, s)
		all[i] = uint64(at)
		if s == "" {
			all[i] = empty
		}
	}
	return all
}

func byRank(ranks []uint64, of func(*packedTicket) uint32) func(*packedTicket) uint64 {
	return func(row *packedTicket) uint64 { return ranks[of(row)] }
}

// clock sorts by the deadline. Tickets without one come last, whichever way round: late, at risk, others, closed.
func clock(row *packedTicket) uint64 {
	if d := desk.NextDeadline(row.Marks, row.Callback, row.Due); !d.IsZero() {
		return ascending(d.At)
	}
	return noDeadline + riskClass(row.Marks, 0, 0, 0)
}

// urgency returns the sort text of a priority label: by rank if it has one, the others alphabetically.
func urgency(priority desk.InternedLine) string {
	if rank, ranked := desk.PriorityRank(priority); ranked {
		return string(rune(rank))
	}
	return foldedTerm(priority)
}

// settleTies sorts runs of entries with equal numbers by their texts. It reads the texts of a whole run sixteen bytes
// at a time: a pairwise comparison would load each of 100,000 texts from memory a dozen times.
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

// tieBreaker is a text that orders rows with equal keys.
type tieBreaker struct {
	of       func(*packedTicket) string
	reversed bool
}

// texts returns the tie-breakers, and how many bytes of the first the entries' numbers hold.
func (s *sorting) texts() (all []tieBreaker, depth int) {
	id := tieBreaker{lengthAndID, s.order.Reverse && s.order.Key == desk.SortByTicket}
	if text := sortText(s.order.Key); text != nil {
		return []tieBreaker{{text, s.order.Reverse}, id}, bytesPerPass
	}
	return []tieBreaker{id}, 0
}

// lengthAndID returns a text that sorts as desk.ID.Compare does: shorter ids first.
func lengthAndID(row *packedTicket) string {
	id := row.id()
	return string([]byte{byte(len(id) >> 8), byte(len(id))}) + id
}

// bytesPerPass is how many bytes of a text an entry's two numbers hold.
const bytesPerPass = 16

// settleRuns sorts each run of equal entries by the first text from depth on, then by the next text.
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
		// All texts are equal: the numbers went past the end, and would differ if one text were longer.
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
