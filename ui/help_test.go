package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

func TestHelp_FitsEveryWindow(t *testing.T) {
	for _, c := range []struct{ width, height int }{{80, 24}, {100, 30}, {120, 36}, {200, 100}} {
		o := uitest.Options{Desk: newDeskOfSeven(), Width: c.width, Height: c.height}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("?")
			s.RequireText("Keys: Inbox", "■ marked", "☎ until a promised call", "◔ waits", "Read", "⏎ → l")
			if !strings.Contains(s.Text(), "↓ ↑ more") == (c.height < 100) {
				t.Errorf("what does not fit is not said:\n%s", s.Text())
			}
			s.Type("sort")
			s.RequireText("Sort the list", "Reverse the sort order")
			s.RequireNoText("Write a comment")
		})
	}
}

func TestHelp_WhatIsTypedNarrowsItAndEnterRunsIt(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("?", "/")
		s.Type("write a comment")
		s.RequireText("Write a comment", "⏎ run")
		s.RequireNoText("Close the ticket")
		s.Press("enter")
		s.RequireText("Update 713516550001", "▌ Comment")
		s.RequireNoText("Keys: ")
	})
}

func TestHelp_SaysWhyAKeyDoesNotWorkNow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("?")
		s.Type("save the filter")
		s.RequireText("Not now", "– there is no filter to save")
		s.Press("enter")
		s.RequireText("Keys: Inbox")
		s.Press("esc")
		s.RequireText("type to search these keys", "Write a comment")
		s.Type("zeppelin")
		s.RequireText("No matching key.")
		s.Press("esc", "esc")
		s.RequireNoText("Keys: Inbox")
	})
}

func TestHelp_RunsAKeyOfTheListBelow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Half a sentence")
		s.Press("ctrl+x", "?")
		s.Type("discard")
		s.Press("enter")
		s.RequireText("draft discarded")
		s.RequireNoText("Keys: ", "Half a sentence")
	})
}

func TestHelp_SaysWhatAKeyDoesThatFoldsAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "enter", "?")
		s.Type("fold")
		s.RequireText("Show or fold quotes")
		s.RequireNoText("what changes of each ticket")
	})
}
