package cache

import (
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// minQueryLen is the length in bytes from which a query is searched.
const minQueryLen = 2

// lookupQuery is a customer search, parsed in every way in which the input can be meant.
type lookupQuery struct {
	raw   string   // as typed, with whitespace collapsed
	typed string   // raw, folded
	words []string // of typed
	phone desk.Phone
	id    string // digits only; empty when the input is not a number
	mail  string // what may be an address or part of one; empty when it cannot be
}

func newLookupQuery(typed string) lookupQuery {
	raw := strings.Join(strings.Fields(typed), " ")
	words := strings.Fields(safetext.Fold(raw))
	q := lookupQuery{raw: raw, typed: strings.Join(words, " "), words: words}
	if isNumber(q.typed) {
		q.phone = desk.NewPhone(q.typed)
	}
	if len(words) == 1 {
		q.mail = q.typed
	}
	if digits, err := strconv.ParseUint(q.typed, 10, 63); err == nil {
		q.id = strconv.FormatUint(digits, 10)
	}
	return q
}

// isNumber reports whether a text looks like a phone number, masked digits included.
func isNumber(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789 +-().,/*x#") == ""
}

// empty reports whether the query is too short to search.
func (q *lookupQuery) empty() bool { return len(q.typed) < minQueryLen }

// customer returns how well a customer matches.
func (q *lookupQuery) customer(s *customerEntry) desk.Match {
	best := max(q.number(s.id), q.part(s.code))
	if q.phone != 0 {
		for _, p := range s.phones {
			best = max(best, q.phone.Match(p))
		}
	}
	for _, e := range s.emails {
		best = max(best, desk.MatchEmail(q.mail, e))
	}
	if best == desk.ExactMatch {
		return best
	}
	return max(best, q.named(s))
}

// number matches an id, by prefix.
func (q *lookupQuery) number(id string) desk.Match {
	switch {
	case q.id == "" || !strings.HasPrefix(id, q.id):
		return desk.NoMatch
	case q.id == id:
		return desk.ExactMatch
	}
	return desk.PartialMatch
}

func (q *lookupQuery) part(held string) desk.Match {
	switch {
	case held == "" || !strings.Contains(held, q.typed):
		return desk.NoMatch
	case held == q.typed:
		return desk.ExactMatch
	}
	return desk.PartialMatch
}

// named matches names word by word; a word may also be in the code or an address. A word one edit away makes the match
// a desk.PossibleMatch.
func (q *lookupQuery) named(s *customerEntry) desk.Match {
	if s.name == q.typed {
		return desk.ExactMatch
	}
	best := desk.PartialMatch
	for _, word := range q.words {
		switch {
		case strings.Contains(s.names, word) || strings.Contains(s.code, word) || s.hasEmail(word):
		case s.hasNear(word):
			best = desk.PossibleMatch
		default:
			return desk.NoMatch
		}
	}
	return best
}

func (s *customerEntry) hasEmail(part string) bool {
	return slices.ContainsFunc(s.emails, func(e string) bool { return strings.Contains(e, part) })
}

// minFuzzyLen is the length from which a word is matched with one edit: shorter words are close to too many others.
const minFuzzyLen = 5

func (s *customerEntry) hasNear(typed string) bool {
	return len(typed) >= minFuzzyLen &&
		slices.ContainsFunc(s.words, func(word string) bool { return withinOneEdit(typed, word) })
}

// withinOneEdit reports whether two words differ by at most one byte replaced, inserted or removed, or two adjacent
// ones swapped.
func withinOneEdit(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y)-len(x) > 1 || len(x) < minFuzzyLen-1 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch {
	case len(x) < len(y):
		return x[i:] == y[i+1:]
	case i == len(x):
		return true
	case x[i+1:] == y[i+1:]:
		return true
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && x[i+2:] == y[i+2:]
}

// creators reports by index which names match every word of the query; nil when none does.
func (q *lookupQuery) creators(names []desk.InternedLine) []bool {
	if q.phone != 0 || len(q.words) == 0 {
		return nil
	}
	var fits []bool
	for i, name := range names {
		if !q.isNamed(safetext.Fold(name.String())) {
			continue
		}
		if fits == nil {
			fits = make([]bool, len(names))
		}
		fits[i] = true
	}
	return fits
}

// isNamed reports whether a folded name contains every word, or one within an edit of it.
func (q *lookupQuery) isNamed(name string) bool {
	for _, word := range q.words {
		if strings.Contains(name, word) {
			continue
		}
		if s := (customerEntry{words: strings.Fields(name)}); !s.hasNear(word) {
			return false
		}
	}
	return name != ""
}

// ticket returns how well a ticket matches by its number, e-mail or phone.
func (q *lookupQuery) ticket(s *packedTicket) desk.Match {
	if q.phone == 0 && !strings.Contains(q.mail, "@") && !strings.Contains(s.searchText(), q.mail) {
		return desk.NoMatch // fast path for most rows: only numbers and addresses need a closer comparison
	}
	_, rest, _ := strings.Cut(s.searchText(), "\n") // after the title
	email, rest, _ := strings.Cut(rest, "\n")
	phone, rest, _ := strings.Cut(rest, "\n")
	_, id, _ := strings.Cut(rest, "\n")
	best := max(q.number(id), desk.MatchEmail(q.mail, email))
	if q.phone != 0 && phone != "" {
		best = max(best, q.phone.Match(desk.NewPhone(phone)))
	}
	return best
}
