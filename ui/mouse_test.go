package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/uitest"
)

// mouseOn runs a story in a wide window with seven tickets.
func mouseOn(t *testing.T, story func(t *testing.T, s *uitest.Driver)) {
	t.Helper()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newDeskOfSeven()}, story)
}

// under returns the row of the list under the cursor.
func under(s *uitest.Driver) string {
	for row := range strings.SplitSeq(s.Text(), "\n") {
		if strings.HasPrefix(row, "▌") {
			return row
		}
	}
	return ""
}

// listRow returns a row of the list, counted from 0, with its place on the screen.
func listRow(t *testing.T, s *uitest.Driver, n int) (text string, y int) {
	t.Helper()
	rows := strings.Split(s.Text(), "\n")
	for i, row := range rows {
		if strings.Contains(row, "Title") && strings.Contains(row, "Sub-status") {
			return strings.TrimLeft(rows[i+1+n], "▌ "), i + 1 + n
		}
	}
	t.Fatalf("there is no list:\n%s", s.Text())
	return "", 0
}

func TestMouse_ClickMovesTheCursorAndDoubleClickOpens(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		row, y := listRow(t, s, 3)
		s.Click(30, y)
		if number := row[:12]; !strings.Contains(under(s), number) {
			t.Errorf("the cursor is on %q, and %q was clicked", under(s), row)
		}
		s.RequireText("⏎ open")
		s.Advance(2e9)
		s.Click(30, y) // long after the first
		s.RequireText("⏎ open")
		s.Advance(2e9)
		s.DoubleClick(30, y)
		s.RequireText("K previous")
		s.Click(30, y-1)
		s.RequireText("⏎ open")
	})
}

func TestMouse_ClickOnATabOpensTheView(t *testing.T) {
	mouseOn(t, func(_ *testing.T, s *uitest.Driver) {
		s.ClickOn("Mine")
		s.RequireText("▏2 Mine")
		s.ClickOn("All")
		s.RequireText("▏6 All")
	})
}

func TestMouse_ClickOnATitleSortsAndAgainReverses(t *testing.T) {
	mouseOn(t, func(_ *testing.T, s *uitest.Driver) {
		s.ClickOn("Title")
		s.RequireText("Title▾")
		s.ClickOn("Title▾")
		s.RequireText("Title▴")
	})
}

func TestMouse_ClickOnAKeyOfTheFooterDoesWhatTheKeyDoes(t *testing.T) {
	mouseOn(t, func(_ *testing.T, s *uitest.Driver) {
		s.ClickOn("comment")
		s.RequireText("Comment", "ctrl+s")
		s.Press("esc")
		s.ClickOn("? help")
		s.RequireText("Keys: Inbox")
	})
}

func TestMouse_WheelScrollsWhatIsUnderIt(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		before := under(s)
		s.Wheel(10, 8, 1)
		if under(s) == before {
			t.Error("the list did not move")
		}
		s.Wheel(10, 8, -1)
		if under(s) != before {
			t.Error("the list did not move back")
		}
		s.Wheel(10, 8, 500) // a flood
		s.RequireText("7 of 7")
		list := under(s)
		x, y := s.Place("Whole record")
		s.Wheel(x, y, 2)
		if under(s) != list {
			t.Error("the list moved with the ticket")
		}
	})
}

func TestMouse_WheelBesideAListOverThePanesScrollsNothing(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("s")
		x, y := s.Place("priority")
		before := s.ANSI()
		s.Wheel(1, 30, 1)
		if s.ANSI() != before {
			t.Errorf("the wheel beside the list moved something:\n%s", s.Text())
		}
		s.Wheel(x, y, 1)
		if s.ANSI() == before {
			t.Error("the wheel over the list did not move its cursor")
		}
	})
}

func TestMouse_ListsAndMenusAreClicked(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		s.Press(":theme")
		s.ClickOn("catppuccin-mocha")
		s.RequireText("soon late")
		if !strings.Contains(s.ANSI()[:60], "205;214;244") {
			t.Error("the theme that was clicked is not shown")
		}
		s.Click(1, 30) // beside the list
		s.RequireNoText("soon late")
		s.Press("s")
		s.ClickOn("priority")
		s.ClickOn("priority")
		s.RequireText("by priority")
		s.Press("ctrl+p")
		s.Type("mouse")
		s.ClickOn("Switch the mouse")
		s.RequireText("the mouse selects text; ctrl+p “mouse” undoes that")
	})
}

func TestMouse_QuestionStaysUntilItIsAnswered(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half")
		s.Press("ctrl+x")
		before := s.Text()
		s.Click(1, 30)
		s.Click(119, 2)
		if s.Text() != before {
			t.Errorf("a click beside the question changes\n%s\ninto\n%s", before, s.Text())
		}
	})
}

func TestMouse_CanBeGivenToTheTerminal(t *testing.T) {
	mouseOn(t, func(t *testing.T, s *uitest.Driver) {
		mode := func() (m tea.MouseMode) {
			s.Do(func(model tea.Model) { m = model.View().MouseMode })
			return m
		}
		if mode() != tea.MouseModeCellMotion {
			t.Errorf("at first the mode is %v", mode())
		}
		s.Press(":mouse")
		if mode() != tea.MouseModeNone {
			t.Errorf("after M the mode is %v", mode())
		}
		before := under(s)
		s.Click(30, 10) // a report that was on its way
		if under(s) != before {
			t.Error("a click still counts")
		}
		s.Press(":mouse")
		s.RequireText("the mouse works here; shift selects text")
	})
	uitest.Run(t, uitest.Options{NoMouse: true, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Do(func(model tea.Model) {
			if m := model.View().MouseMode; m != tea.MouseModeNone {
				t.Errorf("switched off in the configuration the mode is %v", m)
			}
		})
	})
}

func TestMouse_FormIsNotLeftByAClick(t *testing.T) {
	mouseOn(t, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half a sentence")
		for _, p := range [][2]int{{0, 0}, {5, 10}, {100, 10}, {119, 35}, {60, 20}, {119, 0}} {
			s.Click(p[0], p[1])
			s.Wheel(p[0], p[1], 2)
		}
		s.RequireText("Half a sentence")
	})
}
