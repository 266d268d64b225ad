package cache

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// MatchField is the field in which a look-up found what was typed.
type MatchField uint8

// The fields that look-ups search, the most telling first: of two that match equally well the first is the reason.
const (
	ByTicket   MatchField = iota + 1 // the number of a ticket
	ByPhone                          // a phone number
	ByEmail                          // an e-mail address
	ByOrder                          // a number of an order or its invoice
	ByCustomer                       // the customer's number
	ByCode                           // the customer's code
	ByName                           // the name of a customer or of a contact
	ByCreator                        // who created a ticket: the caller, or an agent
	ByTitle                          // the title of a ticket, which names the number
)

// field is a text of a record that look-ups compare.
type field struct {
	by    MatchField
	line  safetext.Line // as it is shown
	text  string        // folded
	phone desk.Phone    // of ByPhone
}

// appendField appends a field that is not empty.
func appendField(all []field, by MatchField, line safetext.Line) []field {
	if line.IsEmpty() {
		return all
	}
	f := field{by: by, line: line, text: safetext.Fold(line.String())}
	if by == ByPhone {
		f.phone = desk.NewPhone(f.text)
	}
	return append(all, f)
}

// orderFields returns what look-ups compare of an order.
func orderFields(o *desk.Order) (all []field) {
	for _, number := range []safetext.Line{o.ID.Display(), o.ERPOrder, o.Invoice} {
		all = appendField(all, ByOrder, number)
	}
	return all
}

// ticketFields returns what look-ups compare of a ticket; see lookupQuery.ticket, which reads its row.
func ticketFields(t *desk.Ticket) (all []field) {
	all = appendField(all, ByTicket, t.ID.Display())
	all = appendField(all, ByPhone, t.Phone)
	all = appendField(all, ByEmail, t.Email)
	all = appendField(all, ByOrder, t.OrderID)
	all = appendField(all, ByCreator, safetext.LineFromText(t.Creator.String()))
	return appendField(all, ByTitle, t.Title)
}

// rank is how well a record matches: a level, and within it whether something begins with what was typed.
type rank uint8

func rankOf(level desk.Match, begins bool) rank {
	if level != desk.NoMatch && begins {
		return 2*rank(level) + 1
	}
	return 2 * rank(level)
}

func (r rank) level() desk.Match { return desk.Match(r / 2) }

// match returns how well a field matches what was typed, and marks what of its text does.
func (q *lookupQuery) match(f *field, m *marks) rank {
	switch f.by {
	case ByTicket:
		return q.number(f.text, m)
	case ByPhone:
		return q.phoneNumber(f.phone, f.text, m)
	case ByEmail:
		return q.email(f.text, m)
	case ByOrder:
		return q.order(f.text, m)
	case ByCustomer:
		return q.customerID(f.text, m)
	case ByCode:
		return q.part(f.text, m)
	case ByName:
		return q.name(f.text, m)
	case ByCreator:
		return q.creator(f.text, m)
	case ByTitle:
		return q.title(f.text, m)
	}
	return 0
}

// record returns how well a record matches: by a field, or by fields that have a word each.
func (q *lookupQuery) record(fields []field) rank {
	best := q.spread(fields)
	for i := range fields {
		if f := &fields[i]; f.by != ByName || best != 0 || len(q.words) == 1 { // names are compared by word already
			best = max(best, q.match(f, nil))
		}
	}
	return best
}

// spread returns how well each of several words is in some field.
func (q *lookupQuery) spread(fields []field) rank {
	if len(q.words) < 2 {
		return 0
	}
	best := rankOf(desk.PartialMatch, true)
	for word := range q.words {
		fit := rank(0)
		for i := range fields {
			fit = max(fit, q.word(word, &fields[i], nil))
		}
		if best = min(best, fit); best == 0 {
			return 0
		}
	}
	return best
}

// word returns how well a field matches one of the words.
func (q *lookupQuery) word(i int, f *field, m *marks) rank {
	word := q.words[i]
	switch {
	case f.by == ByName:
		return nameWord(f.text, word, m)
	case f.by == ByPhone && q.phones[i].Match(f.phone) != desk.NoMatch:
		m.digits(f.text, word)
		return rankOf(desk.PartialMatch, false)
	case (f.by == ByCode || f.by == ByEmail) && len(word) >= minPart && strings.Contains(f.text, word):
		m.found(f.text, word)
		return rankOf(desk.PartialMatch, false)
	}
	return 0
}

// number matches the number of a ticket or an order: its last digits or its first, or as it is written.
func (q *lookupQuery) number(text string, m *marks) rank {
	if q.digits == "" {
		return q.part(text, m)
	}
	fit := endsIn(text, q.digits, m)
	if len(q.digits) < minNumber && fit.level() != desk.ExactMatch {
		return 0
	}
	if fit == 0 && beginsWith(text, q.digits, m) {
		return rankOf(desk.PartialMatch, false)
	}
	return fit
}

