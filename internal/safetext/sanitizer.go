package safetext

import (
	"strings"
	"unicode/utf8"
)

const (
	maxMarks     = 8   // combining marks on a base
	maxChain     = 8   // letters or emoji joined into one
	ellipsis     = "…" // marks truncation
	dottedCircle = "◌" // carries a mark without a base, as Unicode recommends
	unknown      = "\uFFFD"
)

// policy is how one kind of field is sanitised.
type policy struct {
	max            int  // in runes; 0 for no limit
	oneLine        bool // line breaks become spaces
	collapseSpace  bool // white space is collapsed, and removed at the ends
	breakingSpaces bool // no-break spaces become spaces
	allowANSI      bool // colours and safe links pass
}

var (
	inOneLine  = policy{max: maxLine, oneLine: true, collapseSpace: true, breakingSpaces: true}
	inBlock    = policy{max: maxBlock, breakingSpaces: true}
	textPolicy = policy{max: maxBlock}
	asIsLine   = policy{max: maxLine, oneLine: true}
	asMessage  = policy{max: maxMessage, oneLine: true}
	unlimited  = policy{breakingSpaces: true}
	ansiPolicy = policy{allowANSI: true}
)

// cleaner scans a string once and copies only if something has to change.
type cleaner struct {
	policy
	src   string
	out   []byte
	from  int  // src[from:at] is sanitised and not copied yet
	at    int  // the current position
	runes int  // written so far
	space bool // the last rune written is a space, or there is none
	cluster
}

// clean sanitises s.
func (p policy) clean(s string) string {
	if !p.oneLine && (p.max == 0 || len(s) <= p.max) && isPlainASCII(s, len(s)) {
		return s
	}
	c := cleaner{policy: p, src: s, space: true}
	for c.at < len(s) && (p.max == 0 || c.runes <= p.max) {
		c.step()
	}
	return c.finish()
}

func (c *cleaner) step() {
	b := c.src[c.at]
	switch {
	case b == ' ':
		c.writeSpace(1)
	case b > ' ' && b < 0x7f:
		c.asciiRun()
	case b < ' ' || b == 0x7f:
		c.control(b)
	default:
		c.nonASCII()
	}
}

// asciiRun passes a run of ASCII letters and signs.
func (c *cleaner) asciiRun() {
	n := c.at + 1
	for n < len(c.src) && c.src[n] > ' ' && c.src[n] < 0x7f {
		n++
	}
	n -= c.at
	c.cluster.add(base)
	if n > 1 {
		c.cluster = cluster{open: true}
	}
	c.at += n
	c.runes += n
	c.space = false
}

// nonASCII handles a rune above ASCII or an invalid byte.
func (c *cleaner) nonASCII() {
	r, n := utf8.DecodeRuneInString(c.src[c.at:])
	if r == utf8.RuneError && n == 1 {
		c.replace(1, unknown)
		return
	}
	switch k := classOf(r); k {
	case replaced:
		c.replace(n, unknown)
	case dropped:
		c.skip(n)
	case breaks:
		c.newline(n)
	case hardSpace:
		c.noBreak(n)
	case selector:
		c.variationSelector(r, n)
	default:
		c.showRune(n, k)
	}
}

// showRune writes a visible rune if its cell has room.
func (c *cleaner) showRune(n int, k runeClass) {
	switch c.cluster.add(k) {
	case fits:
		c.keepSame(n)
	case insertBase:
		c.insert(dottedCircle)
		c.keepSame(n)
	case dropMark:
		c.skip(n)
	case replaceBase:
		c.replace(n, unknown)
	}
}

// variationSelector passes the variation selector of a character that has variants.
func (c *cleaner) variationSelector(r rune, n int) {
	if before, _ := utf8.DecodeLastRuneInString(c.src[:c.at]); !hasVariant(before, r) {
		c.skip(n)
		return
	}
	c.showRune(n, selector)
}

// control converts ASCII controls to line breaks, spaces or control pictures. It replaces and never deletes, so that
// two halves of a sequence cannot join.
func (c *cleaner) control(b byte) {
	switch {
	case b == '\r' && c.at+1 < len(c.src) && c.src[c.at+1] == '\n':
		c.newline(2)
	case b >= '\n' && b <= '\r':
		c.newline(1)
	case b == '\t':
		c.tab()
	case b == 0x1b && c.allowANSI:
		c.escapeSequence()
	case b == 0x7f:
		c.replace(1, "\u2421")
	default:
		c.replace(1, string(rune(0x2400+int(b))))
	}
}

func (c *cleaner) newline(n int) {
	c.closePrefix()
	switch {
	case c.oneLine:
		c.writeSpace(n)
	case n == 1 && c.src[c.at] == '\n':
		c.keepSame(1)
		c.cluster.endCell()
	default:
		c.replace(n, "\n")
		c.cluster.endCell()
	}
}

func (c *cleaner) tab() {
	if c.collapseSpace {
		c.writeSpace(1)
		return
	}
	c.closePrefix()
	c.replace(1, "    ")
	c.runes += 3
	c.cluster.endCell()
}

