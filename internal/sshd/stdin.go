package sshd

import (
	"io"
	"sync"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// The keys that a terminal in line mode acts on; the agent's own one is raw as long as the session lasts.
const (
	keyInterrupt = 0x03 // ctrl+c
	keyEnd       = 0x04 // ctrl+d
	keyErase     = 0x7f
	keyBack      = 0x08
)

// maxTyped is how much may be typed for one command, in bytes; what comes after it is dropped.
const maxTyped = 1 << 20

// printed is what a command prints on a terminal.
type printed struct {
	io.Writer
	columns int
}

// Columns is how wide the terminal was when the command began, in cells.
func (p printed) Columns() int { return p.columns }

// lineReader is what an agent types on a terminal for a command, line by line: what a tty would do, and there is none.
type lineReader struct {
	echo      io.Writer
	interrupt func()

	mu    sync.Mutex
	more  *sync.Cond
	line  []byte // not ended yet
	ready []byte
	size  int   // of all that was taken
	err   error // after ready
}

// newTyped reads keys until they end; interrupt is called at ctrl+c, whether somebody reads or not.
func newTyped(keys io.Reader, echo io.Writer, interrupt func()) *lineReader {
	t := &lineReader{echo: echo, interrupt: interrupt}
	t.more = sync.NewCond(&t.mu)
	guard.Go(func() { t.pump(keys) }, t.end)
	return t
}

// IsTerminal says that this is typed, not piped.
func (t *lineReader) IsTerminal() bool { return true }

// Read takes lines that were ended; at ctrl+c it fails, so that nothing is made of half a text.
func (t *lineReader) Read(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.ready) == 0 && t.err == nil {
		t.more.Wait()
	}
	if len(t.ready) == 0 {
		return 0, t.err
	}
	n := copy(p, t.ready)
	t.ready = t.ready[n:]
	return n, nil
}

func (t *lineReader) pump(keys io.Reader) {
	part := make([]byte, 1<<10)
	for {
		n, err := keys.Read(part)
		var shown []byte
		for _, b := range part[:n] {
			shown = append(shown, t.key(b)...)
		}
		if len(shown) > 0 {
			_, _ = t.echo.Write(shown) // who has gone sees nothing
		}
		if err != nil {
			t.end(err)
			return
		}
	}
}

// end is what follows the last line.
func (t *lineReader) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.flush(err)
}

// key takes one byte and says what the screen shows of it.
func (t *lineReader) key(b byte) (shown []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case b == keyInterrupt:
		t.ready, t.line = nil, nil
		t.flush(errInterrupted)
		t.interrupt()
		return []byte("^C\n")
	case t.err != nil || t.size >= maxTyped:
		return nil
	case b == keyEnd:
		var end error
		if len(t.line) == 0 {
			end = io.EOF
		}
		t.flush(end)
	case b == keyErase || b == keyBack:
		return t.erase()
	case b == '\r' || b == '\n':
		t.line = append(t.line, '\n')
		t.size++
		t.flush(nil)
		return []byte("\n")
	case b >= ' ' || b == '\t':
		t.line = append(t.line, b)
		t.size++
		return []byte{b}
	}
	return nil
}

// flush hands the line over; with an error it is the last one. The lock is held.
func (t *lineReader) flush(err error) {
	t.ready, t.line = append(t.ready, t.line...), nil
	if t.err == nil {
		t.err = err
	}
	t.more.Broadcast()
}

// erase takes the line's last character back.
func (t *lineReader) erase() (shown []byte) {
	if len(t.line) == 0 {
		return nil
	}
	_, size := utf8.DecodeLastRune(t.line)
	last := string(t.line[len(t.line)-size:])
	t.line = t.line[:len(t.line)-size]
	for range safetext.Width(last) {
		shown = append(shown, "\b \b"...)
	}
	return shown
}

// verifiedEOFReader is what a client sends to a command. The end of a connection reads like the end of what is sent: half a comment
// would be taken for a whole one.
type verifiedEOFReader struct {
	from    io.Reader
	channel gossh.Channel
}

// Read reads; at the end it asks the client whether it is still there.
func (p verifiedEOFReader) Read(b []byte) (int, error) {
	n, err := p.from.Read(b)
	if err != io.EOF {
		return n, err
	}
	if _, gone := p.channel.SendRequest(keepaliveRequest, true, nil); gone != nil {
		return n, errClientGone
	}
	return n, io.EOF
}
