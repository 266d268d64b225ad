package sshd

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestWhatIsTypedForACommandIsTakenAsATerminalWould(t *testing.T) {
	tests := map[string]struct {
		keys, read, shown string
		interrupted       bool
	}{
		"lines until ctrl+d":       {"two words\rmore\r\x04late", "two words\nmore\n", "two words\nmore\n", false},
		"ctrl+d within a line":     {"half\x04\x04", "half", "half", false},
		"a letter taken back":      {"cat\x7fr\r\x04", "car\n", "cat\b \br\n", false},
		"a wide one taken back":    {"画面\x7f\r\x04", "画\n", "画面\b \b\b \b\n", false},
		"nothing to be taken back": {"\x7f\x08ok\r\x04", "ok\n", "ok\n", false},
		"an arrow":                 {"a\x1b[A\x1bOBb\r\x04", "ab\n", "ab\n", false},
		"answers of the terminal":  {"a\x1b]11;rgb:0/0/0\x1b\\b\x1b]11;x\x07c\x1bP>|xterm\x1b\\d\r\x04", "abcd\n", "abcd\n", false},
		"an answer without end":    {"a\x1b]11;rgb\rb\r\x04", "a\nb\n", "a\nb\n", false},
		"a paste":                  {"\x1b[200~two\x1b[201~\r\x04", "two\n", "two\n", false},
		"ctrl+c":                   {"one\rtwo\x03three\r", "", "one\ntwo^C\n", true},
		"lines without end":        {strings.Repeat("\r", maxLineLength+9), strings.Repeat("\n", maxLineLength), strings.Repeat("\n", maxLineLength), false},
		"ctrl+c after too much":    {strings.Repeat("\r", maxLineLength+9) + "\x03", "", strings.Repeat("\n", maxLineLength) + "^C\n", true},
		"more than anybody types":  {strings.Repeat("x", maxLineLength+9) + "\r", strings.Repeat("x", maxLineLength), strings.Repeat("x", maxLineLength), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var shown bytes.Buffer
				var interrupted atomic.Bool
				typing := newLineReader(strings.NewReader(test.keys), &shown, func() { interrupted.Store(true) })
				synctest.Wait() // everything was typed before anybody reads
				read, err := io.ReadAll(typing)
				if string(read) != test.read || shown.String() != test.shown || interrupted.Load() != test.interrupted {
					t.Errorf("read %.40q, shown %.40q, interrupted %v", read, shown.String(), interrupted.Load())
				}
				if errors.Is(err, errInterrupted) != test.interrupted {
					t.Errorf("reading ended with %v", err)
				}
			})
		})
	}
}
