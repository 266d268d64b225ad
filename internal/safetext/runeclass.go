package safetext

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// runeClass is how the sanitiser treats a rune.
type runeClass uint8

const (
	base      runeClass = iota // passes unchanged; marks may follow
	mark                       // combines with the base before it
	selector                   // variation selector: one directly after a base that has the variant
	linker                     // virama: a mark that may join the next letter to its base
	joiner                     // ZWJ, ZWNJ, Mongolian vowel separator: only after a base
	tone                       // emoji skin tone: a mark after a base, otherwise a base
	prepended                  // number signs that enclose what follows
	leading                    // Hangul consonants, vowels and finals that stack in one cell
	vowel
	final
	replaced // becomes U+FFFD
	dropped  // zero-width and without use
	breaks   // ends a line
	hardSpace
)

// tableSize covers the two planes that contain all marks and controls except tags.
const tableSize = 0x20000

var classes = classTable()

// classTable builds the table from Unicode's own; runes in none of them are bases.
func classTable() *[tableSize]runeClass {
	t := new([tableSize]runeClass)
	setClass(t, unicode.M, mark)
	setClass(t, unicode.Cf, dropped)
	setClass(t, unicode.Prepended_Concatenation_Mark, prepended)
	setClass(t, unicode.Variation_Selector, selector)
	setClass(t, unicode.Noncharacter_Code_Point, replaced)
	for _, s := range spans {
		for r := s.lo; r <= s.hi; r++ {
			t[r] = s.class
		}
	}
	return t
}

// spans lists the runes with a class that does not follow from their category.
var spans = []struct {
	lo, hi rune
	class  runeClass
}{
	{0x80, 0x9f, replaced},
	{0x85, 0x85, breaks},
	{0xa0, 0xa0, hardSpace},
	{0x2028, 0x2029, breaks},
	{0x202a, 0x202e, replaced},
	{0x2066, 0x2069, replaced}, // bidi embeddings, overrides, isolates
	{0xe000, 0xf8ff, replaced}, // private use
	{0x200c, 0x200d, joiner},
	{0x180e, 0x180e, joiner},
	{0x115f, 0x1160, dropped},
	{0x3164, 0x3164, dropped},
	{0xffa0, 0xffa0, dropped}, // Hangul fillers
	{0x034f, 0x034f, dropped},
	{0x17b4, 0x17b5, dropped},
	{0x2065, 0x2065, dropped},
	{0xfff0, 0xfffb, dropped},
	{0x1100, 0x115e, leading},
	{0xa960, 0xa97c, leading},
	{0x1161, 0x11a7, vowel},
	{0xd7b0, 0xd7c6, vowel},
	{0x11a8, 0x11ff, final},
	{0xd7cb, 0xd7fb, final},
	{0xff9e, 0xff9f, mark},
	{0x0e33, 0x0e33, mark},
	{0x0eb3, 0x0eb3, mark}, // letters that combine nevertheless
	{0x1f3fb, 0x1f3ff, tone},
	{0x094d, 0x094d, linker},
	{0x09cd, 0x09cd, linker},
	{0x0acd, 0x0acd, linker},
	{0x0b4d, 0x0b4d, linker},
	{0x0c4d, 0x0c4d, linker},
	{0x0d4d, 0x0d4d, linker},
	{0x1039, 0x1039, linker},
	{0x17d2, 0x17d2, linker},
	{0x1a60, 0x1a60, linker},
	{0xa9c0, 0xa9c0, linker},
	{0x11133, 0x11133, linker},
	{0x1193e, 0x1193e, linker},
	{0x0d4e, 0x0d4e, prepended},
	{0x111c2, 0x111c3, prepended},
	{0x113d1, 0x113d1, prepended},
	{0x1193f, 0x1193f, prepended},
	{0x11941, 0x11941, prepended},
	{0x11a3a, 0x11a3a, prepended},
	{0x11a84, 0x11a89, prepended},
	{0x11d46, 0x11d46, prepended},
	{0x11f02, 0x11f02, prepended},
}

func setClass(t *[tableSize]runeClass, table *unicode.RangeTable, c runeClass) {
	for _, s := range table.R16 {
		for r := uint32(s.Lo); r <= uint32(s.Hi); r += uint32(s.Stride) {
			t[r] = c
		}
	}
	for _, s := range table.R32 {
		for r := s.Lo; r <= min(s.Hi, tableSize-1); r += s.Stride {
			t[r] = c
		}
	}
}

// classOf returns the class of a rune above ASCII.
func classOf(r rune) runeClass {
	switch {
	case r < tableSize:
		return classes[r]
	case r >= 0xe0100 && r <= 0xe01ef:
		return selector
	case r >= 0xe0000 && r <= 0xe0fff: // tags and the other ignorable characters of their plane
		return dropped
	case r >= 0xf0000 || r&0xfffe == 0xfffe:
		return replaced
	}
	return base
}

// hasVariant reports whether a variation selector may follow a base. After anything else the invisible selectors could
// smuggle data.
func hasVariant(base, selector rune) bool {
	switch {
	case selector > 0xfe0f:
		return unicode.Is(unicode.Unified_Ideograph, base)
	case selector >= 0xfe0e:
		return isPictograph(base) || base < 0x80 && strings.ContainsRune("#*0123456789", base)
	case selector >= 0xfe00:
		return selector <= lastVariant(base)
	}
	return unicode.Is(unicode.Mongolian, base)
}

// lastVariant returns the last selector that Unicode's list of standardised variants has for a base; a script whose
// letters have variants is taken as a whole.
func lastVariant(base rune) rune {
	switch {
	case unicode.Is(unicode.Egyptian_Hieroglyphs, base):
		return 0xfe06
	case unicode.Is(unicode.Unified_Ideograph, base):
		return 0xfe02
	case strings.ContainsRune("‘’“”、。！，．：；？", base):
		return 0xfe01
	case unicode.In(base, unicode.Myanmar, unicode.Phags_Pa, unicode.Manichaean),
		unicode.Is(unicode.Sm, base) && base >= 0x2200 && base < 0x2b00, base == '0', base == '０':
		return 0xfe00
	}
	return 0
}

// isPictograph reports whether a base can be drawn as an emoji: such ones alone are joined to another by a joiner.
func isPictograph(base rune) bool {
	pair := string(base) + "\u200d❤"
	first, _ := ansi.FirstGraphemeCluster(pair, ansi.GraphemeWidth)
	return first == pair
}
