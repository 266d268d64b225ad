package safetext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style is how words are written.
type style uint16

// The styles, in the order in which they are opened. What changes words comes after what marks them, and code last,
// because nothing in it is markdown.
const (
	linked style = 1 << iota
	struck
	bold
	emphasised
	inQuotes
	raised
	lowered
	raisedTwice
	loweredTwice
	coded
)

// styleOf holds the styles of elements.
var styleOf = map[string]style{
	"a": linked, "del": struck, "strong": bold, "em": emphasised, "q": inQuotes, "sup": raised, "sub": lowered, "code": coded,
}

// struckMark stands before and after text that was struck out, also in plain text.
const struckMark = "~~"

// line is the text of a block. The marks of a style are written when it ends:
//
//	Hold **the *power* but
//	       ^ the place of an open style, of which no mark is written yet
type line struct {
	b       []byte
	from    int         // start of the last of its lines
	open    []openStyle // outermost first
	styles  style       // of them
	last    rune        // of the words
	gap     int         // blanks before the next word
	breaks  int         // line breaks before the next word
	address string      // of the open link
	words   []byte      // of the open link, without marks
}

// openStyle is the place where a style begins, with the first rune of its words.
type openStyle struct {
	style
	at    int
	first rune
}

// isPlain reports whether words are written without marks.
func (p *page) isPlain() bool { return p.asText || p.inCode() }

// startStyle begins an element of the line.
func (p *page) startStyle(t tag) {
	s := styleOf[t.as]
	switch {
	case s == linked:
		p.endStyle("a")
		p.line.address = t.attr("href")
	case s == coded && p.line.gap > 0: // apart from the code before it
		p.closeUnwanted(' ')
	case s&(raised|lowered)&p.styles != 0:
		s *= raisedTwice / raised
	}
	p.styles |= s
}

// endStyle ends one. What it does to its words comes before what follows.
func (p *page) endStyle(name string) {
	s := styleOf[name]
	if twice := s * (raisedTwice / raised); s&(raised|lowered) != 0 && p.styles&twice != 0 {
		s = twice
	}
	p.styles &^= s
	if p.line.styles&s&toWords != 0 {
		p.closeUnwanted(' ')
	}
}

// toWords are the styles that add or change words.
const toWords = linked | inQuotes | raised | lowered | raisedTwice | loweredTwice

// text writes a text, whose line breaks and blanks may be meant.
func (p *page) text(s string, typed bool) {
	l := &p.line
	switch {
	case s == "":
		return
	case p.inCode():
		p.write(s, false)
		return
	case typed && p.cells == 0:
		p.typedLines(s)
		return
	}
	if isBlank(s[0]) {
		l.gap = max(l.gap, 1)
	}
	for word := range strings.FieldsSeq(s) {
		p.write(word, false)
		l.gap = 1
	}
	if !isBlank(s[len(s)-1]) {
		l.gap = 0
	}
}

// typedLines writes text whose line breaks and blanks are meant.
func (p *page) typedLines(s string) {
	l := &p.line
	for i, text := range strings.Split(s, "\n") {
		if i > 0 {
			p.lineBreak()
			l.gap = 0
		}
		words := strings.Trim(text, " ")
		if words == "" {
			l.gap += len(text)
			continue
		}
		l.gap += strings.Index(text, words)
		p.write(words, true)
		l.gap = len(text) - len(strings.TrimRight(text, " "))
	}
}

// write writes words in the present styles, after the pending line breaks or blanks.
func (p *page) write(words string, typed bool) {
	l := &p.line
	first, _ := utf8.DecodeRuneInString(words)
	if l.breaks > 0 {
		p.breakLine()
	}
	if l.gap > 0 {
		p.closeUnwanted(' ')
	} else {
		p.closeUnwanted(first)
		p.escapeEntity()
	}
	if p.styles&linked != 0 {
		l.words = append(l.words, strings.Repeat(" ", l.gap)+words...)
	}
	if len(l.b) > l.from || typed {
		p.writeGap()
	}
	l.gap = 0
	p.openStyles(first)
	switch {
	case p.isPlain():
		l.b = append(l.b, words...)
	case p.styles&coded != 0:
		l.b = appendCode(l.b, words, p.cells > 0)
	default:
		l.b = appendEscaped(l.b, words)
	}
	l.last, _ = utf8.DecodeLastRuneInString(words)
}

// escapeEntity escapes an ampersand in the last word that the next one, which follows directly, may make an entity.
func (p *page) escapeEntity() {
	l := &p.line
	for i := len(l.b) - 1; !p.isPlain() && i >= l.from && i > len(l.b)-maxName; i-- {
		if l.b[i] == '&' {
			l.b = slices.Insert(l.b, i+1, []byte("amp;")...)
			return
		}
		if !isAlnum(l.b[i]) && l.b[i] != '#' {
			return
		}
	}
}

// isLabel reports whether the line holds nothing but the label of an item.
func (l *line) isLabel() bool { return l.from > 0 && len(l.b) == l.from }

// writeGap writes the pending blanks. In markdown, all but one of them have to be hard.
func (p *page) writeGap() {
	l := &p.line
	switch {
	case l.gap == 0:
	case p.asText:
		l.b = append(l.b, strings.Repeat(" ", l.gap)...)
	case len(l.b) == l.from:
		l.b = append(l.b, strings.Repeat("\u00a0", l.gap)...)
	default:
		l.b = append(l.b, " "+strings.Repeat("\u00a0", l.gap-1)...)
	}
}

