package safetext

import "strings"

// loneElements are evidence of HTML, and formats, also without an end tag.
var loneElements = nameSet("p br hr li dt dd tr td th thead tbody tfoot colgroup option div table ul ol blockquote pre " +
	"h1 h2 h3 h4 h5 h6 img wbr o:p")

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
		if t.formats(name, open[name]) {
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
	return loneElements[name] || t.hasAttributes()
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
	open := map[string][]int{}
	for i := range all {
		t := &all[i]
		if t.element == nil || t.kind == skipped {
			continue
		}
		name := t.name()
		switch left := open[name]; {
		case t.isLone(name):
			if !t.staysAlone(name) {
				t.show()
			}
		case !t.end:
			open[name] = append(left, i)
		case len(left) == 0:
			t.show()
		default:
			open[name] = left[:len(left)-1]
		}
	}
	for _, left := range open {
		for _, i := range left {
			if !all[i].hasAttributes() {
				all[i].show()
			}
		}
	}
}

// isLone reports whether a tag needs no other.
func (t tag) isLone(name string) bool {
	return loneElements[name] || pageElements[name] || t.kind == void
}

// staysAlone reports whether such a tag formats something.
func (t tag) staysAlone(name string) bool {
	return t.hasAttributes() || loneElements[name] && !pageElements[name]
}

// show turns a tag into the text that it was written as.
func (t *token) show() { *t = token{text: t.raw, literal: true} }
