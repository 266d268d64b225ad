package sshd

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
	"frontdesk/internal/termwidth"
)

// The keys that line editing acts on; the client's own terminal stays in raw mode for the whole session.
const (
	keyInterrupt = 0x03 // ctrl+c
	keyEnd       = 0x04 // ctrl+d
	keyErase     = 0x7f
	keyBack      = 0x08
	keyKill      = 0x15 // ctrl+u
	keyEscape    = 0x1b // begins what an arrow key sends
)

// maxLineLength is the maximum input of one command, or of what a console has not read yet, in bytes; the rest is
// discarded.
const maxLineLength = 1 << 20

// printed is a command's output to a terminal.
type printed struct {
	io.Writer
	columns int
}

// Columns returns the terminal's width when the command started, in cells.
func (p printed) Columns() int { return p.columns }

// lineReader reads a command's input from a terminal line by line. It does the line editing of a tty, because there is
// none. The Terminal of golang.org/x/term does not do: it drops what is pasted after 4,096 characters of a line without
// a word, and an interrupt is only seen by who is reading.
type lineReader struct {
	echo      io.Writer
	interrupt func()

	mu    sync.Mutex
	more  *sync.Cond
	line  []byte // not completed yet
	ready []byte
	size  int   // of all input, or of what is not read yet
	err   error // returned after ready

	forConsole bool // the input lasts as long as the session
	escape     byte // what has come of an escape sequence: ESC, [ or O, or ] for a string; 0 for none
}

// NewLineReader returns a reader of the lines that are typed on a session's terminal, which echoes and edits them as a
// terminal's own line editing does. It fails on ctrl+c.
func NewLineReader(t Terminal) io.Reader {
	r := &lineReader{echo: newlines{t.Out}, interrupt: func() {}, forConsole: true}
	return r.start(t.In)
}

// newlines writes lines to a terminal in raw mode, where a newline alone does not return to the first column.
type newlines struct{ to io.Writer }

// NewLineWriter returns a writer of lines to a session's terminal.
func NewLineWriter(t Terminal) io.Writer { return newlines{t.Out} }

// Write writes the text with a carriage return before each newline.
func (n newlines) Write(text []byte) (int, error) {
	_, err := n.to.Write(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
	return len(text), err
}

// newLineReader starts reading keys; interrupt is called on ctrl+c, even if Read is not being called.
func newLineReader(keys io.Reader, echo io.Writer, interrupt func()) *lineReader {
	return (&lineReader{echo: echo, interrupt: interrupt}).start(keys)
}

func (t *lineReader) start(keys io.Reader) *lineReader {
	t.more = sync.NewCond(&t.mu)
	guard.Go(func() { t.pump(keys) }, t.end)
	return t
}

// IsTerminal reports that the input is a terminal, not a pipe.
func (t *lineReader) IsTerminal() bool { return true }

// Read returns completed lines. It fails on ctrl+c, so that partial input is not used.
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
	if t.forConsole {
		t.size -= n
	}
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
			_, _ = t.echo.Write(shown) // fails only if the client has disconnected
		}
		if err != nil {
			t.end(err)
			return
		}
	}
}

// end makes Read return err after the last line.
func (t *lineReader) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.flush(err)
}

// key handles one byte and returns what to echo.
func (t *lineReader) key(b byte) (shown []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case b == keyInterrupt:
		t.ready, t.line = nil, nil
		t.flush(errInterrupted)
		t.interrupt()
		return []byte("^C\n")
	case t.escaped(b):
		return nil
	case b == keyKill && t.err == nil:
		return t.kill()
	case t.err != nil || t.size >= maxLineLength && b != keyErase && b != keyBack:
		return nil
	case b == keyErase || b == keyBack:
		return t.erase()
	}
	return t.take(b)
}

// take takes a byte of text, or the end of a line or of the input, and returns what to echo.
func (t *lineReader) take(b byte) (shown []byte) {
	switch {
	case b == keyEnd:
		var end error
		if len(t.line) == 0 {
			end = io.EOF
		}
		t.flush(end)
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

// escaped reports whether a byte belongs to an escape sequence, as an arrow key sends one, or to a string, in which a
// terminal answers: it is no text. The end of a line ends either.
func (t *lineReader) escaped(b byte) bool {
	switch {
	case t.escape == 0 && b != keyEscape:
		return false
	case b == '\r' || b == '\n':
		t.escape = 0
		return false
	case b == keyEscape:
		t.escape = b // also before the backslash that ends a string
	case t.escape == ']':
		if b == 0x07 {
			t.escape = 0
		}
	case t.escape == keyEscape && strings.IndexByte("[O", b) >= 0:
		t.escape = '['
	case t.escape == keyEscape && strings.IndexByte("]P_^X", b) >= 0:
		t.escape = ']'
	case t.escape == keyEscape || b >= '@':
		t.escape = 0
	}
	return true
}

// flush makes the current line readable; a non-nil err ends the input. The caller holds the lock.
func (t *lineReader) flush(err error) {
	t.ready, t.line = append(t.ready, t.line...), nil
	if t.err == nil {
		t.err = err
	}
	t.more.Broadcast()
}

// kill deletes the line and returns what to echo.
func (t *lineReader) kill() (shown []byte) {
	for len(t.line) > 0 {
		shown = append(shown, t.erase()...)
	}
	return shown
}

// erase deletes the line's last character and returns what to echo.
func (t *lineReader) erase() (shown []byte) {
	if len(t.line) == 0 {
		return nil
	}
	_, size := utf8.DecodeLastRune(t.line)
	last := string(t.line[len(t.line)-size:])
	t.line = t.line[:len(t.line)-size]
	t.size -= size
	for range termwidth.Width(last) {
		shown = append(shown, "\b \b"...)
	}
	return shown
}

// verifiedEOFReader reads a command's piped input. A lost connection looks like the end of the input, and half a
// comment would be taken for a whole one, so it checks the connection at EOF.
type verifiedEOFReader struct {
	from    io.Reader
	channel gossh.Channel
}

// Read reads input; at EOF it sends a keepalive and fails if the client has disconnected.
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
