package store

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// fillDisk simulates a full disk: the database may not grow.
func fillDisk(t *testing.T, s *Store) (release func()) {
	t.Helper()
	return pragma(t, s, "max_page_count = 1", "max_page_count = 1000000")
}

// makeReadOnly returns a desk readable but not writable.
func makeReadOnly(t *testing.T, s *Store) (release func()) {
	t.Helper()
	return pragma(t, s, "query_only = 1", "query_only = 0")
}

func pragma(t *testing.T, s *Store, on, off string) (release func()) {
	t.Helper()
	set := func(what string) {
		if _, err := sqliteOf(t, s).conn.ExecContext(t.Context(), "PRAGMA "+what); err != nil {
			t.Fatal(err)
		}
	}
	set(on)
	return func() { set(off) }
}

func TestHealth_AFailedWriteIsReported(t *testing.T) {
	s, ctx := newDesk(t), t.Context()
	if err := s.CheckWrite(ctx); err != nil {
		t.Fatalf("an idle desk: %v", err)
	}
	release := fillDisk(t, s)
	large := Ticket{Title: "x", Detail: strings.Repeat("x", 60<<10)}
	if _, err := s.AddTicket(ctx, large); err == nil || !strings.Contains(err.Error(), "disk is full") {
		t.Fatalf("a ticket on a full disk: %v", err)
	}
	for range 3 {
		if err := s.CheckWrite(ctx); err == nil || !strings.Contains(err.Error(), "disk is full") {
			t.Errorf("after it: %v", err)
		}
	}
	if _, err := s.UpdateTicket(ctx, "1", nil); !errors.Is(err, ErrTicketNotFound) {
		t.Fatal(err)
	}
	if err := s.CheckWrite(ctx); err == nil {
		t.Error("a change that was refused counts as written")
	}
	s.health.at = s.health.at.Add(-probeAfter)
	if err := s.CheckWrite(ctx); err == nil {
		t.Error("a tiny write counts at once, although a ticket does not fit")
	}
	s.health.at, s.health.failed = s.health.at.Add(-probeAfter), s.health.failed.Add(-failureLasts)
	if err := s.CheckWrite(ctx); err != nil {
		t.Errorf("a tiny write a minute later: %v", err)
	}
	release()
	if _, err := s.AddTicket(ctx, large); err != nil || s.CheckWrite(ctx) != nil {
		t.Errorf("with room again: %v, %v", err, s.CheckWrite(ctx))
	}
}

func TestHealth_ADeskThatCannotBeWrittenIsFoundWithoutAWriter(t *testing.T) {
	s, ctx := newDesk(t), t.Context()
	release := makeReadOnly(t, s)
	if err := s.CheckWrite(ctx); err == nil || !strings.Contains(err.Error(), "can be read but not written") {
		t.Errorf("got %v", err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Errorf("it can be read: %v", err)
	}
	release()
	if _, err := s.AddTicket(ctx, Ticket{Title: "x"}); err != nil || s.CheckWrite(ctx) != nil {
		t.Errorf("after it: %v, %v", err, s.CheckWrite(ctx))
	}
}

// TestHealth_ALongWriteIsNoFailure: an import keeps others waiting, which is no fault of the disk.
func TestHealth_ALongWriteIsNoFailure(t *testing.T) {
	s := newDesk(t)
	begun, end := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- s.update(t.Context(), func(context.Context, *transaction) error { close(begun); <-end; return nil })
	}()
	<-begun
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if err := s.CheckWrite(ctx); err != nil {
		t.Errorf("while somebody writes: %v", err)
	}
	close(end)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := s.CheckWrite(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestHealth_BusyReadersAreNoFailure(t *testing.T) {
	s := newDesk(t)
	for range readers {
		conn, err := s.read.db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err := s.Ping(ctx); err != nil {
		t.Errorf("with every connection busy: %v", err)
	}
}