// order matches a number of an order, of which a code may have the last digits.
func (q *lookupQuery) order(text string, m *marks) rank {
	return max(q.number(text, m), endsIn(text, string(q.code), m))
}

// endsIn matches a number by its last digits, whatever is between them.
func endsIn(text, digits string, m *marks) rank {
	if digits == "" {
		return 0
	}
	left, from, to := len(digits), len(text), 0
	for ; left > 0 && from > 0; from-- {
		c := text[from-1]
		if !isDigit(c) {
			continue
		}
		if left--; c != digits[left] {
			return 0
		}
		to = max(to, from)
	}
	switch {
	case left > 0:
		return 0
	case hasDigit(text[:from]):
		m.add(from, to)
		return rankOf(desk.PartialMatch, true)
	}
	m.add(from, to)
	return rankOf(desk.ExactMatch, true)
}

// beginsWith reports whether a number begins with digits, whatever is between them.
func beginsWith(text, digits string, m *marks) bool {
	n, from := 0, 0
	for i := 0; n < len(digits); i++ {
		switch {
		case i == len(text):
			return false
		case !isDigit(text[i]):
			continue
		case text[i] != digits[n]:
			return false
		case n == 0:
			from = i
		}
		if n++; n == len(digits) {
			m.add(from, i+1)
		}
	}
	return true
}

// part matches a code or an order number.
func (q *lookupQuery) part(text string, m *marks) rank {
	if len(q.typed) < minPart || !strings.Contains(text, q.typed) {
		return 0
	}
	m.found(text, q.typed)
	if text == q.typed {
		return rankOf(desk.ExactMatch, true)
	}
	return rankOf(desk.PartialMatch, strings.HasPrefix(text, q.typed))
}

func (q *lookupQuery) phoneNumber(held desk.Phone, text string, m *marks) rank {
	fit := rankOf(q.phone.Match(held), true)
	if fit != 0 {
		m.digits(text, q.digits)
	}
	return fit
}

func (q *lookupQuery) email(text string, m *marks) rank {
	if q.mail == "" {
		return 0
	}
	m.found(text, q.mail)
	return rankOf(desk.MatchEmail(q.mail, text), strings.HasPrefix(text, q.mail))
}

// customerID matches a customer's number, by prefix.
func (q *lookupQuery) customerID(text string, m *marks) rank {
	switch {
	case q.id == "" || !strings.HasPrefix(text, q.id):
		return 0
	case len(q.id) < minPart && text != q.id:
		return 0
	}
	m.add(0, len(q.id))
	if text == q.id {
		return rankOf(desk.ExactMatch, true)
	}
	return rankOf(desk.PartialMatch, true)
}

// title matches a title that names the number of a code.
func (q *lookupQuery) title(text string, m *marks) rank {
	at := q.code.at(text)
	if at < 0 {
		return 0
	}
	m.add(at, at+len(q.code))
	return rankOf(desk.PartialMatch, strings.Contains(text, q.typed))
}

// name matches a name word by word.
func (q *lookupQuery) name(text string, m *marks) rank {
	best := rankOf(desk.PartialMatch, true)
	for _, word := range q.words {
		if best = min(best, nameWord(text, word, m)); best == 0 {
			return 0
		}
	}
	if text == q.typed {
		return rankOf(desk.ExactMatch, true)
	}
	return best
}

// creator matches a creator's name. It is no more than a desk.PossibleMatch, since an agent to whom no ticket is
// assigned may have created the ticket for a customer.
func (q *lookupQuery) creator(text string, m *marks) rank {
	fit := q.name(text, m)
	return rankOf(min(fit.level(), desk.PossibleMatch), fit%2 == 1)
}

// minFuzzyLen is the length from which a word is matched with one edit: shorter words are close to too many others.
const minFuzzyLen = 5

// nameWord matches a word of a name: its beginning, a part of it, or with one edit, as a desk.PossibleMatch.
func nameWord(text, word string, m *marks) rank {
	at := wordAt(text, word)
	switch {
	case at >= 0 && startsWord(text, at):
		m.add(at, at+len(word))
		return rankOf(desk.PartialMatch, true)
	case at >= 0 && len(word) >= minPart:
		m.add(at, at+len(word))
		return rankOf(desk.PartialMatch, false)
	case at >= 0 || len(word) < minFuzzyLen:
		return 0
	}
	from := 0
	for near := range strings.SplitSeq(text, " ") {
		if phrase.IsTypo(word, near) {
			m.add(from, from+len(near))
			return rankOf(desk.PossibleMatch, false)
		}
		from += len(near) + 1
	}
	return 0
}

// wordAt returns where a folded word is in a folded text: at the start of a word if it is there, else anywhere; -1 if
// it is nowhere.
func wordAt(text, word string) int {
	first := strings.Index(text, word)
	for at := first; at >= 0; {
		if startsWord(text, at) {
			return at
		}
		next := strings.Index(text[at+1:], word)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return first
}

// startsWord reports whether a word starts at a byte of a text.
func startsWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsMark(before)
}
