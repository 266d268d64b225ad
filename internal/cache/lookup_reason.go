package cache

import (
	"slices"
	"strconv"
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

// TextRange is a part of a text, from a byte up to another.
type TextRange struct{ From, To int }

// reason is why a record matches: the field, its text, and what of it to mark.
type reason struct {
	field      MatchField
	value      safetext.Line
	ranges     []TextRange
	level      desk.Match
	lastDigits bool // only the visible digits at the end of a masked number were compared
}

// reasonOf returns the best reason for which a customer's record, an order or a ticket matches; none may be nil.
func (q *lookupQuery) reasonOf(customer *desk.Customer, order *desk.Order, t *desk.Ticket) reason {
	var best reason
	var bestRank rank
	consider := func(field MatchField, value safetext.Line) {
		if value.IsEmpty() {
			return
		}
		if fit := q.field(field, value.String()); fit > bestRank || fit == bestRank && fit != 0 && field < best.field {
			best, bestRank = reason{field: field, value: value, level: fit.level()}, fit
		}
	}
	if customer != nil {
		consider(ByCustomer, safetext.LineFromText(strconv.FormatInt(customer.ID, 10)))
		consider(ByCode, customer.Code)
		consider(ByName, customer.Name)
		for i := range customer.Contacts {
			contact := &customer.Contacts[i]
			consider(ByName, contact.Name)
			consider(ByPhone, contact.FullPhone())
			consider(ByPhone, contact.OtherPhone)
			consider(ByEmail, contact.Email)
		}
	}
	if order != nil {
		consider(ByOrder, order.ID.Display())
		consider(ByOrder, order.ERPOrder)
		consider(ByOrder, order.Invoice)
	}
	if t != nil {
		consider(ByTicket, t.ID.Display())
		consider(ByPhone, t.Phone)
		consider(ByEmail, t.Email)
		consider(ByOrder, t.OrderID)
		consider(ByCreator, safetext.LineFromText(t.Creator.String()))
		consider(ByTitle, t.Title)
	}
	if bestRank == 0 && customer != nil { // each word is in another field
		best = reason{field: ByName, value: customer.Name, level: desk.PartialMatch}
	}
	q.mark(&best)
	return best
}

// field returns how well the text of a field matches.
func (q *lookupQuery) field(field MatchField, text string) rank {
	switch field {
	case ByPhone:
		if q.phone == 0 {
			return q.phoneOfWords(text)
		}
		return rankOf(q.phone.Match(desk.NewPhone(text)), true)
	case ByEmail:
		text = safetext.Fold(text)
		return rankOf(desk.MatchEmail(q.mail, text), strings.HasPrefix(text, q.mail))
	case ByTicket:
		return q.ticket(text)
	case ByOrder:
		return q.order(text)
	case ByTitle:
		return q.inTitle(safetext.Fold(text))
	case ByCustomer:
		return q.customerID(text)
	case ByCode:
		return q.part(safetext.Fold(text))
	case ByName:
		text = safetext.Fold(text)
		return q.named(&customerEntry{name: text, names: text, words: strings.Fields(text)})
	case ByCreator:
		words, starts := q.wordBytes()
		return q.creator([]byte(safetext.Fold(text)), words, starts)
	}
	return 0
}

// phoneOfWords matches a number that stands beside a name.
func (q *lookupQuery) phoneOfWords(text string) rank {
	for _, phone := range q.phones {
		if phone != 0 && phone.Match(desk.NewPhone(text)) != desk.NoMatch {
			return rankOf(desk.PartialMatch, false)
		}
	}
	return 0
}

// mark adds what of the text to mark.
func (q *lookupQuery) mark(r *reason) {
	text := newFoldedText(r.value.String())
	switch r.field {
	case ByPhone:
		stored := desk.NewPhone(r.value.String())
		r.lastDigits = stored.IsMasked() && r.level == desk.PossibleMatch
		for _, typed := range q.numbers {
			if r.ranges == nil {
				r.ranges = phoneRanges(r.value.String(), typed)
			}
		}
	case ByEmail:
		r.ranges = text.find(q.mail)
	case ByCustomer:
		r.ranges = text.find(q.id)
	case ByTitle:
		if at := q.code.at(text.folded); at >= 0 {
			r.ranges = text.rangeOf(at, at+len(q.code.text))
		}
	case ByTicket, ByOrder:
		r.ranges = q.numberRanges(&text)
	case ByCode:
		r.ranges = text.find(q.typed)
	case ByName, ByCreator:
		for _, word := range q.words {
			found := text.find(word)
			if found == nil {
				found = text.findNear(word)
			}
			r.ranges = append(r.ranges, found...)
		}
		r.ranges = joined(r.ranges)
	}
}

// numberRanges returns what of the number of a ticket or an order to mark.
func (q *lookupQuery) numberRanges(number *foldedText) []TextRange {
	ranges := number.findLast(q.typed)
	if ranges == nil && q.id != "" {
		ranges = phoneRanges(number.text, q.id)
	}
	if ranges == nil {
		ranges = number.findLast(q.code.text)
	}
	return ranges
}

// joined returns ranges sorted, with those that touch joined.
func joined(ranges []TextRange) []TextRange {
	slices.SortFunc(ranges, func(x, y TextRange) int { return x.From - y.From })
	all := ranges[:0]
	for _, r := range ranges {
		if n := len(all); n > 0 && r.From <= all[n-1].To {
			all[n-1].To = max(all[n-1].To, r.To)
			continue
		}
		all = append(all, r)
	}
	return all
}

// foldedText is a text with its folded form, and for each byte of that the rune that it comes from.
type foldedText struct {
	text, folded string
	from         []int // by byte of folded, and the end
}

func newFoldedText(text string) foldedText {
	f := foldedText{text: text}
	var b strings.Builder
	for at, r := range text {
		part := safetext.Fold(string(r))
		for range len(part) {
			f.from = append(f.from, at)
		}
		b.WriteString(part)
	}
	f.folded, f.from = b.String(), append(f.from, len(text))
	return f
}

// find returns where a folded word is: at the start of a word if it is there, else anywhere; nil if nowhere.
func (f *foldedText) find(word string) []TextRange {
	if word == "" {
		return nil
	}
	first := -1
	for from := 0; ; {
		at := strings.Index(f.folded[from:], word)
		if at < 0 {
			break
		}
		at += from
		if startsWord(f.folded, at) {
			return f.rangeOf(at, at+len(word))
		}
		if first < 0 {
			first = at
		}
		from = at + 1
	}
	if first < 0 {
		return nil
	}
	return f.rangeOf(first, first+len(word))
}

// findLast returns where a folded part occurs last.
func (f *foldedText) findLast(part string) []TextRange {
	at := strings.LastIndex(f.folded, part)
	if at < 0 || part == "" {
		return nil
	}
	return f.rangeOf(at, at+len(part))
}

// findNear returns the word that differs by one edit.
func (f *foldedText) findNear(typed string) []TextRange {
	if len(typed) < minFuzzyLen {
		return nil
	}
	at := 0
	for word := range strings.FieldsSeq(f.folded) {
		at += strings.Index(f.folded[at:], word)
		if phrase.IsTypo(typed, word) {
			return f.rangeOf(at, at+len(word))
		}
		at += len(word)
	}
	return nil
}

// rangeOf returns the part of the text that a part of its folded form comes from, in whole runes with their accents.
func (f *foldedText) rangeOf(from, to int) []TextRange {
	end := f.from[to]
	if to > 0 && f.from[to-1] == end { // within a rune of several letters, such as æ
		_, n := utf8.DecodeRuneInString(f.text[end:])
		end += n
	}
	return []TextRange{{f.from[from], end}}
}

// startsWord reports whether a word starts at a byte of a text.
func startsWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsMark(before)
}

