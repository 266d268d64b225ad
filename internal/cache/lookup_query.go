package cache

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
)

// lookupQuery is what was typed, in every way in which it can be meant.
type lookupQuery struct {
	raw     string       // as typed, with whitespace collapsed
	typed   string       // raw, folded
	words   []string     // of typed
	starts  []string     // the words with a blank before them, as they stand within a name
	phone   desk.Phone   // 0 when what is typed is no number
	phones  []desk.Phone // of each word that is one, beside a name
	numbers []string     // the digits of phone or phones, to be marked
	digits  digits       // of a number, or of a word that may be the number of an order; 0 when it is neither
	isMixed bool         // the word has letters too
	code    numberCode   // of an order, as titles name it
	id      string       // digits only; empty when the input is not a number
	mail    string       // what may be an address or part of one; empty when it cannot be
}

// The fewest characters that are compared with more than the beginnings of names: fewer are in almost every record.
const (
	minPart   = 2 // with parts of names, codes, addresses and order numbers
	minNumber = 3 // with the last digits of ticket and order numbers
)

func newLookupQuery(typed string) lookupQuery {
	raw, words := foldedQuery(typed)
	q := lookupQuery{raw: raw, typed: strings.Join(words, " "), words: words, phones: make([]desk.Phone, len(words))}
	if all := digitsIn(q.typed); isNumber(q.typed) {
		q.phone, q.digits = desk.NewPhone(q.typed), all
		q.numbers = []string{string(digitsOf(nil, q.typed)), q.phone.Digits()}
	} else if len(words) == 1 && all.count() > 0 && !strings.Contains(q.typed, "@") {
		q.digits, q.isMixed = all, true
	}
	q.code = newNumberCode(words)
	for i, word := range words {
		q.starts = append(q.starts, " "+word)
		if q.phone == 0 && isNumber(word) {
			q.phones[i] = desk.NewPhone(word)
			q.numbers = append(q.numbers, word)
		}
	}
	if len(words) == 1 && len(q.typed) >= minPart && q.phone == 0 {
		q.mail = q.typed
	}
	if number, err := strconv.ParseUint(q.typed, 10, 63); err == nil {
		q.id = strconv.FormatUint(number, 10)
	}
	return q
}

