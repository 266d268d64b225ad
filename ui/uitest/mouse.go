package uitest

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Click presses and releases the left button at a column and a row, counted from 0.
func (s *Driver) Click(x, y int) {
	s.mouse(
		tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft},
		tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft},
	)
	s.settle()
}

// DoubleClick clicks twice at once.
func (s *Driver) DoubleClick(x, y int) {
	click := tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}
	release := tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft}
	s.mouse(click, release, click, release)
	s.settle()
}

// ClickOn clicks on the first place of the screen with a text.
func (s *Driver) ClickOn(text string) {
	s.t.Helper()
	s.Click(s.Place(text))
}

// DoubleClickOn double-clicks on the first place of the screen with a text.
func (s *Driver) DoubleClickOn(text string) {
	s.t.Helper()
	s.DoubleClick(s.Place(text))
}

// Wheel turns the wheel over a point, down for a positive number of notches.
func (s *Driver) Wheel(x, y, notches int) {
	button := tea.MouseWheelDown
	if notches < 0 {
		button, notches = tea.MouseWheelUp, -notches
	}
	for range notches {
		s.mouse(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	}
	s.settle()
}

// Place returns the first column and row of a text on the screen.
func (s *Driver) Place(text string) (x, y int) {
	s.t.Helper()
	for y, row := range strings.Split(s.Text(), "\n") {
		if before, _, found := strings.Cut(row, text); found {
			return ansi.StringWidth(before), y
		}
	}
	s.failf("%q is not on the screen", text)
	return 0, 0
}

// mouse sends reports of the mouse.
func (s *Driver) mouse(reports ...tea.Msg) {
	for _, report := range reports {
		s.loop.send(report)
	}
}

// settle waits until the console has drawn what a report has changed.
func (s *Driver) settle() {
	s.t.Helper()
	s.WaitIdle()
}
