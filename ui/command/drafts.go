package command

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/draft"
)

// between is the least time between two saves of what is typed.
const between = 250 * time.Millisecond

// saver puts drafts on disk one after the other; of what is typed while one is saved only the newest state waits.
type saver struct {
	shelf *draft.Shelf
	mu    sync.Mutex
	next  map[draft.Form]*draft.Draft // nil: to be discarded
	busy  bool
}

// SavedMsg says that what was typed is on disk, or why it is not.
type SavedMsg struct {
	At  time.Time
	Err error
}

// Keep saves what is typed into a form, soon and off the loop.
func (c *Commands) Keep(d Draft) tea.Cmd {
	d.Account, d.Saved = c.Account, c.Now()
	return c.enqueue(d.Form, &d)
}

// Discard deletes a form's draft.
func (c *Commands) Discard(f DraftForm) tea.Cmd {
	f.Account = c.Account
	return c.enqueue(f, nil)
}

// enqueue leaves the newest state of a form's draft to whoever is saving, or begins to save.
func (c *Commands) enqueue(f draft.Form, d *draft.Draft) tea.Cmd {
	s := &c.saver
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = map[draft.Form]*draft.Draft{}
	}
	s.next[f] = d
	if s.busy {
		return nil
	}
	s.busy = true
	return c.save
}

// save works off what waits, and rests between two rounds while there is more.
func (c *Commands) save() tea.Msg {
	var failed error
	for {
		err := c.saver.round()
		if err != nil {
			failed = err
		}
		c.saver.mu.Lock()
		if len(c.saver.next) == 0 {
			c.saver.busy = false
			c.saver.mu.Unlock()
			return SavedMsg{At: c.Now(), Err: failed}
		}
		c.saver.mu.Unlock()
		wait(c.Context, between)
	}
}

// round saves everything that waits now.
func (s *saver) round() error {
	s.mu.Lock()
	work := s.next
	s.next = nil
	s.mu.Unlock()
	var failed error
	for f, d := range work {
		var err error
		if d == nil {
			err = s.shelf.Discard(f)
		} else {
			err = s.shelf.Save(*d)
		}
		if err != nil {
			failed = err
		}
	}
	return failed
}

// Flush saves what still waits, when the console is left.
func (c *Commands) Flush() error { return c.saver.round() }

// DraftsMsg is every draft of this account, newest first; Err names a damaged one that was set aside.
type DraftsMsg struct {
	Drafts []Draft
	Err    error
}

// Drafts reads every draft from disk.
func (c *Commands) Drafts() tea.Msg {
	all, err := c.Shelf.List()
	mine := all[:0]
	for _, d := range all {
		if d.Account == c.Account {
			mine = append(mine, d)
		}
	}
	return DraftsMsg{Drafts: mine, Err: err}
}
