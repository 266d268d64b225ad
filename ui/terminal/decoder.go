package terminal

import (
	"bytes"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// Bounds of the input, far above what typing reaches. Without them, 120 bytes from an SSH client could crash the host
// with all its sessions, and four megabytes could keep a core busy for half a minute.
const (
	maxParams = 24        // of a control sequence: the framework's parser holds 32 and panics on more
	maxString = 256 << 10 // bytes of an OSC, DCS or APC
	maxPaste  = 1 << 20   // bytes of one paste; what exceeds them is dropped
)

// How long the decoder waits for the rest of what has begun. Networks deliver a sequence in parts, seconds apart when a
// packet is lost.
const (
	escapePatience   = 50 * time.Millisecond // an ESC alone, which is the key unless it begins a sequence
	sequencePatience = 3 * time.Second       // what is certain to be a sequence or a character; dropped whole
	pastePatience    = time.Second           // without a byte of an unfinished paste, which is then taken as it is
	lateTail         = time.Second           // after an ESC that was taken for the key
	latePaste        = 30 * time.Second      // after a paste that was taken without its end
	renewEvery       = 1 << 10               // bytes of a string that begin its patience again: no one types as fast
)

// state is what the decoder is in.
type state uint8

// The states of the decoder.
const (
	inText    state = iota
	inChar          // in a UTF-8 character
	afterESC        // after ESC
	inCSI           // in a control sequence
	inSS3           // after ESC O, which some keys send
	inFixed         // in the bytes after a sequence that has no final byte: of the mouse, of the Linux console
	inString        // in an OSC, DCS, APC, PM or SOS
	stringESC       // after ESC in a string
	inPaste         // between the marks of a paste
)

// The marks of a paste.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// decoder turns the bytes of a terminal into events. It hands complete keys, sequences and characters to the
// framework's parser, however they arrive, and drops sequences that are malformed, too long or never finished.
type decoder struct {
	parser uv.EventDecoder
	state  state
	text   []byte // complete characters that are not decoded yet
	held   []byte // of the character, sequence or paste that is not complete
	rest   int    // bytes missing of inChar and inFixed
	params int    // of a CSI or DCS
	osc    bool   // the string may end with BEL
	marked int    // bytes of pasteEnd that have matched
	due    time.Time
	renew  int // the length of a string at which its patience begins again

	escaped    time.Time // when an ESC was taken for the key
	pastedLate time.Time // when a paste was taken without its end
	lateMark   string    // what is missing of that end
	heard      time.Time // when the last bytes came
	events     []uv.Event
}

// patience returns how long to wait for the rest of what has begun.
func (d *decoder) patience() time.Duration {
	if d.state == inText {
		return time.Hour
	}
	return time.Until(d.due)
}

// feed decodes bytes.
func (d *decoder) feed(chunk []byte, now time.Time) []uv.Event {
	d.events = nil
	if len(chunk) == 0 {
		return nil
	}
	chunk = d.rejoin(chunk, now)
	if d.state == inPaste && now.Sub(d.heard) >= escapePatience && isInterrupt(chunk) {
		d.lateMark = pasteEnd
		d.endPaste()
		d.pastedLate = now
	}
	for _, b := range chunk {
		d.next(b, now)
	}
	d.flush()
	if d.heard = now; d.state == inPaste {
		d.due = now.Add(pastePatience)
	}
	return d.events
}

// giveUp ends what has waited for its rest too long: an ESC is the key, a paste is taken as it is, and everything else
// is dropped.
func (d *decoder) giveUp(now time.Time) []uv.Event {
	d.events = nil
	switch {
	case d.state == inText || now.Before(d.due):
		return nil
	case d.state == afterESC:
		for range d.held {
			d.emit(uv.KeyPressEvent{Code: uv.KeyEscape})
		}
		d.escaped = now
	case d.state == inPaste:
		d.lateMark = pasteEnd[d.marked:]
		d.endPaste()
		d.pastedLate = now
	}
	d.reset()
	return d.events
}

// next decodes one byte.
func (d *decoder) next(b byte, now time.Time) {
	switch d.state {
	case inText:
		d.begin(b, now)
	case inPaste:
		d.paste(b)
	case inChar:
		if b&0xc0 != 0x80 {
			d.again(b, now)
			return
		}
		d.fixed(b)
	case inFixed:
		if b < ' ' {
			d.again(b, now)
			return
		}
		d.fixed(b)
	case afterESC:
		d.escape(b, now)
	case inCSI:
		d.control(b, now)
	case inSS3:
		d.single(b, now)
	case inString, stringESC:
		d.string(b, now)
	}
}

// begin decodes the first byte of something.
func (d *decoder) begin(b byte, now time.Time) {
	switch {
	case b == 0x1b:
		d.wait(afterESC, now, escapePatience, b)
	case b < 0x80:
		d.text = append(d.text, b)
	case continuations(b) > 0:
		d.rest = continuations(b)
		d.wait(inChar, now, sequencePatience, b)
	default:
		d.introduce(b-0x40, now, 0x1b, b-0x40) // the 8-bit form; other bytes are not UTF-8 and are dropped
	}
}

// introduce begins a sequence and reports whether b, the byte after ESC, introduces one.
func (d *decoder) introduce(b byte, now time.Time, held ...byte) bool {
	d.params, d.osc, d.renew = 1, b == ']', renewEvery
	switch b {
	case '[':
		d.wait(inCSI, now, sequencePatience, held...)
	case 'O':
		d.wait(inSS3, now, sequencePatience, held...)
	case 'P', ']', '_', '^', 'X':
		d.wait(inString, now, sequencePatience, held...)
	default:
		return false
	}
	return true
}

// wait holds bytes until the rest comes.
func (d *decoder) wait(s state, now time.Time, patience time.Duration, held ...byte) {
	if s != inChar { // which joins the characters before it
		d.flush()
	}
	d.state, d.due = s, now.Add(patience)
	d.held = append(d.held, held...)
}

// escape decodes the byte after ESC: an introducer, or the key that is pressed with alt.
func (d *decoder) escape(b byte, now time.Time) {
	switch {
	case b == 0x1b && len(d.held) > 1:
		d.emit(uv.KeyPressEvent{Code: uv.KeyEscape})
	case b == 0x1b:
		d.held = append(d.held, b)
	case d.introduce(b, now, b):
	case continuations(b) > 0:
		d.rest = continuations(b)
		d.wait(inChar, now, sequencePatience, b)
	default:
		d.held = append(d.held, b)
		d.complete()
	}
}

// control decodes a byte of a control sequence.
func (d *decoder) control(b byte, now time.Time) {
	first := d.held[len(d.held)-1] == '['
	switch {
	case isParam(b):
		if b == ';' || b == ':' {
			d.params++
		}
		d.hold(b)
	case b == '$' && isNumber(bytes.TrimLeft(d.held, "\x1b[")): // shift and a key in urxvt
		d.hold(b)
		d.complete()
	case b >= ' ' && b < '0':
		d.hold(b)
	case first && (b == 'M' || b == '['): // the mouse without its newer protocol; F1 to F5 of the Linux console
		d.state, d.rest = inFixed, map[byte]int{'M': 3, '[': 1}[b]
		d.hold(b)
	case b >= '@' && b <= '~':
		d.hold(b)
		d.complete()
	default:
		d.again(b, now)
	}
}

// single decodes a byte of a sequence that ESC O has introduced.
func (d *decoder) single(b byte, now time.Time) {
	switch {
	case b >= '0' && b <= '9':
		d.hold(b)
	case b > ' ' && b <= '~':
		d.hold(b)
		d.complete()
	default:
		d.again(b, now)
	}
}

// fixed decodes a byte of which only the number is known.
func (d *decoder) fixed(b byte) {
	d.hold(b)
	if d.rest--; d.rest == 0 {
		d.complete()
	}
}

// string decodes a byte of a string, which ends with ST, or an OSC with BEL.
func (d *decoder) string(b byte, now time.Time) {
	switch {
	case d.rest > 0 && b&0xc0 == 0x80: // of a character, although it may be the same byte as the 8-bit ST
		d.rest--
		d.hold(b)
	case d.state == stringESC && b == '\\', b == 0x9c, b == 0x07 && d.osc:
		d.hold(b)
		d.complete()
	case d.state == inString && b == 0x1b:
		d.state = stringESC
		d.hold(b)
	case isControl(b):
		d.again(b, now)
	case d.state == stringESC:
		d.reset()
		d.wait(afterESC, now, escapePatience, 0x1b)
		d.next(b, now)
	default:
		d.content(b, now)
	}
}

// content keeps a byte of a string. A long one takes its time.
func (d *decoder) content(b byte, now time.Time) {
	if b == ';' || b == ':' {
		d.params++
	}
	d.hold(b)
	d.rest = continuations(b)
	if d.renew--; d.renew == 0 {
		d.renew, d.due = renewEvery, now.Add(sequencePatience)
	}
}

// hold keeps a byte, unless the sequence is too long already and will be dropped.
func (d *decoder) hold(b byte) {
	if len(d.held) <= maxString {
		d.held = append(d.held, b)
	}
}

// complete decodes the held sequence, or drops it if it exceeds the bounds.
func (d *decoder) complete() {
	whole, was := d.held, d.state
	d.reset()
	switch {
	case was == inChar && whole[0] != 0x1b:
		d.text = append(d.text, whole...)
	case string(whole) == pasteBegin:
		d.state = inPaste
	case string(whole) == pasteEnd, len(whole) > maxString, was != inChar && d.params > maxParams && hasParams(whole):
	default:
		d.decode(whole)
	}
}

// again drops what is held, and decodes a byte that cannot belong to it. CAN and SUB end a sequence and do no more.
func (d *decoder) again(b byte, now time.Time) {
	ends := d.state != inChar && (b == 0x18 || b == 0x1a)
	d.reset()
	if !ends {
		d.begin(b, now)
	}
}

func (d *decoder) reset() { d.state, d.held, d.rest, d.marked = inText, nil, 0, 0 }

// flush decodes the text.
func (d *decoder) flush() {
	for text := d.text; len(text) > 0; {
		n, event := d.parser.Decode(text)
		d.emit(event)
		text = text[max(n, 1):]
	}
	d.text = d.text[:0]
}

// decode decodes one whole key or sequence.
func (d *decoder) decode(whole []byte) {
	if key, ok := consoleKey(whole); ok {
		d.emit(key)
		return
	}
	whole, base := cutBase(whole)
	n, event := d.parser.Decode(whole)
	if n == len(whole) {
		d.emit(withBase(event, base))
	}
}

// emit adds an event, or those of a sequence that has several meanings.
func (d *decoder) emit(event uv.Event) {
	switch event := event.(type) {
	case nil, uv.UnknownEvent:
	case uv.MultiEvent:
		d.events = append(d.events, event...)
	default:
		d.events = append(d.events, event)
	}
}
