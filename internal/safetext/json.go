package safetext

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxRun is how many zero-width characters may follow a letter before the rest is escaped.
const maxRun = 8

// EscapeJSON makes valid JSON safe to write to a terminal without changing its meaning: characters that a Line would
// replace or drop become \u escapes, which decode to the original. Only invalid UTF-8, which JSON cannot represent,
// becomes U+FFFD. It appends to dst.
func EscapeJSON(dst, src []byte) []byte {
	run, before := 0, rune(0)
	for len(src) > 0 {
		n := 0
		for n < len(src) && src[n] < 0x7f {
			n++
		}
		if n > 0 {
			dst, before, run, src = append(dst, src[:n]...), rune(src[n-1]), 0, src[n:]
			continue
		}
		r, n := utf8.DecodeRune(src)
		src = src[n:]
		piles, harms := classifyInJSON(r, before)
		before = r
		if !piles {
			run = 0
		}
		run++
		if harms || run > maxRun {
			dst = escapeRune(dst, r)
			continue
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// classifyInJSON reports whether a rune from 0x7f on combines with the one before it, and whether it must be escaped.
func classifyInJSON(r, before rune) (piles, harms bool) {
	if r == 0x7f {
		return false, true
	}
	switch classOf(r) {
	case mark, linker, joiner, tone, leading, vowel, final:
		return true, false
	case selector:
		return true, !hasVariant(before, r)
	case replaced, dropped, breaks:
		return false, true
	}
	return false, false
}

func escapeRune(dst []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return escapeUnit(escapeUnit(dst, high), low)
	}
	return escapeUnit(dst, r)
}

func escapeUnit(dst []byte, unit rune) []byte {
	hex := strconv.FormatInt(int64(unit), 16)
	return append(append(dst, `\u0000`[:6-len(hex)]...), hex...)
}
