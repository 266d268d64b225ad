package filter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// parser reads a text from left to right. It goes on after a fault, so that the rest is known too.
type parser struct {
	text  string
	at    int
	found Filter
	fault *Fault
	doubt *Fault // what is read, but may have been meant otherwise
	run   bool   // the last term is a number that further words of digits belong to
}

// fail records the first fault.
func (p *parser) fail(at int, incomplete bool, format string, args ...any) {
	if p.fault == nil {
		p.fault = p.faultAt(at, incomplete, fmt.Sprintf(format, args...))
	}
}

// doubts records the first doubt.
func (p *parser) doubts(at int, text string) {
	if p.doubt == nil {
		p.doubt = p.faultAt(at, false, text)
	}
}

func (p *parser) faultAt(at int, incomplete bool, text string) *Fault {
	return &Fault{At: at, Column: ColumnOf(p.text, at), Incomplete: incomplete, Text: text}
}

func (p *parser) skipBlanks() {
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsSpace(r) {
			return
		}
		p.at += n
	}
}

// until returns the text up to the next blank, or the next of the given characters.
func (p *parser) until(stops string) string {
	rest := p.text[p.at:]
	end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(stops, r) })
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return rest[:end]
}

// quotedText reads a text in quotes, in which a doubled quote is one of the text. A quote that is not closed yet ends
// with the text, as while it is typed.
func (p *parser) quotedText() string {
	var b strings.Builder
	began := p.at
	p.at++
	for {
		rest := p.text[p.at:]
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			b.WriteString(rest)
			p.at = len(p.text)
			p.doubts(began, "this quotation mark is not closed")
			break
		}
		b.WriteString(rest[:end])
		p.at += end + 1
		if p.at >= len(p.text) || p.text[p.at] != '"' {
			break
		}
		b.WriteByte('"')
		p.at++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// term reads one term; p.at is at its first character.
func (p *parser) term() {
	t := Term{At: p.at}
	wasRun := p.run
	p.run = false
	if rest := p.text[p.at:]; len(rest) > 1 && rest[0] == '-' {
		if r, _ := utf8.DecodeRuneInString(rest[1:]); !unicode.IsSpace(r) {
			t.Not = true
			p.at++
		}
	}
	if p.text[p.at] == '"' {
		if t.Text = p.quotedText(); t.Text != "" {
			p.found.Terms = append(p.found.Terms, t)
		} else {
			p.run = wasRun
		}
		return
	}
	if c := p.conditionAhead(); c != nil {
		p.condition(t, c)
		return
	}
	start := p.at
	t.Text = p.until("")
	if isDigits(t.Text) {
		if last := len(p.found.Terms) - 1; wasRun && !t.Not {
			p.found.Terms[last].Text += " " + t.Text
			p.run = true
			return
		}
		t.Number, p.run = true, !t.Not
	}
	p.warn(start, t.Text)
	p.found.Terms = append(p.found.Terms, t)
}

// isDigits reports whether a word can be a part of a phone number.
func isDigits(word string) bool {
	return strings.ContainsAny(word, "0123456789") && strings.Trim(word, "0123456789+-()./") == ""
}

// nameAhead returns the name before a colon at the current place; empty when there is none.
func (p *parser) nameAhead() string {
	rest := p.text[p.at:]
	if first, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(first) {
		return ""
	}
	isEnd := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }
	end := strings.IndexFunc(rest, isEnd)
	if end <= 0 || rest[end] != ':' {
		return ""
	}
	return rest[:end]
}

func (p *parser) conditionAhead() *Condition { return conditionCalled(strings.ToLower(p.nameAhead())) }

// minTypo is the length from which a name that is almost that of a condition counts as mistyped.
const minTypo = 3

