package cache

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Vocabulary is the values that an agent can choose from: the configured ones in their order, then those learnt from
// tickets, by label.
type Vocabulary struct {
	SubStatuses  []desk.Code // each with a key, without duplicates
	Queues       []desk.Code
	Dispositions []string // sanitised paths joined by "|"

	// Orders are the values of known orders, sorted, by the paths of Update Order, for fields that take few distinct
	// values.
	Orders map[string][]string
}

// Vocabulary returns the vocabulary known so far; every pull may extend it.
func (b *Cache) Vocabulary() Vocabulary {
	b.mu.Lock()
	subStatuses, queues := b.words.subStatuses.all, b.words.queues.all
	dispositions := slices.Sorted(maps.Keys(b.dispositions))
	orders := make(map[string][]string, len(b.orderValues))
	for path, values := range b.orderValues {
		orders[path] = slices.Sorted(maps.Keys(values))
	}
	b.mu.Unlock()
	v := Vocabulary{SubStatuses: codes(b.SubStatuses, subStatuses), Queues: codes(b.Queues, queues), Orders: orders}
	seen := map[string]bool{}
	for _, disposition := range slices.Concat(b.Dispositions, dispositions) {
		if !seen[disposition] {
			seen[disposition] = true
			v.Dispositions = append(v.Dispositions, disposition)
		}
	}
	return v
}

// codes appends the learnt codes to the configured ones. Of a key learnt twice, the last one with a name counts, since
// accounts rename values.
func codes(configured, taught []desk.Code) []desk.Code {
	byKey := map[desk.ID]desk.Code{}
	for _, c := range taught {
		if named := c.Label() != c.Key().Display().String(); named || byKey[c.Key()].IsZero() {
			byKey[c.Key()] = c
		}
	}
	delete(byKey, desk.ID{}) // without a key it cannot be sent
	for _, c := range configured {
		delete(byKey, c.Key())
	}
	sorted := slices.SortedFunc(maps.Values(byKey), func(x, y desk.Code) int {
		return cmp.Or(cmp.Compare(foldedCode(x), foldedCode(y)), x.Key().Compare(y.Key()))
	})
	return slices.Concat(configured, sorted)
}

// teachDisposition adds a ticket's disposition path to the vocabulary, up to a limit.
func (b *Cache) teachDisposition(path safetext.Line) {
	const most = 1_000
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.dispositions[path.String()]; known || path.IsEmpty() || len(b.dispositions) >= most {
		return
	}
	b.dispositions[path.String()] = struct{}{}
	b.notify()
}

// maxOrderValues is how many values of one field are offered, and maxOrderValue their maximum length in bytes.
const (
	maxOrderValues = 200
	maxOrderValue  = 80
)

// teachOrders adds the values of choice fields of orders to the vocabulary. b.mu is held.
func (b *Cache) teachOrders(all []desk.Order) {
	news := false
	for i := range all {
		values := wire.EditableOrder(&all[i])
		for _, path := range wire.OrderChoices {
			value := strings.TrimSpace(values[path])
			known := b.orderValues[path]
			if value == "" || len(value) > maxOrderValue || len(known) >= maxOrderValues {
				continue
			}
			if known == nil {
				known = map[string]struct{}{}
				b.orderValues[path] = known
			}
			if _, has := known[value]; !has {
				known[value] = struct{}{}
				news = true
			}
		}
	}
	if news {
		b.notify()
	}
}
