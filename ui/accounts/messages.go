package accounts

import (
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
	"frontdesk/ui/backend"
	"frontdesk/ui/headless"
	"frontdesk/ui/terminal"
)

// taggedMsg is a message of a console's command.
type taggedMsg struct {
	from *live
	msg  tea.Msg
}

// tag returns a command whose messages come back to this console alone.
func (l *live) tag(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		var msg tea.Msg
		if err := guard.Do(func() { msg = cmd() }); err != nil {
			msg = terminal.CommandFailedMsg{Err: err}
		}
		return l.tagMsg(msg)
	}
}

// tagMsg tags a message, or the messages of the commands that it holds. What the terminal carries out stays as it is.
func (l *live) tagMsg(msg tea.Msg) tea.Msg {
	effect, own := headless.Interpret(msg)
	switch {
	case effect.Cmds != nil:
		return l.tagAll(effect)
	case effect.Quit:
		return taggedMsg{l, msg}
	case own:
		return msg
	}
	if _, suspends := msg.(tea.SuspendMsg); suspends {
		return msg
	}
	wrapped, isRequest := terminal.WithAnswer(msg, func(answer tea.Msg) tea.Msg { return taggedMsg{l, answer} })
	if isRequest {
		return wrapped
	}
	return taggedMsg{l, msg}
}

// tagAll tags commands that run beside one another or in order.
func (l *live) tagAll(effect headless.Effect) tea.Msg {
	cmds := make([]tea.Cmd, len(effect.Cmds))
	for i, cmd := range effect.Cmds {
		cmds[i] = l.tag(cmd)
	}
	if effect.Sequential {
		return tea.Sequence(cmds...)() // of two or more, so that none of them runs here
	}
	return tea.BatchMsg(cmds)
}

// Unwrap returns the console that is shown, which accessible mode reads out.
func (s *Switcher) Unwrap() tea.Model { return s.shown.Console }

// Update gives a command's message to the console that it is from, what the terminal says of itself to all, and
// everything else, such as keys, to the one that is shown.
func (s *Switcher) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.handle(msg)
	return s, cmd
}

func (s *Switcher) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case taggedMsg:
		return s.deliver(msg)
	case backend.DoneMsg:
		return msg.Then()
	case tea.WindowSizeMsg, tea.BackgroundColorMsg, tea.ColorProfileMsg, tea.ModeReportMsg:
		return s.tellAll(msg)
	case tea.KeyPressMsg:
		s.onKey(msg)
	case interface{ IsInput() }: // a line in accessible mode
		s.onInput()
	}
	return s.give(s.shown, msg)
}

// deliver gives a message to its console, if that is still open, and handles those that are for all.
func (s *Switcher) deliver(m taggedMsg) tea.Cmd {
	if m.from.closed {
		return nil
	}
	switch msg := m.msg.(type) {
	case goToMsg:
		return s.goTo(msg.name)
	case tea.QuitMsg:
		return s.onLeft(m.from)
	case backend.ThemeKeptMsg:
		return s.giveAll(msg)
	case terminal.AlertMsg:
		if m.from != s.shown {
			s.shown.Console.Notify("☎ "+m.from.name+": "+msg.Text, false)
		}
		return terminal.Alert(msg)
	}
	return s.give(m.from, m.msg)
}

// tellAll tells all consoles what the terminal has said of itself.
func (s *Switcher) tellAll(msg tea.Msg) tea.Cmd {
	s.screen = append(s.screen, msg)
	for i, before := range s.screen[:len(s.screen)-1] {
		if isSameKind(before, msg) {
			if _, isBackground := msg.(tea.BackgroundColorMsg); !isBackground { // a theme may have set a later one
				s.screen[i] = msg
			}
			s.screen = s.screen[:len(s.screen)-1]
			break
		}
	}
	return s.giveAll(msg)
}

// giveAll gives a message to all consoles.
func (s *Switcher) giveAll(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, l := range slices.Clone(s.live) {
		cmds = append(cmds, s.give(l, msg))
	}
	return tea.Batch(cmds...)
}

// isSameKind reports whether a message of the terminal replaces an earlier one.
func isSameKind(before, msg tea.Msg) bool {
	mode, isMode := msg.(tea.ModeReportMsg)
	earlier, _ := before.(tea.ModeReportMsg)
	return reflect.TypeOf(before) == reflect.TypeOf(msg) && (!isMode || earlier.Mode == mode.Mode)
}
