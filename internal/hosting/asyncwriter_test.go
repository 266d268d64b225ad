package hosting

import (
	"bytes"
	"io"
	"io/fs"
	"log/slog"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/service"
)

// slowDisk is a file on a disk that may be full or hang.
type slowDisk struct {
	bytes.Buffer
	full   atomic.Bool
	answer chan struct{} // nil for at once
}

func (d *slowDisk) Write(p []byte) (int, error) {
	if d.answer != nil {
		<-d.answer
	}
	if !d.full.Load() {
		return d.Buffer.Write(p)
	}
	half := len(p) / 2 // a disk is seldom full at the end of a line
	_, _ = d.Buffer.Write(p[:half])
	return half, &fs.PathError{Op: "write", Path: "audit.log", Err: syscall.ENOSPC}
}

func newFullDisk() *slowDisk {
	d := &slowDisk{}
	d.full.Store(true)
	return d
}

func TestLinesForAFullDiskWaitUntilThereIsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		to := newFullDisk()
		b := newAsyncWriter(to, "the audit", service.NewLogger(&log, "", ""), "")
		for _, line := range []string{"one\n", "two\n"} {
			_, _ = io.WriteString(b, line)
			<-time.After(10 * time.Second)
		}
		synctest.Wait()
		if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "the audit cannot be written: what belongs there waits\" error=\"no space left on device\"") {
			t.Errorf("the log says\n%s", text)
		}
		to.full.Store(false)
		<-time.After(time.Second)
		if err := b.Close(); err != nil || to.String() != "one\ntwo\n" || !strings.Contains(log.String(), "the audit is written again") {
			t.Errorf("%v, %q and the log\n%s", err, to.String(), log.String())
		}
	})
}

func TestWhatThereIsNoRoomForIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &slowDisk{answer: make(chan struct{})}
		b := newAsyncWriter(to, "the audit", slog.New(slog.DiscardHandler), "")
		line := strings.Repeat("x", 1<<20-1) + "\n"
		_, _ = io.WriteString(b, line)
		synctest.Wait() // it hangs in this one
		for range 6 {
			_, _ = io.WriteString(b, line)
		}
		close(to.answer)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		lines := strings.SplitAfter(to.String(), "\n")
		if len(lines) != 7 || !strings.Contains(lines[5], `msg="there was no room for lines" lines=2`) {
			t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-2])
		}
	})
}

func TestTheEndWaitsForLinesButNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := &slowDisk{answer: make(chan struct{})}
		for what, to := range map[string]*slowDisk{"it takes too long": hung, "no space left on device": newFullDisk()} {
			b := newAsyncWriter(to, "the audit", slog.New(slog.DiscardHandler), "")
			_, _ = io.WriteString(b, "one\n")
			if err := b.Close(); err == nil || !strings.HasSuffix(err.Error(), what) {
				t.Error(err)
			}
		}
		close(hung.answer)
	})
}