// breakLine writes the pending line breaks. No style goes over one.
func (p *page) breakLine() {
	l := &p.line
	p.closeStyles(0, ' ')
	switch {
	case len(l.b) == 0:
	case p.asText:
		l.b = append(l.b, "\n\n"[:l.breaks]...)
	default:
		p.escapeStart()
		l.b = append(l.b, breakAfter(string(l.b[l.from:]), " \n"[l.breaks-1:])...)
		l.b = append(l.b, "\n"[:l.breaks-1]...)
	}
	l.from, l.breaks = len(l.b), 0
}

// endLine returns the text of the open block and begins another.
func (p *page) endLine() string {
	l := &p.line
	p.closeStyles(0, ' ')
	if !p.isPlain() && p.cells == 0 && p.heading == 0 {
		p.escapeStart()
	}
	text := string(l.b)
	l.b, l.from, l.gap, l.breaks = l.b[:0], 0, 0, 0
	return text
}

// escapeStart escapes what would make the last line an item or a rule.
func (p *page) escapeStart() {
	l := &p.line
	if at := startToEscape(l.b[l.from:]); at >= 0 {
		l.b = slices.Insert(l.b, l.from+at, '\\')
	}
}

// openStyles begins the styles of the next words that are not open yet.
func (p *page) openStyles(first rune) {
	l := &p.line
	for s := linked; s <= coded; s <<= 1 {
		if p.styles&^l.styles&s != 0 {
			l.styles |= s
			l.open = append(l.open, openStyle{s, len(l.b), first})
		}
	}
}

// closeUnwanted ends the styles that the next words do not have, and those inside them; code also if another one
// begins, because that cannot begin in code.
func (p *page) closeUnwanted(next rune) {
	l, keep := &p.line, 0
	begins := p.styles&^l.styles != 0
	for keep < len(l.open) && p.styles&l.open[keep].style != 0 && (!begins || l.open[keep].style != coded) {
		keep++
	}
	p.closeStyles(keep, next)
}

// closeStyles ends the styles from the nth on and writes their marks; next is the rune that follows.
func (p *page) closeStyles(n int, next rune) {
	l := &p.line
	for len(l.open) > n {
		o := l.open[len(l.open)-1]
		l.open = l.open[:len(l.open)-1]
		l.styles &^= o.style
		switch {
		case o.style == linked:
			p.closeLink(o.at)
		case o.style == inQuotes:
			l.b = append(slices.Insert(l.b, o.at, []byte("“")...), "”"...)
		case o.style&(raised|raisedTwice) != 0:
			p.wordScript(o.at, raisedForms, "^")
		case o.style&(lowered|loweredTwice) != 0:
			p.wordScript(o.at, loweredForms, "_")
		case p.isPlain() && o.style == struck:
			l.wrap(o.at, struckMark)
		case p.isPlain():
		case o.style == coded:
			l.wrapCode(o.at)
		default:
			l.wrap(o.at, l.markOf(o, next))
		}
	}
}

// wrap writes a mark before and after the text from a position on.
func (l *line) wrap(at int, mark string) {
	l.b = append(slices.Insert(l.b, at, []byte(mark)...), mark...)
}

// wrapCode writes the marks around code.
func (l *line) wrapCode(at int) {
	code := l.b[at:]
	if code[0] == '`' || code[len(code)-1] == '`' {
		l.wrap(at, " ")
	}
	l.wrap(at, codeFence(string(l.b[at:]), 1))
}

// codeFence returns the backquotes to stand around code: more than it has in a row.
func codeFence(code string, least int) string {
	for _, run := range strings.FieldsFunc(code, func(r rune) bool { return r != '`' }) {
		least = max(least, len(run)+1)
	}
	return strings.Repeat("`", least)
}

// markOf returns the mark of a style. Where it would not be read as one there is none, apart from text that was struck
// out.
func (l *line) markOf(o openStyle, next rune) string {
	before, _ := utf8.DecodeLastRune(l.b[l.from:o.at])
	isRead := isMark(before, o.first) && isMark(next, l.last)
	switch {
	case o.style == struck && isRead:
		return struckMark
	case o.style == struck:
		return `\~\~`
	case !isRead:
		return ""
	case o.style == bold:
		return "**"
	}
	return "*"
}

// isMark reports whether stars between two runes are read as a mark, the inner of which is a word's: that is no white
// space, and no sign unless white space or a sign stands outside.
func isMark(outer, inner rune) bool {
	isApart := unicode.IsSpace(outer) || unicode.IsPunct(outer) || unicode.IsSymbol(outer)
	return !unicode.IsSpace(inner) && (isApart || !unicode.IsPunct(inner) && !unicode.IsSymbol(inner))
}

// closeLink makes the words from a position on a link. Without a safe target the address is text; if the words are the
// address itself, they are left as they are.
func (p *page) closeLink(at int) {
	l := &p.line
	words := strings.TrimSpace(string(l.words))
	l.words = l.words[:0]
	to, ok := safeURL(l.address)
	switch note := linkNote(words, l.address); {
	case ok && !p.isPlain() && !textIsURL(words, to):
		l.b = append(slices.Insert(l.b, at, '['), "]("+linkTarget.Replace(to)+")"...)
	case ok && !p.isPlain(), note == "":
	case p.isPlain():
		l.b = append(l.b, " "+note...)
	default:
		l.b = appendEscaped(append(l.b, ' '), note)
	}
}

// linkTarget escapes what would end the address of a link.
var linkTarget = strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C")
