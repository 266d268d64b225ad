package faqindex

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// The bits of an encoded article.
const (
	bodyIsText = 1 << iota // the body has no markup: it stands there once, as text
)

// errEncoding is the error for an article that cannot be decoded although its checksum fits.
var errEncoding = errors.New("it is not an article")

// stored is an article as it is kept on disk.
type stored struct {
	seen    time.Time
	article desk.Article
	text    string // of the body, sanitised
}

// encode appends an article. What a search reads comes first: the text before the body.
func (s *stored) encode(to []byte) []byte {
	a := &s.article
	body := a.Body.Raw()
	flags := byte(0)
	if body == s.text {
		flags, body = bodyIsText, ""
	}
	to = binary.BigEndian.AppendUint64(to, uint64(s.seen.UnixNano()))
	to = append(to, flags)
	for _, n := range []int64{a.ID, a.CategoryID, int64(a.Created)} {
		to = binary.AppendVarint(to, n)
	}
	for _, text := range []string{
		a.Title.String(), a.CategoryName.String(), a.ParentCategory.String(), a.Type.String(), a.Attachment.String(),
		s.text, body,
	} {
		to = binary.AppendUvarint(to, uint64(len(text)))
		to = append(to, text...)
	}
	return to
}

// seenBytes is the length of the beginning of an encoded article that is not the article itself.
const seenBytes = 8

// contentHash identifies the content of an encoded article, whenever it was seen.
func contentHash(encoded []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(encoded[seenBytes:])
	return sum.Sum64()
}

// decoder reads encoded values; the first fault is kept.
type decoder struct {
	from string
	err  error
}

func (d *decoder) number() int64 {
	n, size := binary.Varint([]byte(d.from[:min(len(d.from), binary.MaxVarintLen64)]))
	if size <= 0 {
		d.err, d.from = errEncoding, ""
		return 0
	}
	d.from = d.from[size:]
	return n
}

// text returns the next text, which is part of the encoded article. A text that is cut off is an error, unless the
// article was read in part.
func (d *decoder) text() string {
	n, size := binary.Uvarint([]byte(d.from[:min(len(d.from), binary.MaxVarintLen64)]))
	if size <= 0 || n > uint64(len(d.from)-size) {
		rest := d.from[max(0, min(size, len(d.from))):]
		d.err, d.from = errEncoding, ""
		return rest
	}
	text := d.from[size : size+int(n)]
	d.from = d.from[size+int(n):]
	return text
}

// decode reads an encoded article. Its texts are sanitised again, since a file can be changed by others; the text of
// the body is not, and must not be shown as it is.
func (s *stored) decode(encoded string) error {
	if len(encoded) <= seenBytes {
		return errEncoding
	}
	s.seen = time.Unix(0, int64(binary.BigEndian.Uint64([]byte(encoded[:seenBytes]))))
	flags := encoded[seenBytes]
	d := decoder{from: encoded[seenBytes+1:]}
	a := &s.article
	a.Enabled = true
	a.ID, a.CategoryID, a.Created = d.number(), d.number(), desk.UnixTime(d.number())
	a.Title = line(d.text())
	a.CategoryName, a.ParentCategory = desk.NewInternedLine(line(d.text())), desk.NewInternedLine(line(d.text()))
	a.Type = desk.NewInternedLine(line(d.text()))
	a.Attachment = line(d.text())
	s.text = d.text()
	body := d.text()
	if flags&bodyIsText != 0 {
		body = s.text
	}
	a.Body = safetext.NewHTML(body)
	return d.err
}

// line returns a line of its own memory, so that it does not keep the whole article.
func line(s string) safetext.Line { return safetext.LineFromText(strings.Clone(s)) }

// textOf returns the text of an encoded article of which only the beginning may be there. It is not sanitised.
func textOf(encoded string) string {
	if len(encoded) <= seenBytes {
		return ""
	}
	d := decoder{from: encoded[seenBytes+1:]}
	for range 3 {
		d.number()
	}
	for range 5 {
		d.text()
	}
	return d.text()
}
