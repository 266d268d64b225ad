package cache

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// lookupQuery is what was typed, in every way in which it can be meant.
type lookupQuery struct {
	raw    string       // as typed, with whitespace collapsed
	typed  string       // raw, folded
	words  []string     // of typed
	phone  desk.Phone   // 0 when what is typed is no number
	phones []desk.Phone // of each word that is one, beside a name
	digits string       // of a number; empty when the input has letters
	code   numberCode   // of an order, as titles name it
	id     string       // digits only; empty when the input is not a number
	mail   string       // what may be an address or part of one; empty when it cannot be

	isNumbered bool // it may be the number of a ticket or an order
}

// The fewest characters that are compared with more than the beginnings of names: fewer are in almost every record.
const (
	minPart   = 2 // with parts of names, codes, addresses and order numbers
	minNumber = 3 // with the last digits of ticket and order numbers
)

func newLookupQuery(typed string) lookupQuery {
	// in one line, without what only surrounds a pasted number
	raw := strings.Join(strings.Fields(strings.ReplaceAll(safetext.Searched(typed), "…", " ")), " ")
	words := strings.Fields(safetext.Fold(raw))
	q := lookupQuery{raw: raw, typed: strings.Join(words, " "), words: words, phones: make([]desk.Phone, len(words))}
	q.code = newNumberCode(words)
	switch {
	case isNumber(q.typed):
		q.phone, q.digits, q.isNumbered = desk.NewPhone(q.typed), string(safetext.Digits(nil, q.typed)), true
	case !q.code.isZero():
		q.isNumbered = true
	case len(words) == 1:
		q.isNumbered = hasDigit(q.typed) && !strings.Contains(q.typed, "@")
	}
	for i, word := range words {
		if q.phone == 0 && isNumber(word) {
			q.phones[i] = desk.NewPhone(word)
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
func isNumber(s string) bool { return hasDigit(s) && strings.Trim(s, digits+" +-().,/*x#") == "" }

const digits = "0123456789"

func hasDigit(s string) bool { return strings.ContainsAny(s, digits) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numberCode is the number of a code such as ACM-258048, as a caller reads it out and titles name it. Tickets and
// orders often hold the digits alone, or more of them.
type numberCode string

// Fewest digits of a number that may be that of an order that is written otherwise elsewhere, in one word or two.
const (
	minCode      = 4
	minCodeApart = 5
)

// newNumberCode returns the number at the end of what was typed, in at most two folded words; the zero value if there
// is none.
func newNumberCode(words []string) numberCode {
	typed := strings.TrimLeft(strings.Join(words, " "), "#")
	head := strings.TrimRight(typed, digits)
	number := typed[len(head):]
	least := map[int]int{1: minCode, 2: minCodeApart}[len(words)]
	if least == 0 || len(number) < least || head != "" && isNumber(typed) || strings.Contains(head, "@") {
		return ""
	}
	return numberCode(number)
}

// isZero reports whether there is no code.
func (c numberCode) isZero() bool { return c == "" }

// ends reports whether the number of an order is that of the code or ends with it.
func (c numberCode) ends(order string) bool { return endsIn(order, string(c), nil) != 0 }

// in reports whether a text names the number, not as a part of a longer one.
func (c numberCode) in(text string) bool { return c.at(text) >= 0 }

// at returns where a text names the number; -1 if it does not.
func (c numberCode) at(text string) int {
	if c.isZero() {
		return -1
	}
	for from := 0; ; {
		at := strings.Index(text[from:], string(c))
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(c)
		if (at == 0 || !isDigit(text[at-1])) && (end == len(text) || !isDigit(text[end])) {
			return at
		}
		from = at + 1
	}
}
