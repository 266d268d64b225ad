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

func TestAlignColumns_LastColumnGoesOnBelowItself(t *testing.T) {
	rows := [][]string{{"ok", "clock", "in step"}, {"fail", "data", "the directory cannot be written to by this user"}}
	const narrow = `ok    clock  in step
fail  data   the directory cannot be
             written to by this user
`
	if got := AlignColumns(rows, 38); got != narrow {
		t.Errorf("at 38 columns:\n%s", got)
	}
	const unlimited = `ok    clock  in step
fail  data   the directory cannot be written to by this user
`
	if got := AlignColumns(rows, 0); got != unlimited {
		t.Errorf("in a file:\n%s", got)
	}
}
