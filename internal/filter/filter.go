// Package filter reads the filter language of tickets: words, exact words and conditions such as queue:billing. The
// conditions are one table, which completion and documentation use too. Package cache evaluates filters.
package filter

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Filter is a text that was read. A ticket must meet every term; the zero Filter has none.
type Filter struct {
	Terms []Term
	Notes []string // what a reader may have meant otherwise, in sentences
}

// Term is one requirement: a text that must occur, or a condition with alternatives.
type Term struct {
	Not    bool   // the ticket must not meet it
	Text   string // that must occur, as typed; empty for a condition
	Number bool   // Text is one or more words of digits: a phone number, or words that must each occur
	Name   Name   // of the condition; empty for a text
	Values []Value
	At     int // offset in bytes
}

// Value is one alternative of a condition.
type Value struct {
	Text    string // folded when it is a fixed value; without the comparison
	Compare string // "<", "<=", ">", ">=" or "="; empty for none
	Length  time.Duration
	Days    desk.DateRange // zero for none
	Rank    int            // of a compared priority, 1 being the most urgent

	FromHour, ToHour int // of hours of the day, both included
}

// Fault is the first thing in a text that is not understood.
type Fault struct {
	At         int    // offset in bytes
	Column     int    // in characters, from 1
	Incomplete bool   // at the end of the text, where more may be typed
	Text       string // what is wrong, in one line
}

// Error returns the fault with its place.
func (f *Fault) Error() string { return fmt.Sprintf("column %d: %s", f.Column, f.Text) }

// Parse reads a text. With an error, which is a *Fault, the filter holds what was understood.
func Parse(text string) (Filter, error) {
	p := parse(text)
	if p.fault != nil {
		return p.found, p.fault
	}
	return p.found, nil
}

func parse(text string) parser {
	p := parser{text: text}
	for p.skipBlanks(); p.at < len(text); p.skipBlanks() {
		p.term()
	}
	return p
}

// plainWords returns the filter of plain words: no word is a condition and none is excluded.
func plainWords(text string) Filter {
	var f Filter
	for word := range strings.FieldsSeq(text) {
		f.Terms = append(f.Terms, Term{Text: word})
	}
	return f
}

// IsEmpty reports whether the filter has no terms.
func (f Filter) IsEmpty() bool { return len(f.Terms) == 0 }

// String returns the text of the filter, which Parse reads again.
func (f Filter) String() string {
	terms := make([]string, len(f.Terms))
	for i, t := range f.Terms {
		terms[i] = t.String()
	}
	return strings.Join(terms, " ")
}

// String returns the text of the term.
func (t Term) String() string {
	sign := ""
	if t.Not {
		sign = "-"
	}
	if t.Name == "" {
		return sign + t.text()
	}
	values := make([]string, len(t.Values))
	for i, v := range t.Values {
		values[i] = v.Compare + Quote(v.Text)
	}
	return sign + string(t.Name) + ":" + strings.Join(values, ",")
}

// text returns the searched text, in quotes unless it is read the same without.
func (t Term) text() string {
	if t.Number && !t.Not {
		return t.Text
	}
	plain, err := Parse(t.Text)
	if err == nil && len(plain.Terms) == 1 && !plain.Terms[0].Not && plain.Terms[0].Name == "" &&
		plain.Terms[0].Text == t.Text && plain.Terms[0].Number == t.Number {
		return t.Text
	}
	return quoted(t.Text)
}

// Quote returns a value as it is typed after a colon: in quotes if it has blanks, commas or quotes.
func Quote(value string) string {
	ends := func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '"' }
	if value == "" || strings.ContainsFunc(value, ends) || strings.ContainsAny(value[:1], "<>=") {
		return quoted(value)
	}
	return value
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// ColumnOf returns the column of an offset in a text, in characters from 1.
func ColumnOf(text string, at int) int { return utf8.RuneCountInString(text[:at]) + 1 }

// maxViewName is the length of a view's name in characters: a longer one leaves no room for other tabs.
const maxViewName = 30

// CheckNewView returns why a view cannot be saved beside the others: its name is missing or taken, or its filter is not
// understood.
func CheckNewView(others []desk.View, v desk.View) error {
	if strings.TrimSpace(v.Name) == "" {
		return errors.New("a view needs a name")
	}
	if utf8.RuneCountInString(v.Name) > maxViewName {
		return fmt.Errorf("a name has at most %d characters", maxViewName)
	}
	for _, other := range others {
		if safetext.Fold(other.Name) == safetext.Fold(v.Name) {
			return fmt.Errorf("there is a view “%s” already", safetext.LineFromText(other.Name))
		}
	}
	if _, err := ParseWhole(v.Filter); err != nil {
		return fmt.Errorf("the filter is not understood: %w", err)
	}
	return nil
}

// ViewKeys are the conditions that a view of the configuration can have beside its filter. An entry of a list is the
// whole name or key; an empty one is a ticket without any.
type ViewKeys struct {
	SubStatuses, Queues, Priorities, Assignees []string

	Text                                                   string // words that a ticket must hold
	Callbacks, AtRisk, Unattended, Escalated, Open, AnyDay bool
}

// Filter returns the filter with the conditions of the keys before its own.
func (k *ViewKeys) Filter(own string) string {
	var all []string
	add := func(is bool, term string) {
		if is {
			all = append(all, term)
		}
	}
	add(k.Unattended, "is:unattended")
	add(k.Escalated, "is:escalated")
	add(k.Open, "is:open")
	add(len(k.Assignees) > 0, exact(Assignee, k.Assignees))
	add(len(k.Queues) > 0, exact(Queue, k.Queues))
	add(len(k.SubStatuses) > 0, exact(SubStatus, k.SubStatuses))
	add(len(k.Priorities) > 0, exact("prio", k.Priorities))
	add(k.Callbacks, "has:callback")
	add(k.AtRisk, "is:late,risk")
	add(k.Callbacks || k.AnyDay, AnyDay)
	add(k.Text != "", plainWords(k.Text).String())
	add(own != "", own)
	return strings.Join(all, " ")
}

// exact returns the condition that a ticket has one of these names or keys.
func exact(name Name, values []string) string {
	t := Term{Name: name}
	for _, value := range values {
		v := Value{Text: value, Compare: exactly}
		if value == "" {
			v = Value{Text: None}
		}
		t.Values = append(t.Values, v)
	}
	return t.String()
}
