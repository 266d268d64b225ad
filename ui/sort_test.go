package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/keymap"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

func TestSort_ALetterSortsAndTheHeaderShowsTheDirection(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press("s")
		s.RequireText("Sort by", "a age▾ newest first", "t title alphabetical", "s next · S reverse · esc close")
		s.Press("t")
		s.RequireNoText("Sort by")
		s.RequireText("by title", "Title▾")
		if row := selectedRow(s); !strings.Contains(row, "Screen") { // the cursor stays on its ticket
			t.Errorf("under the cursor is %s", row)
		}
		s.Press("g")
		s.RequireText("▌  done       713516550977")
		s.Press("S")
		s.RequireText("by title, reversed", "Title▴")
		s.Press("s", "esc")
		s.RequireText("by title, reversed")
		s.RequireNoText("Sort by")
	})
}

func TestSort_TheKeyAgainTakesTheNextColumn(t *testing.T) {
	keys := newReboundKeymap(t, keymap.Override{Place: keymap.Inbox, Action: keymap.Sort, Keys: []string{"e"}})
	for key, options := range map[string]uitest.Options{"s": {Desk: newDeskOfThree()}, "e": {Desk: newDeskOfThree(), Keys: keys}} {
		uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
			s.Press(key, key)
			s.RequireText("by clock", "c clock▾", key+" next")
			s.Press("S")
			s.RequireText("by clock, reversed", "c clock▴")
			s.Press(key, key, "up", "enter")
			s.RequireText("by risk")
			s.RequireNoText("reversed", "Sort by")
		})
	}
}

func TestSort_EachViewKeepsItsOwnOrder(t *testing.T) {
	goods := newDesk(newTicket("713516551101", "Old", 9), newTicket("713516551102", "New", 1, func(t *store.Ticket) { t.NextFollowUp = uitest.Now.Unix() }))
	uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("by clock")
		s.Press("s", "p", "S", "6")
		s.RequireText("by age")
		s.Press("s", "t", "3")
		s.RequireText("by callback")
		s.Press("1")
		s.RequireText("by priority, reversed")
		s.Press("6")
		s.RequireText("by title")
	})
}
