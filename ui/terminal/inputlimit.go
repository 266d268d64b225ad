package terminal

import (
	"io"
)

// Bounds of the input, far above what typing reaches. Without them, 120 bytes from an SSH client could crash the host
// with all its sessions, and four megabytes could keep a core busy for half a minute.
const (
	maxParams = 24        // of a control sequence: the framework's parser holds 32 and panics on more
	maxString = 256 << 10 // bytes of an OSC, DCS or APC: the framework parses an unfinished one again on every read
	maxPaste  = 1 << 20   // bytes of one paste, which the framework buffers until its end
)

// States of the limiter.
const (
	inText     = iota
	afterESC   // after ESC
	inSequence // in the parameters of a CSI or DCS
	inString   // in the content of an OSC, DCS, APC, PM or SOS
)

// limiter passes input on and drops what exceeds the bounds. UTF-8 text passes unchanged.
type limiter struct {
	from   io.Reader
	state  int
	dcs    bool // a string follows the parameters
	params int
	length int // of the current string
	rest   int // pending continuation bytes of a UTF-8 character

	pasted     int // bytes of the current paste, 0 outside of one
	begin, end int // how many bytes of pasteBegin and pasteEnd have matched
}

// The sequences around a paste.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// Read reads from the input; it returns fewer bytes than were read if some were dropped.
func (l *limiter) Read(p []byte) (int, error) {
	if len(p) <= len(pasteEnd) {
		return 0, io.ErrShortBuffer
	}
	free := p[len(pasteEnd):] // room for pasteEnd: a truncated paste ends with all of it
	for {
		n, err := l.from.Read(free)
		kept := p[:0]
		for _, b := range free[:n] {
			kept = l.filterByte(kept, b)
		}
		if len(kept) > 0 || n == 0 || err != nil {
			return len(kept), err
		}
	}
}

// filterByte appends a byte to kept unless it is dropped.
func (l *limiter) filterByte(kept []byte, b byte) []byte {
	cut := l.pasted > maxPaste
	switch {
	case l.pasted == 0 && seen(pasteBegin, &l.begin, b):
		l.pasted = 1
	case l.pasted > 0 && seen(pasteEnd, &l.end, b):
		l.pasted = 0
		if cut {
			l.state, l.rest = inText, 0
			return append(kept, pasteEnd...)
		}
	case l.pasted > 0:
		l.pasted++
	}
	if !cut && l.acceptByte(b) {
		kept = append(kept, b)
	}
	return kept
}

// seen reports whether a byte completes a mark of which n bytes have matched.
func seen(mark string, n *int, b byte) bool {
	if b != mark[*n] {
		*n = 0
	}
	if b == mark[*n] {
		*n++
	}
	if *n < len(mark) {
		return false
	}
	*n = 0
	return true
}

// acceptByte advances the state by one byte and reports whether the byte passes.
func (l *limiter) acceptByte(b byte) bool {
	if l.rest > 0 && b&0xc0 == 0x80 {
		l.rest--
		return true
	}
	l.rest = 0
	if started := l.startSequence(b); started {
		return true
	}
	switch {
	case l.state == inSequence && isParam(b):
		if b == ';' || b == ':' {
			l.params++
		}
		return l.params <= maxParams
	case l.state == inSequence && l.dcs:
		l.state, l.length = inString, 0
	case l.state == inString && !endsString(b):
		l.length++
		return l.length <= maxString
	default:
		l.state, l.rest = inText, continuations(b)
	}
	return true
}

// startSequence handles a byte that starts a sequence or a string, in any state.
func (l *limiter) startSequence(b byte) bool {
	if b == 0x1b {
		l.state = afterESC
		return true
	}
	if l.state == afterESC && b >= '@' && b <= '_' {
		b += 0x40 // the 8-bit form
	} else if b < 0x80 {
		return false
	}
	switch b {
	case 0x9b, 0x90: // CSI, DCS
		l.state, l.params, l.dcs = inSequence, 1, b == 0x90
	case 0x98, 0x9d, 0x9e, 0x9f: // SOS, OSC, PM, APC
		l.state, l.length = inString, 0
	default:
		return false
	}
	return true
}

// endsString reports whether a byte ends a string; ESC, which startSequence handles, does so as well.
func endsString(b byte) bool { return b == 0x07 || b == 0x18 || b == 0x1a || b == 0x9c }

// isParam reports whether a byte belongs to a sequence's parameters.
func isParam(b byte) bool { return b >= '0' && b <= '?' }

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
