package cache

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Vocabulary is the values that an agent can choose from: the configured ones in their order, then those learnt from
// tickets, by label.
type Vocabulary struct {
	SubStatuses  []desk.Code // each with a key, without duplicates
	Closing      desk.Code   // the sub-status to close a ticket with; zero if none is known
	Queues       []desk.Code
	Dispositions []string // sanitised paths joined by "|"

	// Orders are the values of known orders, sorted, by the paths of Update Order, for fields that take few distinct
	// values.
	Orders map[string][]string
}

// Vocabulary returns the vocabulary known so far; every pull may extend it.
func (c *Cache) Vocabulary() Vocabulary {
	c.mu.Lock()
	subStatuses, queues, learnt := c.words.subStatuses.all, c.words.queues.all, c.learnt
	values := c.values.sorted()
	c.mu.Unlock()
	v := Vocabulary{
		SubStatuses: codes(c.SubStatuses, slices.Concat(learnt.subStatuses, subStatuses)),
		Queues:      codes(c.Queues, slices.Concat(learnt.queues, queues)),
		Orders:      values,
	}
	v.Closing = closingOf(c.SubStatuses, v.SubStatuses)
	seen := map[string]bool{}
	for _, disposition := range slices.Concat(c.Dispositions, values[dispositionPath]) {
		if !seen[disposition] {
			seen[disposition] = true
			v.Dispositions = append(v.Dispositions, disposition)
		}
	}
	return v
}

// IsClosing reports whether a sub-status means closed, as far as it is known.
func (c *Cache) IsClosing(key string) bool { v := c.Vocabulary(); return v.IsClosing(key) }

// IsClosing reports whether a sub-status means closed, as far as it is known.
func (v *Vocabulary) IsClosing(key string) bool {
	return desk.IsClosed(desk.NewCode(strings.TrimSpace(key), safetext.Line{}), v.SubStatuses)
}

// closingOf returns the sub-status to close a ticket with: the first one of the configuration that does, or else the
// one of the interface, or one that says so in its name, or one whose tickets are closed; zero if none is known.
func closingOf(configured, all []desk.Code) desk.Code {
	for _, step := range []struct {
		among []desk.Code
		is    func(desk.Code) bool
	}{
		{configured, desk.Code.MeansClosed},
		{all, func(c desk.Code) bool { return desk.NewCode(c.Key().Raw(), safetext.Line{}).MeansClosed() }},
		{all, func(c desk.Code) bool { return desk.SaysClosed(c.Label()) }},
		{all, desk.Code.MeansClosed},
	} {
		if i := slices.IndexFunc(step.among, step.is); i >= 0 {
			return step.among[i]
		}
	}
	return desk.Code{}
}

// IsAssignee reports whether a known ticket is assigned to this name, which then is an agent's.
func (s *Snapshot) IsAssignee(name string) bool {
	return name != "" && slices.ContainsFunc(s.words.assignees.all, func(l desk.InternedLine) bool {
		return strings.EqualFold(l.String(), name)
	})
}

// assigneeNames returns the names for IsAssignee in lower case, to look up many.
func (s *Snapshot) assigneeNames() map[string]bool {
	names := make(map[string]bool, len(s.words.assignees.all))
	for _, l := range s.words.assignees.all {
		names[strings.ToLower(l.String())] = l.String() != ""
	}
	return names
}

