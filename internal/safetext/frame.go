package safetext

import (
	"fmt"
	"unicode/utf8"
)

// maxZeroWidthRun is how many runes without a cell of their own may follow each other in a frame.
const maxZeroWidthRun = 64

// ValidateFrame is the guard of the root's View: it says what in a frame could harm the terminal or its renderer,
// and where. Colours, safe links, line feeds and printable text pass.
func ValidateFrame(s string) error {
	flood := 0
	for i := 0; i < len(s); {
		b := s[i]
		if b-0x20 <= 0x5e || b == '\n' {
			flood = 0
			i++
			continue
		}
		n, wide, err := checkRune(s[i:])
		if err != nil {
			return fmt.Errorf("byte %d of the frame: %w", i, err)
		}
		if flood++; wide {
			flood = 0
		}
		if flood > maxZeroWidthRun {
			return fmt.Errorf("byte %d of the frame: more than %d marks on one character", i, maxZeroWidthRun)
		}
		i += n
	}
	return nil
}

// checkRune checks the sequence or the rune above ASCII that s starts with; wide is whether it begins a cell.
func checkRune(s string) (n int, wide bool, err error) {
	if s[0] == 0x1b {
		if n = colourLen(s); n > 0 {
			return n, true, nil
		}
		if n, ok := linkLen(s); ok {
			return n, true, nil
		}
		return 0, false, fmt.Errorf("escape sequence that is neither colour nor link")
	}
	r, n := utf8.DecodeRuneInString(s)
	if r < 0x80 || r == utf8.RuneError && n == 1 {
		return 0, false, fmt.Errorf("control or broken byte 0x%02x", s[0])
	}
	switch k := classOf(r); k {
	case base, hardSpace:
		return n, true, nil
	case replaced, breaks:
		return 0, false, fmt.Errorf("character U+%04X that must not be shown", r)
	}
	return n, false, nil
}
