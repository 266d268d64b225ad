package safetext

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// EncodingError is returned for bytes from outside that are not UTF-8.
type EncodingError struct {
	Encoding string // such as UTF-16; empty if it is not known
	Line     int    // of the first byte that is not UTF-8, if the encoding is not known
}

// Error says what the bytes are, and what helps with a file.
func (e *EncodingError) Error() string { return e.What() + ": save it as UTF-8" }

// What says what the bytes are.
func (e *EncodingError) What() string {
	if e.Encoding != "" {
		return "it is " + e.Encoding + ", not UTF-8"
	}
	return fmt.Sprintf("line %d has a byte that is not UTF-8", e.Line)
}

// encodings are recognised by how a text begins. Without a mark, the first characters of a text are below U+0100.
var encodings = []struct {
	name     string
	isAtHead func(head []byte) bool
}{
	{"UTF-32", func(head []byte) bool {
		return bytes.HasPrefix(head, []byte{0xff, 0xfe, 0, 0}) || bytes.HasPrefix(head, []byte{0, 0, 0xfe, 0xff})
	}},
	{"UTF-16", func(head []byte) bool {
		return bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) ||
			len(head) >= MarkLength && isZero(head, 0) != isZero(head, 1) && isZero(head, 0) == isZero(head, 2) &&
				isZero(head, 1) == isZero(head, 3)
	}},
}

func isZero(head []byte, i int) bool { return head[i] == 0 }

// MarkLength is how many bytes tell the encoding of a text.
const MarkLength = 4

// WithoutMark returns bytes from outside without the byte-order mark of UTF-8, which some editors write, and an error
// for another encoding that can be told by how it begins. Everything that reads a file, an answer or a request uses it.
func WithoutMark(content []byte) ([]byte, error) {
	for _, encoding := range encodings {
		if encoding.isAtHead(content) {
			return nil, &EncodingError{Encoding: encoding.name}
		}
	}
	return bytes.TrimPrefix(content, []byte("\ufeff")), nil
}

// UTF8 is WithoutMark for what must be UTF-8 as a whole.
func UTF8(content []byte) ([]byte, error) {
	content, err := WithoutMark(content)
	if err != nil || utf8.Valid(content) {
		return content, err
	}
	line := 1
	for rest := content; ; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, &EncodingError{Line: line}
		case r == '\n':
			line++
		}
		rest = rest[size:]
	}
}

// CellSeparator returns what parts the cells of a file with rows: comma, semicolon or tab, whichever comes first in the
// header; a comma if none does.
func CellSeparator(content []byte) byte {
	if at := bytes.IndexAny(content, ",;\t\n"); at >= 0 && content[at] != '\n' {
		return content[at]
	}
	return ','
}
