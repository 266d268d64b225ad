package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// shell is what a part of the console asks of what is around it: to say something, to ask something or list it over
// the panes, and to show a ticket.
type shell interface {
	notify(m level, what string)
	notifyOfWork(m level, what, key string)
	notifyWithKey(n notice)
	notifyError(err error)
	confirm(title string, body overlay.Body, choices ...overlay.Choice)
	open(o overlay.Overlay)
	isOpen(o overlay.Overlay) bool
	refreshLists()
	closeLists()
	openFrom(from source, id desk.ID) tea.Cmd
	openCustomer(id int64, t *desk.Ticket) tea.Cmd
	refusesWrites() bool
	theme() *theme.Theme
}

// part is what every part of the console has. A part owns its state, and what needs nothing else is its method.
type part struct {
	shell
	*Config
	cmds   *backend.Backend
	inbox  *pane.Inbox
	ticket *pane.Ticket
}

// refuses says why nothing is done, if there is a reason, and reports whether there is.
func (p part) refuses(why string) bool {
	if why != "" {
		p.notify(levelTransient, why)
	}
	return why != ""
}

// makeParts makes the parts of the console, of which some have others.
func (c *Console) makeParts() {
	common := part{c, &c.Config, c.cmds, c.inbox, c.ticket}
	c.hold = holding{part: common, drafts: &c.drafts, outbox: &c.outbox}
	c.outbox = outbox{part: common, drafts: &c.drafts, hold: &c.hold, formBusy: c.forms.busy}
	c.forms = forms{
		part: common, stage: c, drafts: &c.drafts, outbox: &c.outbox, hold: &c.hold, bulk: &c.bulk,
		call: c.call, notice: &c.notification, cluster: &c.cluster,
	}
	c.sending = sending{
		part: common, onward: c, forms: &c.forms, drafts: &c.drafts, hold: &c.hold, bulk: &c.bulk,
		repeats: &c.repeats, notice: &c.notification,
	}
	c.macros = macroList{
		part: common, hold: &c.hold, forms: &c.forms, bulk: &c.bulk, repeats: &c.repeats, send: c.sending.send,
	}
	c.repeats = repeating{part: common, forms: &c.forms, sending: &c.sending, macros: &c.macros}
	c.work = workList{
		part: common, forms: &c.forms, drafts: &c.drafts, outbox: &c.outbox, hold: &c.hold, bulk: &c.bulk,
	}
	c.leaving = leaving{part: common, call: c.call, hold: &c.hold, bulk: &c.bulk, saveCall: c.saveCall}
	c.own = ownLists{part: common, views: c.views, form: func() *editor.Editor { return c.forms.editor }}
	c.drafts = drafts{
		part: common, openForm: func() backend.DraftKey { return c.forms.editor.DraftKey() }, hold: &c.hold,
		kept:  map[backend.DraftKey]backend.Draft{},
		saved: map[backend.DraftKey]time.Time{},
		begun: map[backend.DraftKey]time.Time{},
	}
	c.bulk = bulkUpdates{
		part: common, drafts: &c.drafts, hold: &c.hold, leaves: c.repeats.noteMany, closeForm: c.forms.closeManyForm,
	}
}

// theme returns the theme that is shown.
func (c *Console) theme() *theme.Theme { return c.th }
