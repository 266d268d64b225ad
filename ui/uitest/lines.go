package uitest

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/accessible"
)

// Lines is a console in accessible mode on one desk: lines in, lines out.
type Lines struct {
	*Driver
	keys  *io.PipeWriter
	ended chan error

	mu  sync.Mutex
	out strings.Builder
}

// RunLines runs a test of accessible mode with virtual time.
func RunLines(t *testing.T, o Options, story func(t *testing.T, s *Lines)) {
	t.Helper()
	o.isRead = true
	files, dir := o.makeDesks(t)
	if o.Dir == "" {
		o.Dir = dir + "/drafts"
	}
	synctest.Test(t, func(t *testing.T) {
		in, keys := io.Pipe()
		s := &Lines{Driver: open(t, o, files[0]), keys: keys, ended: make(chan error, 1)}
		s.addAccounts(files[1:])
		ctx, cancel := context.WithCancel(context.Background())
		go func() { s.ended <- accessible.Run(ctx, s.outer(), accessible.Terminal{In: in, Out: s, IsTyped: true}) }()
		s.settle()
		story(t, s)
		cancel()
		_ = keys.Close()
		synctest.Wait()
		s.close()
	})
}

// outer returns the model that messages go to: the console, or what holds several.
func (s *Lines) outer() tea.Model {
	if s.switcher != nil {
		return s.switcher
	}
	return s.model
}

// Write takes what the console prints.
func (s *Lines) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(text)
}

// settle waits until the console is idle, timers of less than two seconds included.
func (s *Lines) settle() { s.Wait(2 * time.Second) }

// Wait lets virtual time pass.
func (s *Lines) Wait(d time.Duration) {
	synctest.Wait()
	<-time.After(d)
	synctest.Wait()
}

// Commands returns the commands that can be typed now.
func (s *Lines) Commands() []accessible.Command { return s.model.Place().Commands }

// Enter types lines, each after the one before is answered, and returns what the console has printed for them.
func (s *Lines) Enter(lines ...string) string {
	s.t.Helper()
	s.mu.Lock()
	before := s.out.Len()
	s.mu.Unlock()
	for _, line := range lines {
		_, _ = s.Write([]byte(line + "\n"))
		if _, err := io.WriteString(s.keys, line+"\n"); err != nil {
			s.t.Fatal(err)
		}
		s.settle()
	}
	return s.Transcript()[before:]
}

// Paste types lines that come at once, and returns what the console has printed for them.
func (s *Lines) Paste(lines ...string) string {
	s.t.Helper()
	return s.Enter(strings.Join(lines, "\n"))
}

// TypeAhead types lines with a time between them, without waiting for what the console does.
func (s *Lines) TypeAhead(between time.Duration, lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(s.keys, line+"\n"); err != nil {
			s.t.Fatal(err)
		}
		<-time.After(between)
	}
	s.settle()
}

// End ends the input, as a closed terminal does, and returns what the console has ended with.
func (s *Lines) End() error {
	_ = s.keys.Close()
	s.settle()
	return <-s.ended
}

// Ended reports whether the console has ended, and with what.
func (s *Lines) Ended() (ended bool, err error) {
	select {
	case err = <-s.ended:
		s.ended <- err
		return true, err
	default:
		return false, nil
	}
}

// Transcript returns everything that was printed and typed.
func (s *Lines) Transcript() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}
