package command

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Beside says that what was typed into a form is kept as a copy, beside what another console of the agent has typed
// into the same form.
type Beside struct{ Asked, Kept DraftForm }

// SavedMsg says that what was typed is on disk, or why it is not. SaveAgain sees to what may still wait.
type SavedMsg struct {
	At     time.Time
	Beside []Beside
	Err    error
}

// local is a form as the console names it: there is one account.
func local(f DraftForm) DraftForm {
	f.Account = ""
	return f
}

// here is a draft as the console has it, its callback as the agent would type it now.
func (c *Commands) here(d Draft) Draft {
	d.Form, d.Values = local(d.Form), c.loose(d.Values)
	return d
}

// ours is a form as it is kept.
func (c *Commands) ours(f DraftForm) DraftForm {
	f.Account = c.Account
	return f
}

// Keep saves what is typed into a form within a second and off the loop, and at most once a second.
func (c *Commands) Keep(d Draft) tea.Cmd {
	d.Form, d.Saved = c.ours(d.Form), c.Now()
	if c.saver.keep(d) {
		return c.save
	}
	return nil
}

// SaveAgain sees to what still waits after a SavedMsg that had something to say.
func (c *Commands) SaveAgain() tea.Cmd {
	c.saver.mu.Lock()
	defer c.saver.mu.Unlock()
	if c.saver.begin() {
		return c.save
	}
	return nil
}

// save works off what waits, and rests before each round as long as the last one wants.
func (c *Commands) save() tea.Msg {
	for {
		c.Wait(c.Context, c.saver.rest())
		beside, err := c.saver.round()
		if c.saver.done(err != nil || len(beside) > 0) {
			return SavedMsg{At: c.Now(), Beside: beside, Err: err}
		}
	}
}

// Discard deletes a form's draft at once.
func (c *Commands) Discard(f DraftForm) tea.Cmd {
	c.saver.drop(c.ours(f))
	return func() tea.Msg {
		c.saver.disk.Lock()
		defer c.saver.disk.Unlock()
		return DiscardedMsg{Err: c.saver.discard()}
	}
}

// DiscardedMsg says that a draft is deleted, or why it is not.
type DiscardedMsg struct{ Err error }

// Take says that this console goes on from a draft that Drafts brought: saving replaces it from now on.
func (c *Commands) Take(d Draft) {
	d.Form = c.ours(d.Form)
	c.Shelf.Take(d)
}

// Flush saves what still waits, when the console is left.
func (c *Commands) Flush() error {
	_, err := c.saver.round()
	return err
}

// DraftsMsg is every draft of this account, newest first; Err names a damaged one that was set aside.
type DraftsMsg struct {
	Drafts []Draft
	Err    error
}

// Drafts reads every draft from disk.
func (c *Commands) Drafts() tea.Msg { return c.drafts() }

func (c *Commands) drafts() DraftsMsg {
	all, err := c.Shelf.List()
	var mine []Draft
	for _, d := range all {
		if d.Account == c.Account {
			mine = append(mine, c.here(d))
		}
	}
	return DraftsMsg{Drafts: mine, Err: err}
}
