package safetext

import "strings"

// keep passes n bytes of a rune of class k.
func (c *cleaner) keep(n int, k runeClass) {
	c.cluster.add(k)
	c.keepSame(n)
}

// keepSame passes a rune whose place in its cell is known.
func (c *cleaner) keepSame(n int) {
	c.at += n
	c.runes++
	c.space = false
}

// replace writes s, which is shown, for n bytes.
func (c *cleaner) replace(n int, s string) {
	c.skip(n)
	c.insert(s)
	c.cluster.add(base)
}

// insert adds one rune of ours.
func (c *cleaner) insert(s string) {
	c.flush()
	c.out = append(c.out, s...)
	c.runes++
	c.space = false
}

// skip leaves n bytes out.
func (c *cleaner) skip(n int) {
	c.flush()
	c.at += n
	c.from = c.at
}

// flush copies what is clean; a text that needs no change is never copied.
func (c *cleaner) flush() {
	if c.out == nil {
		c.out = make([]byte, 0, len(c.src)+8)
	}
	c.out = append(c.out, c.src[c.from:c.at]...)
	c.from = c.at
}

// finish gives the cleaned text, cut to its limit.
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
	if c.fold {
		s = strings.TrimRight(s, " ")
	}
	return s
}
