package cache

import (
	"encoding/binary"
	"slices"

	"frontdesk/internal/desk"
)

// ascending and latest make keys of moments.
func ascending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return uint64(at) + 1<<63
}

func descending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return empty - 1 - ascending(at)
}

// risk puts out of SLA first, then at risk, then others, then closed. In each, what is due soonest comes first; behind
// it, by age, come the tickets of which nothing says when they are due: the oldest first, those without a date last.
func risk(row *packedTicket) uint64 {
	class := uint64(2)
	switch {
	case row.marks.Has(desk.Closed):
		class = 3
	case row.marks.Has(desk.OutOfSLA):
		class = 0
	case row.marks.Has(desk.AtRisk):
		class = 1
	}
	const (
		span    = 1 << 59 // seconds on either side of 1970; no date that can be read comes near
		noDue   = 1 << 60
		undated = 1<<60 - 2
	)
	if due := desk.FirstDue(row.callback, row.due); due != 0 {
		return class<<61 + uint64(due+span)
	}
	if row.created == 0 {
		return class<<61 + noDue + undated
	}
	return class<<61 + noDue + uint64(row.created+span)
}

// titleKey is the key of a title: its first eight bytes.
func titleKey(title string) uint64 {
	if title == "" {
		return empty
	}
	return prefixKey(title)
}

// prefixKey are the first eight bytes of a text, in its order.
func prefixKey(s string) uint64 {
	var first [8]byte
	copy(first[:], s)
	return binary.BigEndian.Uint64(first[:])
}

// lengthAndDigits is what decides between ids, nearly always at once: a byte for the length, then four bits
// for each character up to the first that is no digit. Ids for which it is the same may still differ.
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

// rankValues numbers values by how they sort; those that sort the same share a number.
func rankValues[T any](values []T, sorts func(T) string) []uint64 {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = sorts(v)
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

// bySLA puts what the marks say before how the account words it: some accounts have marks alone.
func bySLA(ranks []uint64) func(*packedTicket) uint64 {
	return func(row *packedTicket) uint64 {
		switch {
		case row.marks.Has(desk.OutOfSLA):
			return 0
		case row.marks.Has(desk.AtRisk):
			return 1
		case row.sla == 0:
			return empty
		}
		return 2 + ranks[row.sla]
	}
}

// urgency sorts priority labels: those that are ranked by their rank, then the others alphabetically.
func urgency(priority desk.InternedLine) string {
	if rank, ranked := desk.PriorityRank(priority); ranked {
		return string(rune(rank))
	}
	return foldedTerm(priority)
}