// phoneRanges returns which digits of a written number are those that were typed: where they occur, or else the equal
// ones at its end, as far as they are shown.
func phoneRanges(written, typed string) []TextRange {
	at, digits := shownDigits(written)
	from := strings.LastIndex(digits, typed)
	to := from + len(typed)
	if from < 0 || typed == "" {
		from, to = len(digits), len(digits)
		for i := len(typed) - 1; from > 0 && i >= 0 && (digits[from-1] == typed[i] || digits[from-1] == '?'); i-- {
			from--
		}
	}
	var ranges []TextRange
	for i := from; i < to; i++ {
		if digits[i] == '?' {
			continue
		}
		if i > from && digits[i-1] != '?' {
			ranges[len(ranges)-1].To = at[i] + 1
			continue
		}
		ranges = append(ranges, TextRange{at[i], at[i] + 1})
	}
	return ranges
}

// shownDigits returns the digits of a written number and where they are; those that are hidden as question marks, and
// none before digits that are left out.
func shownDigits(written string) (at []int, digits string) {
	var all []byte
	for i, r := range written {
		switch {
		case r >= '0' && r <= '9':
			at, all = append(at, i), append(all, byte(r))
		case strings.ContainsRune("xX*#•", r):
			at, all = append(at, i), append(all, '?')
		case r == '…' || strings.HasPrefix(written[i:], ".."):
			at, all = nil, nil
		case unicode.IsLetter(r) && len(all) > 0:
			return at, string(all) // an extension
		}
	}
	return at, string(all)
}
