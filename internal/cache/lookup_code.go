package cache

import (
	"strings"

	"frontdesk/internal/desk"
)

// Fewest digits of a number that may be that of an order that is written otherwise elsewhere, in one word or two.
const (
	minCode      = 4
	minCodeApart = 5
)

// numberCode is the number of a code such as ACM-258048, as a caller reads it out and titles name it. Tickets and
// orders often hold the digits alone, or more of them.
type numberCode struct {
	text   string // the digits
	digits digits
}

// newNumberCode returns the number at the end of what was typed, in at most two folded words; the zero value if there
// is none.
func newNumberCode(words []string) numberCode {
	typed := strings.TrimLeft(strings.Join(words, " "), "#")
	head := strings.TrimRight(typed, "0123456789")
	number := typed[len(head):]
	least := map[int]int{1: minCode, 2: minCodeApart}[len(words)]
	isPhone := head != "" && isNumber(typed)
	if least == 0 || len(number) < least || len(number) > mostDigits || isPhone || strings.Contains(head, "@") {
		return numberCode{}
	}
	return numberCode{number, digitsIn(number)}
}

// isZero reports whether there is no code.
func (c numberCode) isZero() bool { return c.text == "" }

// ends reports whether the number of an order is that of the code or ends with it.
func (c numberCode) ends(held digits) bool { return !c.isZero() && held.endsIn(c.digits) }

// in reports whether a text names the number, not as a part of a longer one.
func (c numberCode) in(text string) bool { return c.at(text) >= 0 }

// at returns where a text names the number; -1 if it does not.
func (c numberCode) at(text string) int {
	if c.isZero() {
		return -1
	}
	for from := 0; ; {
		at := strings.Index(text[from:], c.text)
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(c.text)
		if (at == 0 || !isDigit(text[at-1])) && (end == len(text) || !isDigit(text[end])) {
			return at
		}
		from = at + 1
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// ofOrder matches the number of an order.
func (q *lookupQuery) ofOrder(held digits) rank {
	switch {
	case !q.code.ends(held):
		return 0
	case held == q.code.digits:
		return rankOf(desk.ExactMatch, true)
	}
	return rankOf(desk.PartialMatch, true)
}

// inTitle matches a folded title.
func (q *lookupQuery) inTitle(title string) rank {
	if !q.code.in(title) {
		return 0
	}
	return rankOf(desk.PartialMatch, strings.Contains(title, q.typed))
}

// codes matches the numbers of orders by the end of a code, and the titles that name it.
func (s *pageScan) codes() {
	for i := range s.n {
		fit := rank(0)
		if s.isMixed || len(s.words) > 1 { // of a number alone numbers compares the orders
			fit = s.ofOrder(s.page.orders[i])
		}
		title, _, _ := strings.Cut(s.page.of.rows[i].searchText(), "\n")
		if fit = max(fit, s.inTitle(title)); fit != 0 {
			s.add(i, fit, true)
		}
	}
}
