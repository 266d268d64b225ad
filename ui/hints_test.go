package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestMouse_KeysInTheEdgeOfAnOverlayAreClicked(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("*", "x", "ctrl+s")
		s.ClickOn("S send all")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 30 saved")
		requireClosed(t, s, func(int) bool { return true })
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("ctrl+p")
		s.RequireText("Commands")
		s.ClickOn("esc close")
		s.RequireNoText("Commands")
		s.Press("?")
		s.RequireText("Keys: Inbox")
		s.ClickOn("esc close")
		s.RequireNoText("Keys: Inbox")
	})
}

func TestMouse_ClickOnTheListBesideTheFAQLeavesItOpen(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f", "esc", "f")
		s.RequireText("Search:")
		row, y := listRow(t, s, 3)
		s.Click(30, y)
		s.RequireText("Search:", "⏎ open")
		s.RequireRow("▌", row[:8])
		s.Press("tab", "tab")
		s.RequireText("Search:")
		s.Click(30, y)
		s.Press("esc")
		s.RequireNoText("Search:")
		s.RequireText("⏎ open")
	})
}

func TestHints_NameNoKeyThatWouldTypeALetter(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("zeppelin")
		s.RequireText("esc clears the filter", "f1 help", "⏎ keep the filter")
		s.RequireNoText("n opens a new one", "chooses other days")
		s.Press("enter")
		s.RequireText("n opens a new one", "chooses other days")
		s.Press("/")
		s.Type(" is:opne")
		s.RequireText("The filter is not understood", "esc clear it")
		s.RequireNoText("keep the filter")
		s.Press("f1")
		s.RequireText("Keys: Inbox")
	})
}

func TestHints_NameNoWritingKeyWithAConsoleThatIsReadOnly(t *testing.T) {
	o := uitest.Options{Width: 120, Height: 36, Desk: newDesk(), ReadOnly: true}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("d chooses other days")
		s.RequireNoText("opens a new ticket", "opens a new one")
	})
}

func TestHints_SearchInATicketHasHelp(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "/")
		s.RequireText("f1 help")
		s.ClickOn("f1 help")
		s.RequireText("Keys: Ticket")
	})
}

func TestHelp_CommandsWithoutAKeyInAFormNameThePalette(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 50, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("u", "f1")
		s.RequireRow("ctrl+p …", "Zoom the pane")
		s.RequireText("a command without a key here")
	})
}

func TestFinder_SaysThatMoreRowsFollow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("0")
		s.Press("esc", "ctrl+p")
		s.RequireRow("Commands", "1 of ")
		s.Press("down")
		s.RequireRow("Commands", "2 of ")
	})
}

// TestHints_NameNoLetterBesideAForm: it would be typed.
func TestHints_NameNoLetterBesideAForm(t *testing.T) {
	for _, width := range []int{120, 200} {
		uitest.Run(t, uitest.Options{Width: width, Height: 50, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
			s.Net.Down()
			s.Press("j", "c")
			s.Advance(time.Minute)
			s.RequireText("▌ Comment", "✗ the service cannot be reached")
			s.RequireNoText("r retries")
			s.Press("esc")
			s.RequireText("r retries")
		})
	}
}

func TestHints_NameNothingThatHasNoKey(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 200, Height: 50, Desk: newDeskOfAnswers()}, func(_ *testing.T, s *uitest.Driver) {
		for _, keys := range [][]string{{"j"}, {"enter"}, {"f", "enter"}} {
			s.Press(keys...)
			s.RequireNoText(" zoom")
		}
	})
}
