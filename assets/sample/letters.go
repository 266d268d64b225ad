package sample

import (
	"html"
	"slices"
	"strings"
)

// letter is how a channel wraps what a customer writes.
type letter struct {
	source, form string
	html, order  bool // order: only for tickets about an order
	escape       int  // how often the upstream escaped it
}

// readLetters reads letters.txt, each letter as often as its weight.
func readLetters() []letter {
	var out []letter
	for _, r := range readRecords("letters.txt") {
		l := letter{
			source: r.get("source"), form: r.text, html: r.get("kind") == "html", order: r.get("needs") == "order",
			escape: int(number(r.get("escape"))),
		}
		out = append(out, slices.Repeat([]letter{l}, int(number(r.get("weight"))))...)
	}
	return out
}

// suits says whether a ticket can have come this way: nobody calls at night, and a call brings no files.
func (l *letter) suits(t *draft) bool {
	p := t.problem
	if l.source == "Phone" && (len(p.attach) > 0 || !isOpen(t.Date)) {
		return false
	}
	return (!l.order || t.order != nil) && (len(p.sources) == 0 || slices.Contains(p.sources, l.source))
}

// write puts a message into the letter, escaped as the upstream would return it.
func (l *letter) write(message string, value func(string) (string, bool)) string {
	if l.html {
		message = paragraphs(message)
	}
	text := fill(l.form, func(name string) (string, bool) {
		if name == "body" {
			return message, true
		}
		return value(name)
	})
	return escape(text, l.escape)
}

// paragraphs is a message as an e-mail client's HTML: lines that open with "- " are a list.
func paragraphs(message string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(escape(message, 1), "\n\n") {
		if strings.HasPrefix(part, "- ") {
			b.WriteString("<ul><li>" + strings.ReplaceAll(part[2:], "\n- ", "</li><li>") + "</li></ul>")
			continue
		}
		b.WriteString("<p>" + strings.ReplaceAll(part, "\n", "<br>") + "</p>")
	}
	return b.String()
}

// escape escapes HTML so many times, with the entity names of the upstream.
func escape(s string, times int) string {
	for range times {
		s = strings.ReplaceAll(html.EscapeString(s), "&#34;", "&quot;")
	}
	return s
}
