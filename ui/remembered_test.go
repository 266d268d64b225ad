package ui_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// leftFor is how long a console runs after the last key, so that what it remembers is on disk.
const leftFor = 20 * time.Second

func TestRemembered_TheInboxIsAsItWasLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	options := uitest.Options{Desk: newDeskOfSeven(), Dir: dir, AsInstalled: true, Width: 120, Height: 24}
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("▏1 Next 6▕") // at the first start
		s.Press("s", "t", "S", "5", "s", "t", "j", "j")
		s.RequireRow("▌", "Second")
		s.Advance(leftFor)
		info, err := os.Stat(filepath.Join(dir, agent.FileName))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file is %v, %v", info, err)
		}
	})
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("▏5 Unattended 6▕", "by title")
		s.RequireRow("▌", "Second")
		s.RequireNoText("still filtered")
		s.Press("1")
		s.RequireText("by title, reversed")
	})
}

func TestRemembered_AFilterIsShownPlainly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	options := uitest.Options{Desk: newDeskOfSeven(), Dir: dir, AsInstalled: true, Width: 120, Height: 24}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("third")
		s.Press("enter")
		s.Advance(leftFor)
	})
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Filter: third", "1 of 1", "still filtered by “third”: esc shows all of the view")
		s.Press("esc")
		s.RequireText("of 6")
		s.RequireNoText("still filtered")
		s.Advance(leftFor)
	})
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("of 6")
		s.RequireNoText("Filter", "still filtered")
	})
}

func TestRemembered_WhatCannotBeUsedIsReplaced(t *testing.T) {
	for name, c := range map[string]struct {
		kept any
		says string
	}{
		"of another version": {[]string{"All"}, "it is of another version of frontdesk"},
		"of what has gone": {backend.InboxState{
			View: "No such view", Filter: "x", Ticket: "1",
			Sorts: map[string]backend.SortState{"Next": {By: "moon"}, "No such view": {By: "title"}},
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "drafts")
			agenttest.Must(t, agenttest.Open(t, agent.ThisHost{}, dir, "acme").Setting("inbox").Keep(c.kept))
			uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Dir: dir, AsInstalled: true, Width: 200, Height: 24}, func(t *testing.T, s *uitest.Driver) {
				s.RequireText("▏1 Next 6▕", "by clock", "1 of 6")
				if c.says == "" {
					s.RequireNoText("how you left the inbox")
				} else {
					s.RequireText("the inbox could not be restored:", c.says)
				}
				s.Press("6")
				s.Advance(leftFor)
				var left backend.InboxState
				err := agenttest.Open(t, agent.ThisHost{}, dir, "acme").Setting("inbox").Load(&left)
				if err != nil || left.View != "All" {
					t.Errorf("afterwards it is %+v, %v", left, err)
				}
			})
		})
	}
}

// putInTheWay has nothing be kept of the agent any more.
func putInTheWay(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, agent.FileName)
	agenttest.Must(t, os.RemoveAll(path))
	agenttest.Must(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o700))
}

func TestRemembered_TheCursorWaitsForItsTicketAndYieldsToTheAgent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	options := uitest.Options{Desk: newDeskOfSeven(), Dir: dir, AsInstalled: true, Width: 120, Height: 24}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "G", "k")
		s.RequireRow("▌", "Sixth")
		s.Advance(leftFor)
	})
	var wait chan struct{}
	begin := sync.OnceFunc(func() { wait = make(chan struct{}) }) // within the virtual time
	options.Intercept = func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(uitest.RequestBody(r), "2026-11-20") {
			begin()
			<-wait
		}
		return pass()
	}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("6 All")
		s.Advance(leftFor) // what is remembered stays meanwhile
		close(wait)
		s.WaitIdle()
		s.RequireRow("▌", "Sixth")
	})
}

func TestRemembered_SaysOnceThatItCannotBeSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Dir: dir, Width: 200, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		putInTheWay(t, dir)
		s.Press("j")
		s.Advance(leftFor)
		s.RequireText("the inbox will not be remembered:")
		s.Press("y")
		s.RequireText("sent to the clipboard")
		s.Press("j")
		s.Advance(leftFor)
		s.RequireText("sent to the clipboard")
		s.RequireNoText("not remembered")
	})
}
