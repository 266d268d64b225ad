package safetext

// cluster is what the cleaner knows of the character that is being put together, to keep floods out of it: marks,
// joined pictures, stacked consonants and Hangul letters would all end in one cell of the screen.
type cluster struct {
	open     bool      // there is a base to combine with
	marks    int       // on this base
	selected bool      // a variation selector was taken
	joined   bool      // the last rune is a joiner
	linked   bool      // the next base joins this one
	chain    int       // bases joined so far
	pile     runeClass // kind of the last base when its kind piles up
	height   int       // how many of that kind in a row
}

// placement is what to do with a rune in its cell.
type placement uint8

const (
	fits        placement = iota
	insertBase            // a mark with nothing to combine with
	dropMark              // the flood is cut here
	replaceBase           // too many bases that share a cell
)

// end closes the cell: after white space nothing combines.
func (c *cluster) end() { *c = cluster{} }

// add adds a rune of class k.
func (c *cluster) add(k runeClass) placement {
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

func (c *cluster) base(k runeClass) placement {
	height := 0
	if k == prepended || k == leading || k == vowel || k == final {
		height = 1
		if k == c.pile {
			height = c.height + 1
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
	*c = cluster{open: true, chain: chain, pile: k, height: height}
	return fits
}

func (c *cluster) mark(k runeClass) placement {
	if c.marks >= maxMarks || k == linker && c.chain >= maxChain {
		return dropMark
	}
	v := fits
	if !c.open {
		v, c.open = insertBase, true
	}
	c.marks++
	c.joined, c.pile = false, base
	c.linked = c.linked || k == linker
	return v
}

func (c *cluster) choose() placement {
	if !c.open || c.selected || c.marks >= maxMarks {
		return dropMark
	}
	c.selected, c.joined, c.pile = true, false, base
	c.marks++
	return fits
}

func (c *cluster) join() placement {
	if !c.open || c.joined || c.chain >= maxChain {
		return dropMark
	}
	c.joined, c.linked, c.pile = true, true, base
	return fits
}
