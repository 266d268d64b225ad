package terminal

import (
	"io"
)

// Bounds of the input. An agent's own keys never reach them; 120 bytes from an SSH client could end the host with all
// its sessions otherwise, and four megabytes keep a core busy for half a minute.
const (
	maxParams = 24        // of a control sequence: the framework's parser holds 32 and panics at the next one
	maxString = 256 << 10 // bytes of an OSC, DCS or APC: the framework reads an unfinished one again with every packet
	maxPaste  = 1 << 20   // bytes of one paste, which the framework keeps until its end
)

// Where limiter stands in the input.
const (
	inText     = iota
	afterESC   // ESC was read
	inSequence // parameters of a CSI or DCS are being read
	inString   // what an OSC, DCS, APC, PM or SOS says is being read
)

// limiter passes input on and drops what goes beyond the bounds. UTF-8 text passes unchanged.
type limiter struct {
	from   io.Reader
	state  int
	dcs    bool // the sequence goes on as a string
	params int
	length int // of a string
	rest   int // continuation bytes of a UTF-8 character still to come

	pasted     int // bytes of the paste that is being read, 0 outside of one
	begin, end int // how much of the marks around a paste was read
}

// The marks around a paste.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// Read reads from the input; it gives fewer bytes than were read when some were dropped.
func (l *limiter) Read(p []byte) (int, error) {
	if len(p) <= len(pasteEnd) {
		return 0, io.ErrShortBuffer
	}
	free := p[len(pasteEnd):] // the end of a paste that was cut is written whole, though only its last byte may be in this packet
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

// filterByte adds a byte to what is kept, or does not.
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

// seen says whether a byte completes a mark of which n bytes were read.
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

// acceptByte moves on by one byte and says whether it is passed on.
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

// startSequence handles a byte that begins a sequence or a string, wherever it stands.
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

// endsString says whether a byte ends a string; ESC does so as well.
func endsString(b byte) bool { return b == 0x07 || b == 0x18 || b == 0x1a || b == 0x9c }

// isParam says whether a byte is part of a sequence's parameters.
func isParam(b byte) bool { return b >= '0' && b <= '?' }

// continuations is how many bytes follow the first byte of a UTF-8 character.
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
