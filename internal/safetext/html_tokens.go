package safetext

import (
	"slices"
	"strings"
)

// token is a tag or, if its element is nil, a piece of text.
type token struct {
	tag
	text      string
	literal   bool // the text is as it was written, without entities
	keepLines bool // its line breaks and blanks are meant
}

// maxExpected limits the preallocated tokens: in hostile input most "<" begin no tag.
const maxExpected = 4096

// tokens splits HTML into tags and decoded text, without comments and hidden elements. It takes linear time for any
// input.
func tokens(s string) []token {
	z := scanner{
		src: s, document: isDocument(s), never: map[string]bool{},
		out: make([]token, 0, min(2*strings.Count(s, "<")+1, maxExpected)),
	}
	for z.at < len(s) {
		next := strings.IndexByte(s[z.at:], '<')
		if next < 0 {
			break
		}
		z.at += next
		z.lessThan()
	}
	z.at = len(s)
	z.flush()
	if !z.document {
		showLoneTags(z.out)
		keepTypedLines(z.out)
	}
	applyStyles(z.out)
	return finished(z.out)
}

// finished decodes the entities of each text once and drops the tags that format nothing. What is decoded is sanitised
// again.
func finished(all []token) []token {
	kept := all[:0]
	for _, t := range all {
		if t.element == nil && !t.literal {
			if decoded := unescape(t.text); decoded != t.text {
				t.text = unlimited.clean(decoded)
			}
		}
		if t.element == nil || t.as != "" {
			kept = append(kept, t)
		}
	}
	return kept
}

type scanner struct {
	src      string
	document bool // a whole page, or the beginning of one: what it hides is hidden for certain
	from, at int  // src[from:at] is text that is not yet in out
	out      []token
	never    map[string]bool // end marks that do not occur in the rest
}

// lessThan handles the "<" at s.at.
func (s *scanner) lessThan() {
	rest := s.src[s.at:]
	if n := s.commentLen(rest); n > 0 {
		if rest[n-1] != '>' && !s.document {
			s.at++
			return
		}
		s.flush()
		s.skip(n)
		return
	}
	t, ok := tagAt(rest)
	if !ok {
		s.at++
		return
	}
	s.flush()
	s.skip(len(t.raw))
	if t.kind == skipped {
		s.skipElement(t)
		return
	}
	if t.kind != void || !t.end || t.as == "br" {
		s.out = append(s.out, token{tag: t})
	}
}

// commentLen calls the function commentLen, but searches for each missing end mark only once.
func (s *scanner) commentLen(text string) int {
	if len(text) < 2 || text[1] != '!' && text[1] != '?' {
		return 0
	}
	key := text[:min(len(text), 4)]
	if s.never[key] {
		return 0
	}
	n := commentLen(text)
	if n > 0 && text[n-1] != '>' {
		s.never[key] = true
	}
	return n
}

// skipElement skips the content of a hidden element; an element without an end tag hides nothing. In the middle of
// what someone wrote, and for scripts outside whole pages, it is not certain that the element is hidden: it is shown.
func (s *scanner) skipElement(t tag) {
	name := t.name()
	note, isHidden := hiddenNotes[name]
	isHidden = isHidden || s.document || t.as != ""
	if t.end {
		if !isHidden {
			s.out = append(s.out, token{text: t.raw, literal: true})
		}
		return
	}
	if t.as != "" { // leads to something
		s.out = append(s.out, token{tag: tag{element: elements[t.as], raw: t.raw}})
	} else if note != "" {
		s.out = append(s.out, token{text: note, literal: true})
	}
	end := s.endOf(t, name)
	switch {
	case end >= 0 && (isHidden || name != "script" && !s.isAmidText()):
		s.skip(end)
	case !isHidden:
		s.out = append(s.out, token{text: t.raw + s.src[s.at:s.at+max(end, 0)], literal: true, keepLines: true})
		s.skip(max(end, 0))
	}
}

// endOf returns where the element of a start tag ends, from here; -1 if there is no end tag.
func (s *scanner) endOf(t tag, name string) int {
	if strings.HasSuffix(t.raw, "/>") || s.never[name] {
		return -1
	}
	end := indexEnd(s.src[s.at:], name)
	if end < 0 {
		s.never[name] = true
		return -1
	}
	if n := strings.IndexByte(s.src[s.at+end:], '>'); n >= 0 {
		return end + n + 1
	}
	return len(s.src) - s.at
}

// hiddenNotes stand for elements that a page shows and a terminal cannot.
var hiddenNotes = map[string]string{"svg": "[image]", "math": "[formula]"}

// isAmidText reports whether text stands before this place, in the same block.
func (s *scanner) isAmidText() bool {
	for _, t := range slices.Backward(s.out) {
		switch {
		case t.element != nil && t.kind != inline:
			return false
		case t.element == nil && strings.TrimSpace(t.text) != "":
			return true
		}
	}
	return false
}

// indexEnd returns the position of the end tag of name, ignoring case; -1 if there is none.
func indexEnd(s, name string) int {
	for at := 0; ; at += 2 {
		next := strings.Index(s[at:], "</")
		if next < 0 {
			return -1
		}
		at += next
		if got := s[at+2:]; len(got) >= len(name) && strings.EqualFold(got[:len(name)], name) {
			return at
		}
	}
}

func (s *scanner) skip(n int) {
	s.at += n
	s.from = s.at
}

func (s *scanner) flush() {
	if s.at > s.from {
		s.out = append(s.out, token{text: s.src[s.from:s.at]})
		s.from = s.at
	}
}

// commentLen returns the length of the comment or declaration at the start of s; 0 if there is none.
func commentLen(s string) int {
	for _, a := range comments {
		if len(s) >= len(a.start) && strings.EqualFold(s[:len(a.start)], a.start) {
			if n := strings.Index(s, a.end); n >= 0 {
				return n + len(a.end)
			}
			return len(a.start)
		}
	}
	return 0
}

var comments = []struct{ start, end string }{
	{"<!--", "-->"}, {"<![", ">"}, {"<!doctype", ">"}, {"<?xml", ">"},
}
