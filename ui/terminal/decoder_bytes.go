package terminal

import "bytes"

// isControl reports whether a byte is a control character.
func isControl(b byte) bool { return b < ' ' || b == 0x7f }

// isParam reports whether a byte belongs to the parameters of a sequence.
func isParam(b byte) bool { return b >= '0' && b <= '?' }

// isNumber reports whether text consists of digits.
func isNumber(text []byte) bool { return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0 }

// hasParams reports whether a sequence begins with parameters: a CSI or a DCS.
func hasParams(whole []byte) bool {
	whole = bytes.TrimLeft(whole, "\x1b")
	return len(whole) > 0 && (whole[0] == '[' || whole[0] == 'P')
}

// continuations returns the number of bytes that follow the first byte of a UTF-8 character.
func continuations(b byte) int {
	switch {
	case b >= 0xf0 && b <= 0xf4:
		return 3
	case b >= 0xe0 && b < 0xf0:
		return 2
	case b >= 0xc2 && b < 0xe0:
		return 1
	}
	return 0
}