func (c *cleaner) noBreak(n int) {
	if c.breakingSpaces {
		c.writeSpace(n)
		return
	}
	c.keepRune(n, base)
}

// closePrefix inserts a base after a prepended sign before white space, so that the sign does not enclose the white
// space.
func (c *cleaner) closePrefix() {
	if c.cluster.stackClass == prepended {
		c.insert(dottedCircle)
		c.cluster.endCell()
	}
}

// writeSpace writes one space for n bytes of white space; with collapseSpace, only between words.
func (c *cleaner) writeSpace(n int) {
	c.closePrefix()
	switch {
	case c.collapseSpace && c.space:
		c.skip(n)
	case n == 1 && c.src[c.at] == ' ':
		c.keepSame(1)
	default:
		c.replace(n, " ")
	}
	c.space = true
	c.cluster.endCell()
}

// keepRune passes n bytes of a rune of class k.
func (c *cleaner) keepRune(n int, k runeClass) {
	c.cluster.add(k)
	c.keepSame(n)
}

// keepSame passes n bytes of a rune that the cluster has already counted.
func (c *cleaner) keepSame(n int) {
	c.at += n
	c.runes++
	c.space = false
}

// replace writes the visible s for n bytes.
func (c *cleaner) replace(n int, s string) {
	c.skip(n)
	c.insert(s)
	c.cluster.add(base)
}

// insert adds one rune to the output.
func (c *cleaner) insert(s string) {
	c.flush()
	c.out = append(c.out, s...)
	c.runes++
	c.space = false
}

// skip drops n bytes.
func (c *cleaner) skip(n int) {
	c.flush()
	c.at += n
	c.from = c.at
}

// flush copies the sanitised part of src; unchanged text is never copied.
func (c *cleaner) flush() {
	if c.out == nil {
		c.out = make([]byte, 0, len(c.src)+8)
	}
	c.out = append(c.out, c.src[c.from:c.at]...)
	c.from = c.at
}

// finish returns the sanitised text, truncated to its limit.
func (c *cleaner) finish() string {
	c.closePrefix()
	s := c.src[:c.at]
	if c.out != nil {
		c.flush()
		s = string(c.out)
	}
	if c.max > 0 && c.runes > c.max {
		s = shorten(s, c.max)
	}
	if c.collapseSpace {
		s = strings.TrimRight(s, " ")
	}
	return s
}

// cluster is the state of the current character. It limits marks, joined emoji, stacked consonants and Hangul letters,
// which would all be drawn in one cell.
type cluster struct {
	open        bool      // there is a base to combine with
	marks       int       // on this base
	hasSelector bool      // it has a variation selector
	afterJoiner bool      // the last rune is a joiner
	linked      bool      // the next base joins this one
	chain       int       // bases joined so far
	stackClass  runeClass // class of the last base if its class stacks
	stackHeight int       // consecutive bases of that class
}

// placement is how a rune is added to its cell.
type placement uint8

const (
	fits        placement = iota
	insertBase            // a mark without a base
	dropMark              // the limit is reached
	replaceBase           // too many bases in one cell
)

// endCell closes the cell: nothing combines with white space.
func (c *cluster) endCell() { *c = cluster{} }

// add adds a rune of class k.
func (c *cluster) add(k runeClass) placement {
	switch k {
	case mark, linker:
		return c.addMark(k)
	case tone:
		if !c.open {
			return c.addBase(k)
		}
		return c.addMark(k)
	case selector:
		return c.addSelector()
	case joiner:
		return c.addJoiner()
	}
	return c.addBase(k)
}

func (c *cluster) addBase(k runeClass) placement {
	height := 0
	if k == prepended || k == leading || k == vowel || k == final {
		height = 1
		if k == c.stackClass {
			height = c.stackHeight + 1
		}
	}
	if height > maxMarks {
		*c = cluster{open: true}
		return replaceBase
	}
	chain := 0
	if c.linked {
		chain = c.chain + 1
	}
	*c = cluster{open: true, chain: chain, stackClass: k, stackHeight: height}
	return fits
}

func (c *cluster) addMark(k runeClass) placement {
	if c.marks >= maxMarks || k == linker && c.chain >= maxChain {
		return dropMark
	}
	v := fits
	if !c.open {
		v, c.open = insertBase, true
	}
	c.marks++
	c.afterJoiner, c.stackClass = false, base
	c.linked = c.linked || k == linker
	return v
}

func (c *cluster) addSelector() placement {
	if !c.open || c.hasSelector || c.marks >= maxMarks {
		return dropMark
	}
	c.hasSelector, c.afterJoiner, c.stackClass = true, false, base
	c.marks++
	return fits
}

func (c *cluster) addJoiner() placement {
	if !c.open || c.afterJoiner || c.chain >= maxChain {
		return dropMark
	}
	c.afterJoiner, c.linked, c.stackClass = true, true, base
	return fits
}
