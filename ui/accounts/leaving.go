package accounts

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// leaving is an attempt to leave the program: each console is asked, and may ask the agent.
type leaving struct {
	left   []*live // that can end
	atOnce bool    // without questions about what is about to be sent
}

// onKey counts a key. One that is no answer to a question ends an attempt to leave.
func (s *Switcher) onKey(msg tea.KeyPressMsg) {
	s.onInput()
	if msg.String() == "ctrl+c" {
		s.leaving.atOnce = true
	}
}

// onInput counts what the agent has done.
func (s *Switcher) onInput() {
	s.keys++
	if !s.shown.Console.IsAsking() {
		s.leaving = leaving{}
	}
}

// onLeft leaves the program if all consoles can end, else asks the next one.
func (s *Switcher) onLeft(l *live) tea.Cmd {
	if !slices.Contains(s.leaving.left, l) {
		s.leaving.left = append(s.leaving.left, l)
	}
	for _, next := range slices.Backward(s.live) {
		if slices.Contains(s.leaving.left, next) {
			continue
		}
		leave := next.Console.Leave
		if s.leaving.atOnce {
			leave = next.Console.LeaveAtOnce
		}
		return tea.Batch(next.tag(leave()), s.showQuestion(next))
	}
	return tea.Quit
}

// showQuestion shows a console that asks the agent something before the program ends.
func (s *Switcher) showQuestion(l *live) tea.Cmd {
	if len(s.leaving.left) == 0 || slices.Contains(s.leaving.left, l) || !l.Console.IsAsking() {
		return nil
	}
	return s.show(l)
}

// Remaining says what is kept in each account that was visited, a line each; none for nothing. It is called after the
// program.
func (s *Switcher) Remaining() []string {
	var lines []string
	for _, a := range s.Accounts {
		kept := s.parted[a.Name]
		if l := s.find(a.Name); l != nil {
			kept = l.Console.Remaining()
		}
		if kept != "" {
			lines = append(lines, a.Name+": "+kept)
		}
	}
	return lines
}

// Close saves what was typed and closes all accounts, those too that are being closed. It is called after the program.
func (s *Switcher) Close() error {
	var failed []error
	for _, l := range s.live { // first, because closing waits for answers
		failed = append(failed, guard.Run(l.Save))
	}
	for _, l := range s.live {
		failed = append(failed, guard.Run(l.Close))
	}
	for _, done := range s.closing {
		<-done
	}
	return errors.Join(failed...)
}
