package accounts

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
	"frontdesk/ui/backend"
)

// openedMsg brings an account that was opened, or why it was not.
type openedMsg struct {
	name   string
	opened Opened
	err    error
	keys   int // pressed when the agent chose it
}

// open begins to open an account. The agent stays where they are until it is open.
func (s *Switcher) open(name string) tea.Cmd {
	s.shown.Console.Notify("opening "+name+"…", false)
	if _, opening := s.opening[name]; opening {
		return nil
	}
	s.opening[name] = struct{}{}
	keys, closing := s.keys, s.closing[name]
	return func() tea.Msg {
		if closing != nil {
			<-closing // the same files
		}
		msg := openedMsg{name: name, keys: keys}
		msg.err = guard.Run(func() (err error) {
			msg.opened, err = s.Open(s.Context, name, s)
			return err
		})
		if msg.err == nil && s.Context.Err() != nil { // the program has ended meanwhile
			msg.err = errors.Join(s.Context.Err(), msg.opened.Close())
		}
		return msg
	}
}

// onOpened shows an account that was opened. If the agent has typed on meanwhile, it says so instead: what is typed
// next would be lost.
func (s *Switcher) onOpened(msg openedMsg) tea.Cmd {
	delete(s.opening, msg.name)
	if msg.err != nil {
		s.shown.Console.Notify(msg.name+" not opened: "+backend.ErrorText(msg.err), true)
		return nil
	}
	delete(s.parted, msg.name)
	l := &live{Opened: msg.opened, name: msg.name}
	s.live = slices.Insert(s.live, len(s.live)-1, l)
	cmds := []tea.Cmd{l.tag(l.Console.Init())}
	for _, said := range s.screen {
		cmds = append(cmds, s.give(l, said))
	}
	if s.keys == msg.keys {
		s.shown.Console.Notify("", false)
		cmds = append(cmds, s.show(l))
	} else {
		l.Console.Hide()
		s.shown.Console.Notify(msg.name+" is open now", false)
	}
	return tea.Batch(append(cmds, s.closeUnvisited())...)
}

// closeUnvisited closes accounts that were not visited for the longest time, while there are too many. One in which
// something goes on stays open; one with something left open goes last.
func (s *Switcher) closeUnvisited() tea.Cmd {
	var cmds []tea.Cmd
	left := len(s.live) - s.MaxLive
	for _, unfinished := range []bool{false, true} {
		for _, l := range slices.Clone(s.live) {
			if left > 0 && l != s.shown && !l.Console.IsBusy() && l.Console.HasUnfinished() == unfinished {
				left--
				cmds = append(cmds, func() tea.Msg { return savedMsg{l, l.Save()} })
			}
		}
	}
	return tea.Batch(cmds...)
}

// savedMsg reports that what was typed in an account is saved, before it is closed.
type savedMsg struct {
	from *live
	err  error
}

// onSaved closes an account, unless what was typed there is not saved or it is shown again.
func (s *Switcher) onSaved(msg savedMsg) tea.Cmd {
	switch l := msg.from; {
	case l.closed || l == s.shown || l.Console.IsBusy():
		return nil
	case msg.err != nil:
		s.shown.Console.Notify(l.name+" stays open, what was typed there cannot be saved: "+backend.ErrorText(msg.err), true)
		return nil
	default:
		return s.close(l)
	}
}

// closedMsg reports that an account is closed.
type closedMsg struct {
	name string
	err  error
}

// close closes an account in the background.
func (s *Switcher) close(l *live) tea.Cmd {
	l.closed = true
	s.live = slices.DeleteFunc(s.live, func(other *live) bool { return other == l })
	s.parted[l.name] = l.Console.Remaining()
	done := make(chan struct{})
	s.closing[l.name] = done
	closed := guard.Start(func() error { // at once: the program may end before its commands run
		defer close(done)
		return l.Close()
	})
	return func() tea.Msg { return closedMsg{l.name, <-closed} }
}

// onClosed takes note of an account that is closed.
func (s *Switcher) onClosed(msg closedMsg) {
	delete(s.closing, msg.name)
	if msg.err != nil {
		s.shown.Console.Notify(msg.name+" was not closed properly: "+backend.ErrorText(msg.err), true)
	}
}
