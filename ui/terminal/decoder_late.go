package terminal

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// paste keeps a byte of a paste, and ends the paste with its mark.
func (d *decoder) paste(b byte) {
	if b != pasteEnd[d.marked] {
		d.pasted([]byte(pasteEnd[:d.marked])...)
		d.marked = 0
	}
	if b == pasteEnd[d.marked] {
		d.marked++
	} else {
		d.pasted(b)
	}
	if d.marked == len(pasteEnd) {
		d.endPaste()
	}
}

// pasted keeps what fits into the bound.
func (d *decoder) pasted(text ...byte) {
	d.held = append(d.held, text[:min(len(text), maxPaste-len(d.held))]...)
}

// endPaste emits the paste.
func (d *decoder) endPaste() {
	d.emit(uv.PasteEvent{Content: string(bytes.ToValidUTF8(d.held, nil))})
	d.reset()
}

// lateKey is the rest of a sequence whose ESC was taken for the key: an arrow, function key, answer of the terminal. No
// one types several of these characters at once.
var lateKey = regexp.MustCompile(`(?s)^(\[\[?[A-FHIOPQRSZ]|\[M...|O[A-FHMPQRS]|[\[P][0-?!+$][[:print:]].*|\][0-9]+;.*|_G.*)$`)

// bulk is how many bytes at once are no typing.
const bulk = 8

// rejoin leads what comes late back to what it belongs to: to the ESC that was taken for the key, or to the paste that
// was taken without its end. Otherwise it would run commands.
func (d *decoder) rejoin(chunk []byte, now time.Time) []byte {
	escaped := d.escaped
	d.escaped = time.Time{}
	switch {
	case d.state != inText:
	case now.Sub(escaped) < lateTail && lateKey.Match(chunk):
		d.wait(afterESC, now, escapePatience, 0x1b)
	case now.Sub(d.pastedLate) >= latePaste, bytes.HasPrefix(chunk, []byte(pasteBegin)):
	case strings.HasPrefix(string(chunk), d.lateMark):
		d.pastedLate = time.Time{}
		return chunk[len(d.lateMark):]
	case bytes.Contains(chunk, []byte(pasteEnd)), len(chunk) >= bulk && chunk[0] != 0x1b:
		d.state, d.pastedLate = inPaste, time.Time{}
	}
	return chunk
}

// isInterrupt reports whether bytes are ctrl+c and nothing else.
func isInterrupt(chunk []byte) bool {
	if len(chunk) >= 32 {
		return false
	}
	events := new(decoder).feed(chunk, time.Time{})
	if len(events) != 1 {
		return false
	}
	key, ok := events[0].(uv.KeyPressEvent)
	return ok && key.String() == "ctrl+c"
}
