package text

// cell is what the cleaner knows of the character that is being put together, to keep floods out of it: marks,
// joined pictures, stacked consonants and Hangul letters would all end in one cell of the screen.
type cell struct {
	open     bool  // there is a base to combine with
	marks    int   // on this base
	selected bool  // a variation selector was taken
	joined   bool  // the last rune is a joiner
	linked   bool  // the next base joins this one
	chain    int   // bases joined so far
	pile     class // kind of the last base when its kind piles up
	height   int   // how many of that kind in a row
}

// verdict is what to do with a rune in its cell.
type verdict uint8

const (
	fits      verdict = iota
	needsBase         // a mark with nothing to combine with
	tooMany           // the flood is cut here
	piledUp           // too many bases that share a cell
)

// end closes the cell: after white space nothing combines.
func (c *cell) end() { *c = cell{} }

// take adds a rune of class k.
func (c *cell) take(k class) verdict {
	switch k {
	case mark, linker:
		return c.mark(k)
	case tone:
		if !c.open {
			return c.base(k)
		}
		return c.mark(k)
	case selector:
		return c.choose()
	case joiner:
		return c.join()
	}
	return c.base(k)
}

func (c *cell) base(k class) verdict {
	height := 0
	if k == prepended || k == leading || k == vowel || k == final {
		height = 1
		if k == c.pile {
			height = c.height + 1
		}
	}
	if height > maxMarks {
		*c = cell{open: true}
		return piledUp
	}
	chain := 0
	if c.linked {
		chain = c.chain + 1
	}
	*c = cell{open: true, chain: chain, pile: k, height: height}
	return fits
}

func (c *cell) mark(k class) verdict {
	if c.marks >= maxMarks || k == linker && c.chain >= maxChain {
		return tooMany
	}
	v := fits
	if !c.open {
		v, c.open = needsBase, true
	}
	c.marks++
	c.joined, c.pile = false, base
	c.linked = c.linked || k == linker
	return v
}

func (c *cell) choose() verdict {
	if !c.open || c.selected || c.marks >= maxMarks {
		return tooMany
	}
	c.selected, c.joined, c.pile = true, false, base
	c.marks++
	return fits
}

func (c *cell) join() verdict {
	if !c.open || c.joined || c.chain >= maxChain {
		return tooMany
	}
	c.joined, c.linked, c.pile = true, true, base
	return fits
}
