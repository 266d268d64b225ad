package accounts

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
	"frontdesk/ui/backend"
)

// open begins to open an account. The agent stays where they are until it is open.
func (s *Switcher) open(name string) tea.Cmd {
	s.shown.Console.Notify("opening "+name+"…", false)
	if _, opening := s.opening[name]; opening {
		return nil
	}
	s.opening[name] = struct{}{}
	keys, closing := s.keys, s.closing[name]
	return backend.Do(s.Context, func() backend.Then {
		if closing != nil {
			<-closing // the same files
		}
		var opened Opened
		err := guard.Run(func() (err error) {
			opened, err = s.Open(s.Context, name, s)
			return err
		})
		if err == nil && s.Context.Err() != nil { // the program has ended meanwhile
			err = errors.Join(s.Context.Err(), opened.Close())
		}
		return func() tea.Cmd { return s.onOpened(name, opened, err, keys) }
	})
}

// onOpened shows an account that was opened, or says why it was not. If the agent has pressed other keys than before,
// it says so instead: what is typed next would be lost.
func (s *Switcher) onOpened(name string, opened Opened, err error, keys int) tea.Cmd {
	delete(s.opening, name)
	if err != nil {
		s.shown.Console.Notify(name+" not opened: "+backend.ErrorText(err), true)
		return nil
	}
	delete(s.parted, name)
	l := &live{Opened: opened, name: name}
	s.live = slices.Insert(s.live, len(s.live)-1, l)
	cmds := []tea.Cmd{l.tag(l.Console.Init())}
	for _, said := range s.screen {
		cmds = append(cmds, s.give(l, said))
	}
	if s.keys == keys {
		s.shown.Console.Notify("", false)
		cmds = append(cmds, s.show(l))
	} else {
		l.Console.Hide()
		s.shown.Console.Notify(name+" is open now", false)
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
				cmds = append(cmds, backend.Do(s.Context, func() backend.Then {
					err := l.Save()
					return func() tea.Cmd { return s.onSaved(l, err) }
				}))
			}
		}
	}
	return tea.Batch(cmds...)
}

// onSaved closes an account, unless what was typed there is not saved or it is shown again.
func (s *Switcher) onSaved(l *live, err error) tea.Cmd {
	switch {
	case l.closed || l == s.shown || l.Console.IsBusy():
		return nil
	case err != nil:
		s.shown.Console.Notify(l.name+" stays open, what was typed there cannot be saved: "+backend.ErrorText(err), true)
		return nil
	default:
		return s.close(l)
	}
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
	return backend.Do(s.Context, func() backend.Then {
		err := <-closed
		return func() tea.Cmd {
			delete(s.closing, l.name)
			if err != nil {
				s.shown.Console.Notify(l.name+" was not closed properly: "+backend.ErrorText(err), true)
			}
			return nil
		}
	})
}