// codes appends the learnt codes to the configured ones. Of a key learnt twice, the last one with a name counts, since
// accounts rename values. It closes tickets if all of them are closed.
func codes(configured, taught []desk.Code) []desk.Code {
	byKey, opens := map[desk.ID]desk.Code{}, map[desk.ID]bool{}
	for _, c := range taught {
		if named := c.Label() != c.Key().Display().String(); named || byKey[c.Key()].IsZero() {
			byKey[c.Key()] = desk.NewCode(c.Key().Raw(), safetext.LineFromText(c.Label()))
		}
		opens[c.Key()] = opens[c.Key()] || !c.MeansClosed()
	}
	delete(byKey, desk.ID{}) // without a key it cannot be sent
	configured = slices.Clone(configured)
	for key, isOpen := range opens {
		if known, has := byKey[key]; has && !isOpen {
			byKey[key] = known.Closing()
		}
	}
	for i, c := range configured {
		if byKey[c.Key()].MeansClosed() {
			configured[i] = c.Closing()
		}
		delete(byKey, c.Key())
	}
	sorted := slices.SortedFunc(maps.Values(byKey), func(x, y desk.Code) int {
		return cmp.Or(cmp.Compare(foldedCode(x), foldedCode(y)), x.Key().Compare(y.Key()))
	})
	return slices.Concat(configured, sorted)
}

// maxCodes is how many sub-statuses, and how many queues, outlast the tickets that they were learnt from.
const maxCodes = 200

// learnCodes adds the sub-statuses and queues of the known tickets to the vocabulary that is kept. c.mu is held.
func (c *Cache) learnCodes() {
	subStatuses, queues := c.words.subStatuses.all, c.words.queues.all
	seen := [2]int{len(subStatuses), len(queues)}
	if c.learnt.seen == seen {
		return
	}
	c.learnt.seen = seen
	if c.learnt.add(subStatuses, queues) {
		c.vocabularyChanged()
	}
}

// add adds codes, and reports whether that changed anything. Of a key with several names the last one counts.
func (l *learntCodes) add(subStatuses, queues []desk.Code) (changed bool) {
	for _, part := range []struct {
		known *[]desk.Code
		added []desk.Code
	}{{&l.subStatuses, subStatuses}, {&l.queues, queues}} {
		all := codes(nil, slices.Concat(*part.known, part.added))
		all = all[:min(len(all), maxCodes)]
		changed = changed || !slices.Equal(all, *part.known)
		*part.known = all
	}
	return changed
}

// How many values of a field are offered, and the longest of an order in bytes.
const (
	maxDispositions = 1_000
	maxOrderValues  = 200
	maxOrderValue   = 80
)

// dispositionPath is the path of the dispositions of tickets among learnt values.
const dispositionPath = "disposition"

// add adds a value, up to a limit, and reports whether it is new.
func (l learntValues) add(path, value string) bool {
	known, most := l[path], maxOrderValues
	if path == dispositionPath {
		most = maxDispositions
	}
	_, has := known[value]
	if has || value == "" || len(known) >= most || path != dispositionPath && len(value) > maxOrderValue {
		return false
	}
	if known == nil {
		known = map[string]struct{}{}
		l[path] = known
	}
	known[value] = struct{}{}
	return true
}

// sorted returns the values of each field in order.
func (l learntValues) sorted() map[string][]string {
	all := make(map[string][]string, len(l))
	for path, values := range l {
		all[path] = slices.Sorted(maps.Keys(values))
	}
	return all
}

// addDisposition adds a ticket's disposition path to the vocabulary.
func (c *Cache) addDisposition(path safetext.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.values.add(dispositionPath, path.String()) {
		c.vocabularyChanged()
		c.notify()
	}
}

// orderPaths are the paths of the choice fields of orders.
var orderPaths = func() []string {
	var paths []string
	for _, f := range schema.Order.Fields {
		if f.Choices == schema.OrderValues {
			paths = append(paths, schema.Join(schema.Order.Path, f.Key))
		}
	}
	return paths
}()

// addOrderValues adds the values of choice fields of orders to the vocabulary. c.mu is held.
func (c *Cache) addOrderValues(all []desk.Order) {
	changed := false
	for i := range all {
		values := wire.EditableOrder(&all[i])
		for _, path := range orderPaths {
			changed = c.values.add(path, strings.TrimSpace(values[path])) || changed
		}
	}
	if changed {
		c.vocabularyChanged()
		c.notify()
	}
}
