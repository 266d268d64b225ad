package output

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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

// TestShowStatus_IsShownOnlyOfWhatTakesLongAndOnATerminal: the line is drawn after a delay, and cleared at the end.
func TestShowStatus_IsShownOnlyOfWhatTakesLongAndOnATerminal(t *testing.T) {
	for name, c := range map[string]struct {
		terminal bool
		takes    time.Duration
		shown    bool
	}{
		"long":                 {true, time.Second, true},
		"short":                {true, progressDelay / 2, false},
		"long, on no terminal": {false, time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said bytes.Buffer
				s := &Printer{Err: &said, ShowProgress: c.terminal}
				end := s.ShowStatus(func() string { return "pulling" })
				<-time.After(c.takes)
				end()
				if !c.shown && said.Len() > 0 || c.shown && (!strings.HasPrefix(said.String(), Erase+"pulling") || !strings.HasSuffix(said.String(), Erase)) {
					t.Errorf("%q", said.String())
				}
			})
		})
	}
}

// closedOutput is an output that its reader has closed.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) { return 0, fmt.Errorf("%w: closed", context.Canceled) }

// TestResult_WhoseReaderHasGoneInterruptsTheCommand: its exit code is that of an interrupt.
func TestResult_WhoseReaderHasGoneInterruptsTheCommand(t *testing.T) {
	p := Printer{Out: bufio.NewWriter(closedOutput{})}
	_, _ = p.Out.WriteString("x")
	for _, err := range []error{p.Flush(), WriteText(closedOutput{}, "x")} {
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "the result cannot be written") {
			t.Error(err)
		}
	}
}
