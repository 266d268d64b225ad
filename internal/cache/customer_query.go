package cache

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// minQueryLen is how many characters are worth looking for.
const minQueryLen = 2

// customerQuery is what somebody types to find a customer, read in every way in which it can be meant.
type customerQuery struct {
	raw   string   // as typed, single blanks
	typed string   // raw, folded
	words []string // of typed
	phone desk.Phone
	id    string // digits alone; empty when something else was typed
	mail  string // what may be an address or a part of one; empty when that cannot be
}

func newWish(typed string) customerQuery {
	raw := strings.Join(strings.Fields(typed), " ")
	words := strings.Fields(safetext.Fold(raw))
	w := customerQuery{raw: raw, typed: strings.Join(words, " "), words: words}
	if isNumber(w.typed) {
		w.phone = desk.NewPhone(w.typed)
	}
	if len(words) == 1 {
		w.mail = w.typed
	}
	if digits, err := strconv.ParseUint(w.typed, 10, 63); err == nil {
		w.id = strconv.FormatUint(digits, 10)
	}
	return w
}

// isNumber says that a text is written as a phone number is, masked digits included.
func isNumber(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789 +-().,/*x#") == ""
}

// empty says that too little was typed to look for.
func (w *customerQuery) empty() bool { return len(w.typed) < minQueryLen }

// customer says how well a customer fits.
func (w *customerQuery) customer(s *customerEntry) desk.Match {
	best := max(w.number(s.id), w.part(s.code))
	if w.phone != (desk.Phone{}) {
		for _, p := range s.phones {
			best = max(best, w.phone.Match(p))
		}
	}
	for _, e := range s.emails {
		best = max(best, desk.MatchEmail(w.mail, e))
	}
	if best == desk.ExactMatch {
		return best
	}
	return max(best, w.named(s))
}

// number compares an id, which is found from its beginning.
func (w *customerQuery) number(id string) desk.Match {
	switch {
	case w.id == "" || !strings.HasPrefix(id, w.id):
		return desk.NoMatch
	case w.id == id:
		return desk.ExactMatch
	}
	return desk.PartialMatch
}

func (w *customerQuery) part(held string) desk.Match {
	switch {
	case held == "" || !strings.Contains(held, w.typed):
		return desk.NoMatch
	case held == w.typed:
		return desk.ExactMatch
	}
	return desk.PartialMatch
}

// named compares names, word by word, a code or an address among the words included. A word that is one slip of the
// finger away makes it a maybe.
func (w *customerQuery) named(s *customerEntry) desk.Match {
	if s.name == w.typed {
		return desk.ExactMatch
	}
	best := desk.PartialMatch
	for _, word := range w.words {
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
	for _, e := range s.emails {
		if strings.Contains(e, part) {
			return true
		}
	}
	return false
}

// minFuzzyLen is how long a word is that may be mistyped: shorter ones are near to too many.
const minFuzzyLen = 5

func (s *customerEntry) hasNear(typed string) bool {
	if len(typed) < minFuzzyLen {
		return false
	}
	for _, word := range s.words {
		if withinOneEdit(typed, word) {
			return true
		}
	}
	return false
}

// withinOneEdit says that two words are one letter apart: changed, left out, too many, or two that changed places.
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

// creators says which of some names fit what was typed, word by word; nil when none does.
func (w *customerQuery) creators(names []desk.InternedLine) []bool {
	if w.phone != (desk.Phone{}) || len(w.words) == 0 {
		return nil
	}
	var fits []bool
	for i, name := range names {
		if !w.isNamed(safetext.Fold(name.String())) {
			continue
		}
		if fits == nil {
			fits = make([]bool, len(names))
		}
		fits[i] = true
	}
	return fits
}

// isNamed says whether a folded name has every word that was typed, or one that is a slip of the finger away.
func (w *customerQuery) isNamed(name string) bool {
	for _, word := range w.words {
		if strings.Contains(name, word) {
			continue
		}
		if s := (customerEntry{words: strings.Fields(name)}); len(word) < minFuzzyLen || !s.hasNear(word) {
			return false
		}
	}
	return name != ""
}

// ticket says how well a ticket fits: by its number, its address or its phone.
func (w *customerQuery) ticket(s *packedTicket) desk.Match {
	if w.phone == (desk.Phone{}) && !strings.Contains(w.mail, "@") && !strings.Contains(s.searchText(), w.mail) {
		return desk.NoMatch // at a glance, as most are: only numbers and masked addresses are compared otherwise
	}
	_, rest, _ := strings.Cut(s.searchText(), "\n") // behind the title
	email, rest, _ := strings.Cut(rest, "\n")
	phone, rest, _ := strings.Cut(rest, "\n")
	_, id, _ := strings.Cut(rest, "\n")
	best := max(w.number(id), desk.MatchEmail(w.mail, email))
	if w.phone != (desk.Phone{}) && phone != "" {
		best = max(best, w.phone.Match(desk.NewPhone(phone)))
	}
	return best
}