// isNumber reports whether a text looks like a phone number, masked digits included.
func isNumber(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789 +-().,/*x#") == ""
}

// empty reports whether nothing is typed that could be found.
func (q *lookupQuery) empty() bool { return q.typed == "" }

// rank is how well a record matches: a level, and within it whether something begins with what was typed.
type rank uint8

func rankOf(level desk.Match, begins bool) rank {
	if level != desk.NoMatch && begins {
		return 2*rank(level) + 1
	}
	return 2 * rank(level)
}

func (r rank) level() desk.Match { return desk.Match(r / 2) }

// customer returns how well a customer matches.
func (q *lookupQuery) customer(s *customerEntry) rank {
	best := q.customerID(s.id)
	if len(q.typed) >= minPart {
		best = max(best, q.part(s.code))
	}
	if q.phone != 0 {
		for _, p := range s.phones {
			best = max(best, rankOf(q.phone.Match(p), true))
		}
	}
	if q.mail != "" {
		for _, e := range s.emails {
			best = max(best, rankOf(desk.MatchEmail(q.mail, e), strings.HasPrefix(e, q.mail)))
		}
	}
	if best.level() == desk.ExactMatch {
		return best
	}
	return max(best, q.named(s))
}

// customerID matches a customer's number, by prefix.
func (q *lookupQuery) customerID(id string) rank {
	switch {
	case q.id == "" || !strings.HasPrefix(id, q.id):
		return 0
	case q.id == id:
		return rankOf(desk.ExactMatch, true)
	case len(q.id) < minPart:
		return 0
	}
	return rankOf(desk.PartialMatch, true)
}

// part matches a code or an order number.
func (q *lookupQuery) part(held string) rank {
	switch {
	case held == "" || !strings.Contains(held, q.typed):
		return 0
	case held == q.typed:
		return rankOf(desk.ExactMatch, true)
	}
	return rankOf(desk.PartialMatch, strings.HasPrefix(held, q.typed))
}

// named matches names word by word; a word may also be in the code, an address or, as the last digits, in a phone
// number. A word one edit away makes the match a desk.PossibleMatch.
func (q *lookupQuery) named(s *customerEntry) rank {
	if s.name == q.typed {
		return rankOf(desk.ExactMatch, true)
	}
	best := rankOf(desk.PartialMatch, true)
	for i, word := range q.words {
		switch {
		case strings.HasPrefix(s.names, word) || strings.Contains(s.names, q.starts[i]):
		case len(word) < minPart:
			return 0
		case strings.Contains(s.names, word) || strings.Contains(s.code, word) || s.hasEmail(word) ||
			q.phones[i] != 0 && s.hasPhone(q.phones[i]):
			best = min(best, rankOf(desk.PartialMatch, false))
		case s.hasNear(word):
			best = min(best, rankOf(desk.PossibleMatch, false))
		default:
			return 0
		}
	}
	return best
}

func (s *customerEntry) hasEmail(part string) bool {
	return slices.ContainsFunc(s.emails, func(e string) bool { return strings.Contains(e, part) })
}

func (s *customerEntry) hasPhone(typed desk.Phone) bool {
	return slices.ContainsFunc(s.phones, func(p desk.Phone) bool { return typed.Match(p) != desk.NoMatch })
}

// minFuzzyLen is the length from which a word is matched with one edit: shorter words are close to too many others.
const minFuzzyLen = 5

func (s *customerEntry) hasNear(typed string) bool {
	return len(typed) >= minFuzzyLen &&
		slices.ContainsFunc(s.words, func(word string) bool { return phrase.IsTypo(typed, word) })
}

// creators returns how well each label matches as the name of a creator; nil when none does. The names of agents do not
// match: they create tickets for customers.
func (q *lookupQuery) creators(s *Snapshot, x *lookupIndex) []rank {
	if q.phone != 0 || len(q.words) == 0 {
		return nil
	}
	var fits []rank
	var agents map[string]bool
	words, starts := q.wordBytes()
	for label := 1; label < min(len(x.ends), len(s.values.labels)); label++ { // the index may be of a later snapshot
		fit := q.creator(x.name(label), words, starts)
		if fit == 0 {
			continue
		}
		if fits == nil {
			fits, agents = make([]rank, len(x.ends)), s.assigneeNames()
		}
		if !agents[strings.ToLower(s.values.labels[label].String())] {
			fits[label] = fit
		}
	}
	return fits
}

// wordBytes returns the words, and those with a blank before them.
func (q *lookupQuery) wordBytes() (words, starts [][]byte) {
	for i, word := range q.words {
		words, starts = append(words, []byte(word)), append(starts, []byte(q.starts[i]))
	}
	return words, starts
}

// creator matches a creator's name word by word. It is no more than a desk.PossibleMatch, since an agent to whom no
// ticket is assigned may have created the ticket for a customer.
func (q *lookupQuery) creator(name []byte, words, starts [][]byte) rank {
	if len(name) == 0 {
		return 0
	}
	begins := true
	for i, word := range words {
		switch {
		case bytes.Contains(name, word):
			if bytes.HasPrefix(name, word) || bytes.Contains(name, starts[i]) {
				continue
			}
			if begins = false; len(word) < minPart {
				return 0
			}
		case len(word) >= minFuzzyLen && hasNearWord(name, q.words[i]):
			begins = false
		default:
			return 0
		}
	}
	return rankOf(desk.PossibleMatch, begins)
}

// hasNearWord reports whether a name has a word within one edit.
func hasNearWord(name []byte, typed string) bool {
	for len(name) > 0 {
		word, rest, _ := bytes.Cut(name, []byte{' '})
		if phrase.IsTypo(typed, word) {
			return true
		}
		name = rest
	}
	return false
}
