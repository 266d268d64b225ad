package book

import (
	"cmp"
	"maps"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// Vocabulary is what an agent can choose from: what was configured, in its order, then what tickets
// taught, by label.
type Vocabulary struct {
	SubStatuses  []desk.Code // each with a key, each key once
	Queues       []desk.Code
	Dispositions []string // clean paths joined by "|"
}

// Vocabulary is what is known by now; every pull may add to it.
func (b *Book) Vocabulary() Vocabulary {
	b.mu.Lock()
	subStatuses, queues := b.words.subStatuses.all, b.words.queues.all
	dispositions := slices.Sorted(maps.Keys(b.dispositions))
	b.mu.Unlock()
	v := Vocabulary{SubStatuses: codes(b.SubStatuses, subStatuses), Queues: codes(b.Queues, queues)}
	seen := map[string]bool{}
	for _, disposition := range slices.Concat(b.Dispositions, dispositions) {
		if !seen[disposition] {
			seen[disposition] = true
			v.Dispositions = append(v.Dispositions, disposition)
		}
	}
	return v
}

// codes puts the taught codes behind the configured ones. Of a key that was taught twice, the last
// one with a name counts: names are what accounts change.
func codes(configured, taught []desk.Code) []desk.Code {
	byKey := map[desk.Key]desk.Code{}
	for _, c := range taught {
		if named := c.Label() != c.Key().Line().String(); named || byKey[c.Key()].IsZero() {
			byKey[c.Key()] = c
		}
	}
	delete(byKey, desk.Key{}) // without a key it cannot be sent
	for _, c := range configured {
		delete(byKey, c.Key())
	}
	sorted := slices.SortedFunc(maps.Values(byKey), func(x, y desk.Code) int {
		return cmp.Or(cmp.Compare(foldedCode(x), foldedCode(y)), x.Key().Compare(y.Key()))
	})
	return slices.Concat(configured, sorted)
}

// teachDisposition remembers a path that a ticket carries, up to a number that people can choose from.
func (b *Book) teachDisposition(path text.Line) {
	const most = 1_000
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.dispositions[path.String()]; known || path.IsEmpty() || len(b.dispositions) >= most {
		return
	}
	b.dispositions[path.String()] = struct{}{}
	b.tell()
}
