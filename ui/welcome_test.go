package ui_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestWelcome_AnyKeyClosesItAndDoesItsWork(t *testing.T) {
	for key, want := range map[string]string{
		"j": "2 of 7", "enter": "⏎ unfold", "?": "Keys: ", "/": "1–9 views", "p": "Who calls?", "space": "1 of 7", "u": "Update 713516550001",
	} {
		t.Run(key, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Welcome: true}, func(_ *testing.T, s *uitest.Driver) {
				s.RequireText("Welcome to frontdesk", "This desk is a sample", "frontdesk init", "First", "713516550001") // over the loaded inbox
				s.Press(key)
				s.RequireNoText("Welcome", "1 marked")
				if key != "/" {
					s.RequireText(want)
				}
			})
		})
	}
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Welcome: true}, func(t *testing.T, s *uitest.Driver) {
		s.Press("esc")
		s.RequireNoText("Welcome", "filter to take away")
		s.Press("ctrl+c")
		if !s.HasQuit() {
			t.Error("ctrl+c does not leave")
		}
	})
}

func TestWelcome_IsShownOnce(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfSeven(), Dir: filepath.Join(t.TempDir(), "drafts"), Welcome: true}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Welcome to frontdesk")
		s.Press("j", "s", "esc") // how the inbox is left is remembered, too
		s.Advance(20 * time.Second)
	})
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) { s.RequireNoText("Welcome") })
}

func TestWelcome_FitsEveryWindow(t *testing.T) {
	for _, size := range [][2]int{{50, 12}, {80, 24}, {200, 50}} {
		o := uitest.Options{Desk: newDeskOfSeven(), Welcome: true, Width: size[0], Height: size[1]}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.RequireText("Welcome to frontdesk", "answer a call", "any key begins")
			if size[1] > 12 && !strings.Contains(s.Text(), "frontdesk init") {
				t.Errorf("not said:\n%s", s.Text())
			}
		})
	}
}
