package safetext

import "strings"

// token is a tag or, when tag.element is nil, a piece of text.
type token struct {
	tag
	text string
}

// maxExpected is how many tokens room is made for beforehand: most "<" of a hostile text begin no tag.
const maxExpected = 4096

// tokens splits decoded HTML into tags and text; comments and hidden elements are left out. Work is linear
// whatever s holds.
func tokens(s string) []token {
	z := scanner{src: s, never: map[string]bool{}, out: make([]token, 0, min(2*strings.Count(s, "<")+1, maxExpected))}
	for z.at < len(s) {
		next := strings.IndexByte(s[z.at:], '<')
		if next < 0 {
			break
		}
		z.at += next
		z.angle()
	}
	z.at = len(s)
	z.flush()
	return z.out
}

type scanner struct {
	src      string
	from, at int // src[from:at] is text that is not in out yet
	out      []token
	never    map[string]bool // ends that do not come any more
}

// angle handles the "<" at z.at.
func (z *scanner) angle() {
	rest := z.src[z.at:]
	if n := z.comment(rest); n > 0 {
		z.flush()
		z.skip(n)
		return
	}
	t, ok := tagAt(rest)
	if !ok {
		z.at++
		return
	}
	z.flush()
	z.skip(len(t.raw))
	if t.kind == skipped {
		z.skipElement(t)
		return
	}
	if t.as != "" {
		z.out = append(z.out, token{tag: t})
	}
}

// comment is asideLen that looks for each kind of end in vain only once.
func (z *scanner) comment(s string) int {
	if len(s) < 2 || s[1] != '!' && s[1] != '?' {
		return 0
	}
	key := s[:min(len(s), 4)]
	if z.never[key] {
		return 0
	}
	n := asideLen(s)
	if n > 0 && s[n-1] != '>' {
		z.never[key] = true
	}
	return n
}

// skipElement skips what a hidden element holds; one without an end hides nothing.
func (z *scanner) skipElement(t tag) {
	name := t.name()
	if t.end || strings.HasSuffix(t.raw, "/>") || z.never[name] {
		return
	}
	end := indexEnd(z.src[z.at:], name)
	if end < 0 {
		z.never[name] = true
		return
	}
	z.skip(end)
}

// indexEnd finds the end tag of name in any case; it is left to be read as a tag.
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

func (z *scanner) skip(n int) {
	z.at += n
	z.from = z.at
}

func (z *scanner) flush() {
	if z.at > z.from {
		z.out = append(z.out, token{text: z.src[z.from:z.at]})
		z.from = z.at
	}
}

// isDataTable says whether the table that t follows is one of rows and columns rather than a page layout.
func isDataTable(t []token) bool {
	cells, most := 0, 0
	for _, k := range t {
		switch {
		case k.element == nil:
			continue
		case k.as == "table":
			return k.end && most > 1
		case k.as == "tr":
			cells = 0
		case k.as == "td" && !k.end:
			cells++
			most = max(most, cells)
		}
	}
	return most > 1
}