// warn tells of a word that looks like a condition. A name close to a condition's is a fault, because nobody would
// notice that the condition does not hold.
func (p *parser) warn(start int, word string) {
	end := p.at
	p.at = start
	name := p.nameAhead()
	p.at = end
	if name == "" || len(name)+1 == len(word) || strings.ContainsAny(word[len(name)+1:][:1], `/\`) {
		return
	}
	if near := closest(strings.ToLower(name), callableNames()); near != "" {
		p.fail(start, false, "%s: is not a condition; did you mean %s:?", safetext.LineFromText(name), near)
		return
	}
	p.found.Notes = append(p.found.Notes, name+": is not a condition, so it is searched as a word")
	p.doubts(start, fmt.Sprintf("%s: is not a condition (frontdesk docs filter lists them); %s searches for the word",
		safetext.LineFromText(name), safetext.LineFromText(quoted(word))))
}

// closest returns the name that differs from a word by one letter or two swapped ones; empty if none does.
func closest(word string, all []string) string {
	if len(word) < minTypo {
		return ""
	}
	near := phrase.Nearest(word, all)
	if near == "" || len(near) < minTypo || !phrase.IsTypo(word, near) {
		return ""
	}
	return near
}

// condition reads the values of a condition and keeps it if at least one was understood.
func (p *parser) condition(t Term, c *Condition) {
	t.Name = c.Name
	typed := p.nameAhead()
	p.at += len(typed) + 1
	for {
		start := p.at
		if v, ok := p.value(c); ok {
			t.Values = append(t.Values, v)
		} else if p.fault == nil {
			p.fail(start, p.at == len(p.text), "%s: needs a value, such as %s", typed, c.Example)
		}
		if p.at >= len(p.text) || p.text[p.at] != ',' {
			break
		}
		p.at++
	}
	if len(t.Values) > 0 {
		p.found.Terms = append(p.found.Terms, p.withState(t, typed))
	}
}

// value reads one value of a condition; false if there is none or it was not understood.
func (p *parser) value(c *Condition) (Value, bool) {
	start := p.at
	compare := p.compare(c)
	var raw string
	isQuoted := p.at < len(p.text) && p.text[p.at] == '"'
	if isQuoted {
		raw = p.quotedText()
	} else {
		raw = p.until(",")
	}
	if raw == "" && (compare == "" || compare == exactly) {
		return Value{}, false
	}
	v, wrong := c.read(compare, raw)
	if wrong == "" {
		return v, true
	}
	p.fail(start, p.at == len(p.text) && !isQuoted && c.mayBecome(compare, safetext.Fold(raw)), "%s", wrong)
	return Value{}, false
}

// compare reads the comparison before a value, of those that the condition has.
func (p *parser) compare(c *Condition) string {
	for _, sign := range comparisons[c.takes] {
		if strings.HasPrefix(p.text[p.at:], sign) {
			p.at += len(sign)
			return sign
		}
	}
	return ""
}

// states are the values of status: that are states in is:, by what other desks call them.
var states = map[string]string{
	"open": "open", "unresolved": "open", "unsolved": "open",
	"closed": "closed", "solved": "closed", "resolved": "closed", "done": "closed",
	"complete": "closed", "completed": "closed",
	"escalated": "escalated",
}

// conditionCalled returns the condition with a name, or with a name of other desks; nil when there is none.
func conditionCalled(name string) *Condition {
	i := slices.IndexFunc(Conditions, func(c Condition) bool {
		return string(c.Name) == name || slices.Contains(c.OtherNames, name)
	})
	if i < 0 {
		return nil
	}
	return &Conditions[i]
}

// callableNames returns all names that can be typed before a colon.
func callableNames() (all []string) {
	for _, c := range Conditions {
		all = append(append(all, string(c.Name)), c.OtherNames...)
	}
	return all
}

// withState makes a term of is: of one that was typed as status: with states alone.
func (p *parser) withState(t Term, typed string) Term {
	if name := strings.ToLower(typed); name != "status" && name != "state" {
		return t
	}
	found := 0
	for i, v := range t.Values {
		if state := states[safetext.Fold(v.Text)]; state != "" {
			found++
			t.Values[i].Text = state
		}
	}
	switch {
	case found == 0:
		return t
	case found < len(t.Values):
		p.fail(t.At, false, "%s: has states and sub-statuses; write is: for the states and sub: for the others", typed)
	}
	t.Name = "is"
	return t
}

// ParseWhole reads a text where nobody sees what is made of it: in a script and in the configuration. It refuses what
// Parse only notes while it is typed.
func ParseWhole(text string) (Filter, error) {
	p := parse(text)
	switch {
	case p.fault != nil:
		return p.found, p.fault
	case p.doubt != nil:
		return p.found, p.doubt
	}
	return p.found, nil
}
