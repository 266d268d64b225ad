package safetext

import "strings"

// openElements format without an end tag, in the HTML of many.
var openElements = nameSet("p br hr li dt dd tr td th thead tbody tfoot colgroup option img wbr o:p")

// breakElements are evidence of HTML also without an end tag.
var breakElements = nameSet("p br hr li o:p")

// pageElements are only of whole pages. In other text they are what someone wrote about.
var pageElements = nameSet("html head body meta link base title")

func nameSet(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

// hasAttributes reports whether a start tag has an attribute with a value.
func (t tag) hasAttributes() bool { return !t.end && strings.IndexByte(t.raw, '=') > 0 }

// isHTML reports whether s is HTML rather than text with a "<" in it: it has a tag that formats text, or that is closed
// again. Hidden elements alone are no evidence, for it would hide what someone wrote.
func isHTML(s string) bool {
	if strings.IndexByte(s, '<') < 0 {
		return false
	}
	if isDocument(s) {
		return true
	}
	open, z := map[string]bool{}, scanner{src: s, never: map[string]bool{}}
	for next := strings.IndexByte(s, '<'); next >= 0; next = strings.IndexByte(s[z.at:], '<') {
		z.at += next
		t, ok := tagAt(s[z.at:])
		if !ok {
			z.at++
			continue
		}
		name := t.name()
		isMention := !open[name] && isMentionAt(s, z.at, z.at+len(t.raw))
		if t.formats(name, open[name]) || t.opens(name) && (z.at == 0 || breakElements[name]) && !isMention {
			return true
		}
		open[name] = open[name] || !t.end
		z.at += len(t.raw)
		if t.kind == skipped && !t.end {
			z.at += max(z.endOf(t, name), 0)
		}
	}
	return false
}

// formats reports whether a tag is evidence of HTML, of which an element of its name is open or not.
func (t tag) formats(name string, open bool) bool {
	switch {
	case t.kind == skipped || pageElements[name]:
		return false
	case t.end:
		return open
	}
	return t.hasAttributes()
}

// opens reports whether a tag begins a block or a line.
func (t tag) opens(name string) bool { return !t.end && (t.kind == block || breakElements[name]) }

// isMentionAt reports whether a tag stands in a line like a word, between blanks or before a full stop: someone wrote
// about it.
func isMentionAt(s string, from, to int) bool {
	return (from == 0 || strings.IndexByte(" (\"'", s[from-1]) >= 0) &&
		(to >= len(s) || strings.IndexByte(" .,;:?!)\"'", s[to]) >= 0)
}

// isDocument reports whether s is a whole page, or the beginning or the end of one.
func isDocument(s string) bool {
	end := strings.ToLower(strings.TrimRight(s[max(len(s)-32, 0):], " \n"))
	if strings.HasSuffix(end, "</html>") || strings.HasSuffix(end, "</body>") && strings.Contains(s, "<p") {
		return true
	}
	for s = strings.TrimLeft(s, " \n"); strings.HasPrefix(s, "<"); s = strings.TrimLeft(s, " \n") {
		n := commentLen(s)
		if n == 0 {
			t, ok := tagAt(s)
			return ok && !t.end && t.beginsPage(strings.TrimLeft(s[len(t.raw):], " \n"))
		}
		if !strings.HasPrefix(s, "<!--") {
			return true
		}
		s = s[n:]
	}
	return false
}

// beginsPage reports whether a tag at the start of a text begins a page, by what follows it.
func (t tag) beginsPage(rest string) bool {
	name := t.name()
	begins := t.hasAttributes() || strings.HasPrefix(rest, "<")
	if name == "style" || name == "body" {
		return begins || indexEnd(rest, name) >= 0
	}
	return begins && pageElements[name]
}

// showLoneTags turns tags into text that format nothing, because they are never closed or were never opened: someone
// wrote about them. Tags that pages leave open stay.
func showLoneTags(all []token) {
	open := map[string][]int{} // start tags that nothing has closed yet, by name; -1 for those that stay
	for i := range all {
		t := &all[i]
		if t.element == nil || t.kind == skipped {
			continue
		}
		name := t.name()
		if !t.isLone(name) {
			open[name] = pairTag(all, i, open[name])
		} else if !t.staysAlone(name) {
			t.show()
		}
	}
	for _, left := range open {
		for _, i := range left {
			if i >= 0 {
				all[i].show()
			}
		}
	}
}

// pairTag pairs the tag at i with those of its name that are open, and returns those that are open then. An end tag
// that closes nothing is shown. A block between lines stays: the text may be cut off, or what holds it has ended it.
func pairTag(all []token, i int, open []int) []int {
	t := &all[i]
	isBlock := t.kind == block && !isAmidLine(all, i)
	switch {
	case !t.end && (isBlock || t.hasAttributes()):
		return append(open, -1)
	case !t.end:
		return append(open, i)
	case len(open) > 0:
		return open[:len(open)-1]
	case !isBlock:
		t.show()
	}
	return open
}

// isLone reports whether a tag needs no other.
func (t tag) isLone(name string) bool {
	return openElements[name] || pageElements[name] || t.kind == void
}

// staysAlone reports whether such a tag formats something.
func (t tag) staysAlone(name string) bool {
	return t.hasAttributes() || openElements[name] && !pageElements[name]
}

// isAmidLine reports whether the tag at i stands like a word between texts.
func isAmidLine(all []token, i int) bool {
	if i == 0 || i+1 == len(all) || all[i-1].element != nil || all[i+1].element != nil {
		return false
	}
	before, raw := all[i-1].text, all[i].raw
	return isMentionAt(before+raw+all[i+1].text, len(before), len(before)+len(raw))
}

// show turns a tag into the text that it was written as.
func (t *token) show() { *t = token{text: t.raw, literal: true} }
