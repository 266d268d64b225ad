package faqindex

import (
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/safetext"
)

// maxWord is the longest indexed beginning of a word, in bytes; what follows is not searched.
const maxWord = 32

// gramRunes is how many characters a word has in scripts that are written without spaces. Each character begins one.
const gramRunes = 3

// words splits a text into folded words. It reuses one buffer: a word is valid until the next one is read.
type words struct {
	text     string
	at       int
	buf      []byte
	from, to int // the word's place in text

	// wanted holds the first letters of the words that are looked for, folded; nil for all. Others than ASCII are not
	// in it. A word that begins with another letter may come out as an empty one, which saves its folding.
	wanted *[utf8.RuneSelf]bool
}

// compound is the words on both sides of hyphens as one: wifi of Wi-Fi, login of log-in.
type compound struct {
	word     []byte
	from, to int // its place in text
}

// join takes the word that was read last, and reports whether it goes on after a hyphen.
func (c *compound) join(w *words, word []byte) bool {
	isLong := len(c.word)+len(word) > maxWord
	goesOn := len(c.word) > 0 && w.from > c.to && isHyphen(w.text[c.to:w.from]) && !isLong
	if !goesOn {
		c.word, c.from = c.word[:0], w.from
	}
	c.word, c.to = append(c.word, word...), w.to
	return goesOn
}

// isHyphen reports whether a text is a hyphen alone.
func isHyphen(s string) bool { return s == "-" || s == "\u2010" || s == "\u2011" }

// wordsBeginningLike returns a reader for a text in which words are looked for.
func wordsBeginningLike(text string, wanted []string) words {
	w := words{text: text, buf: make([]byte, 0, maxWord), wanted: new([utf8.RuneSelf]bool)}
	for _, s := range wanted {
		if s != "" && s[0] < utf8.RuneSelf {
			w.wanted[s[0]] = true
		}
	}
	return w
}

// reset starts with another text.
func (w *words) reset(text string) { w.text, w.at = text, 0 }

// next reads a word; nil at the end of the text.
func (w *words) next() []byte {
	for w.at < len(w.text) {
		c := w.text[w.at]
		switch {
		case isASCIIWord(c):
			return w.plainWord()
		case c < utf8.RuneSelf:
			w.at++
		default:
			r, size := utf8.DecodeRuneInString(w.text[w.at:])
			switch {
			case isUnspaced(r):
				return w.gram(size)
			case isWordRune(r):
				return w.foldedWord(w.at)
			}
			w.at += size
		}
	}
	return nil
}

// plainWord reads a word that begins with an ASCII letter or digit.
func (w *words) plainWord() []byte {
	from := w.at
	w.buf = w.buf[:0]
	for w.at < len(w.text) {
		c := w.text[w.at]
		if c >= utf8.RuneSelf {
			if r, _ := utf8.DecodeRuneInString(w.text[w.at:]); isWordRune(r) && !isUnspaced(r) {
				return w.foldedWord(from)
			}
			break
		}
		if !isASCIIWord(c) {
			break
		}
		if len(w.buf) < maxWord {
			w.buf = append(w.buf, lower(c))
		}
		w.at++
	}
	w.from, w.to = from, w.at
	return w.buf
}

// foldedWord reads a word that has other characters than ASCII.
func (w *words) foldedWord(from int) []byte {
	for w.at < len(w.text) {
		r, size := utf8.DecodeRuneInString(w.text[w.at:])
		if !isWordRune(r) || isUnspaced(r) {
			break
		}
		w.at += size
	}
	w.from, w.to = from, w.at
	if first := lower(w.text[from]); w.wanted != nil && first < utf8.RuneSelf && !w.wanted[first] {
		return w.buf[:0]
	}
	w.buf = append(w.buf[:0], safetext.Fold(cutRunes(w.text[from:w.at], 2*maxWord))...)
	w.buf = w.buf[:len(cutRunes(string(w.buf), maxWord))]
	if len(w.buf) == 0 {
		return w.next() // accents without a letter
	}
	return w.buf
}

// gram reads the character at w.at and up to two that follow it in the same way of writing.
func (w *words) gram(size int) []byte {
	w.from, w.to = w.at, w.at+size
	w.at = w.to
	for range gramRunes - 1 {
		r, size := utf8.DecodeRuneInString(w.text[w.to:])
		if !isUnspaced(r) {
			break
		}
		w.to += size
	}
	w.buf = append(w.buf[:0], safetext.Fold(w.text[w.from:w.to])...)
	return w.buf
}

// cutRunes cuts a text to at most limit bytes between characters.
func cutRunes(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return s[:safetext.RuneStart(s, limit)]
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func isASCIIWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// isWordRune reports whether a character belongs to a word: letters, digits and marks.
func isWordRune(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// isUnspaced reports whether a character is of a script that is written without spaces between words.
func isUnspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}
