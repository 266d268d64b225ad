package output

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestNote_CannotCommandTheTerminal(t *testing.T) {
	var said bytes.Buffer
	s := &Printer{Out: bufio.NewWriter(io.Discard), Err: &said}
	s.Notef("ticket %s", "7\x1b]52;c;AAAA\x07\nforged")
	if strings.ContainsAny(said.String(), "\x1b\x07") || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("%q", said.String())
	}
}
