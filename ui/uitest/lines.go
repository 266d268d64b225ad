package uitest

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

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
	file := template(t, o.Desk, o.Files)
	dir := t.TempDir()
	if o.Dir == "" {
		o.Dir = dir + "/drafts"
	}
	synctest.Test(t, func(t *testing.T) {
		in, keys := io.Pipe()
		s := &Lines{Driver: open(t, o, copyFile(t, file, dir+"/desk.db")), keys: keys, ended: make(chan error, 1)}
		ctx, cancel := context.WithCancel(context.Background())
		go func() { s.ended <- accessible.Run(ctx, s.model, accessible.Terminal{In: in, Out: s}) }()
		s.settle()
		story(t, s)
		cancel()
		_ = keys.Close()
		synctest.Wait()
		s.cmds.Close()
		s.stop()
		if err := s.cmds.WaitForWrites(context.Background()); err != nil {
			t.Error(err)
		}
		s.cmds.Cache.Close()
		synctest.Wait()
		if err := s.Store.Close(); err != nil {
			t.Error(err)
		}
	})
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
