package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// forms is the form that is open, and what was closed, discarded or taken back to be opened again.
type forms struct {
	part
	calls   *calls
	drafts  *drafts
	outbox  *outbox
	hold    *holding
	bulk    *bulkUpdates
	cluster *backend.ClusterState

	foundConflict func(backend.SubmitResultMsg) // the record of a form that was in the outbox has changed

	closed   closedForms
	followed desk.Ticket // of the open form, as last listed
	unsent   failedSubmit
	then     func() tea.Cmd       // what follows once the form is in the outbox; nil for nothing
	named    backend.CustomerName // the customer's name that was read last

	inExternalEditor bool   // a text of the form is in the external editor
	callbackDigit    string // that has just chosen a callback time; see typeOnAfterDigit
}

// openForm opens a form and loads its draft, if there is one.
func (f *forms) openForm(o editor.Options) {
	o.Vocabulary, o.Now, o.Zones = f.inbox.Snapshot().Vocabulary, f.cmds.Now, f.cmds.Zones
	o.Blocks = f.cmds.Cache.Blocks
	o.AdvancedKey = f.Keys.KeyLabel(keymap.Form, keymap.ToggleAdvanced)
	o.UndoKey = f.Keys.KeyLabel(keymap.Form, keymap.UndoTyping)
	f.closed.keep(f.editor)
	f.editor = editor.New(o, f.theme())
	f.notification.clearSuccess()
	f.restore()
	f.closed.reopen(f.editor)
	f.goToForm()
}

// close closes the form and returns to what had the focus before it.
func (f *forms) close() tea.Cmd {
	f.closed.keep(f.editor)
	f.editor = nil
	return tea.Batch(f.inbox.ReloadForDrafts(), f.leaveScreen(formRoute))
}

// closeOf closes the form if it is that of a draft.
func (f *forms) closeOf(form backend.DraftKey) tea.Cmd {
	if f.editor.DraftKey() != form {
		return nil
	}
	return f.close()
}

// closeSent closes the form of a draft that was sent, and deletes the draft.
func (f *forms) closeSent(form backend.DraftKey) tea.Cmd {
	dropped := f.drafts.drop(form)
	return tea.Batch(f.closeOf(form), dropped)
}

// openUpdate opens the update form of a ticket with its draft, then sets values and focuses on field.
func (f *forms) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	f.inbox.PinCursor()
	if cmd, held := f.reopenHeld(backend.KindUpdate, t.ID); held {
		if f.editor.IsOf(backend.KindUpdate, t.ID) {
			f.editor.SetValues(values)
			f.editor.FocusField(field)
		}
		return cmd
	}
	fetch := f.ticket.Show(t, true)
	var opened map[string]string
	if d := f.ticket.Detail(); d != nil {
		opened = f.cmds.TicketValues(d)
	}
	f.openUpdateForm(t, "", opened)
	if values != nil {
		f.editor.SetValues(values)
	}
	f.editor.FocusField(field)
	return fetch
}

// openUpdateForm opens the update form of a ticket whose values are opened, nil if they are not read yet. A form beside
// another one has a draft of its own.
func (f *forms) openUpdateForm(t *desk.Ticket, beside string, opened map[string]string) {
	f.openForm(editor.Options{
		Kind:     backend.KindUpdate,
		Record:   t.ID,
		Copy:     beside,
		Subject:  t.ID.Display().String() + " · " + t.Title.String(),
		Original: opened,
		Values: f.cmds.WithBlocks(map[string]string{
			backend.FieldSubStatus:   t.SubStatus.Key().Raw(),
			backend.FieldQueue:       t.Queue.Key().Raw(),
			backend.FieldDisposition: opened[backend.FieldDisposition],
		}, opened),
	})
}

// openCloseForm opens the update form with the account's sub-status for closed tickets.
func (f *forms) openCloseForm(t *desk.Ticket) tea.Cmd {
	field, values := f.closing()
	return f.openUpdate(t, field, values)
}

// closing returns what closes a ticket, and the field that is to be typed then: which sub-status, where none is known
// to close.
func (f *forms) closing() (field string, values map[string]string) {
	if to := f.inbox.Snapshot().Vocabulary.Closing; !to.IsZero() {
		return backend.FieldComment, map[string]string{backend.FieldSubStatus: to.Key().Raw()}
	}
	f.notify(levelWarning, "no sub-status is known as closed: choose one")
	return backend.FieldSubStatus, nil
}

// openRecord opens the form of a new record or of an existing one. If an update of that is held back, it comes back.
func (f *forms) openRecord(o editor.Options) tea.Cmd {
	if cmd, held := f.reopenHeld(o.Kind, o.Record); held {
		return cmd
	}
	f.openForm(o)
	return nil
}

// customerOptions returns the form of an existing customer.
func customerOptions(who *desk.Customer) editor.Options {
	opened := backend.CustomerValues(who)
	return editor.Options{
		Kind:     backend.KindUpdateCustomer,
		Record:   desk.NumericID(who.ID),
		Subject:  desk.NumericID(who.ID).Display().String() + " · " + who.Name.String(),
		Values:   opened,
		Original: opened,
		Masked:   backend.Masked(who),
	}
}

// newOrderOptions returns the form of a new order of a customer; ticket is the one that it belongs to, or zero.
func newOrderOptions(customer int64, name safetext.Line, ticket desk.ID) editor.Options {
	return editor.Options{
		Kind:     backend.KindAddOrder,
		Record:   desk.NumericID(customer),
		Subject:  "for " + name.String(),
		Values:   map[string]string{backend.FieldCustomerName: name.String(), backend.FieldOrderTicket: ticket.Raw()},
		Original: backend.NewOrderValues(customer, name.String()),
	}
}

// orderOptions returns the form of an existing order.
func orderOptions(p *desk.Order) editor.Options {
	opened := backend.OrderValues(p)
	return editor.Options{
		Kind:     backend.KindUpdateOrder,
		Record:   p.ID,
		Subject:  p.ID.Display().String() + " · " + p.CustomerName.String(),
		Values:   opened,
		Original: opened,
	}
}

// openDraft opens the form of a draft of any kind.
func (f *forms) openDraft(d backend.Draft) tea.Cmd {
	if cmd, held := f.reopenHeld(d.Kind, desk.NewID(d.Record)); held {
		return cmd
	}
	var cmd tea.Cmd
	switch d.Kind {
	case backend.KindUpdateMany:
		return f.resumeManyForm()
	case backend.KindCall:
		return f.calls.resume(d)
	}
	if d.Kind == backend.KindUpdate {
		id := desk.NewID(d.Record)
		if t := f.reading(); t != nil && t.ID != id {
			f.goTo(route{focus: layout.Detail, detail: keymap.Ticket, source: single(id)})
		}
		cmd = f.openUpdate(f.cmds.CachedTicket(id), backend.FieldComment, nil)
	} else {
		kind, _ := backend.LookupKind(d.Kind)
		f.openForm(editor.Options{
			Kind:     d.Kind,
			Record:   desk.NewID(d.Record),
			Subject:  safetext.LineFromText(kind.Subject(d.Values)).String(),
			Values:   d.Original,
			Original: d.Original,
		})
	}
	if d.Key != f.editor.DraftKey() { // a conflict copy
		f.loadDraft(d)
		f.closed.reopen(f.editor)
	}
	return cmd
}

// loadCustomerForForm loads a ticket's customer in order to open a form of the given kind.
func (c *Console) loadCustomerForForm(kind string, t *desk.Ticket) tea.Cmd {
	c.notify(levelTransient, "loading the customer…")
	id := t.ID
	return backend.Do(c.cmds.Context, func() backend.Then {
		customer, err := c.cmds.TicketCustomer(id)
		return func() tea.Cmd { return c.onCustomerForForm(kind, id, customer, err) }
	})
}

// onCustomerForForm opens the form that the customer was loaded for, unless the agent has opened something else or
// left the ticket.
func (c *Console) onCustomerForForm(kind string, ticket desk.ID, who *desk.Customer, err error) tea.Cmd {
	c.notification.clearTransient()
	switch {
	case err != nil:
		c.notify(levelError, "no form: "+backend.ErrorText(err))
	case c.editor != nil || len(c.overlays) > 0 || c.currentTicket() == nil || c.currentTicket().ID != ticket:
		return nil
	case kind == backend.KindUpdateCustomer:
		return c.forms.openRecord(customerOptions(who))
	case kind == backend.KindAddOrder:
		return c.forms.openRecord(newOrderOptions(who.ID, who.Name, ticket))
	}
	return nil
}

// currentTicket returns the ticket that the focused pane acts on, or nil.
func (s *screens) currentTicket() *desk.Ticket { return s.target(aTicket).Ticket }

// saveDraft saves the draft of the form if it has changed, and deletes it if the form is back at its baseline.
func (f *forms) saveDraft() tea.Cmd {
	form := f.editor.DraftKey()
	kept, has := f.drafts.kept[form]
	d := f.typedDraft()
	switch {
	case !f.editor.IsChanged() && has:
		f.drafts.discarded.keepEmptied(form)
		return f.drafts.drop(form)
	case !f.editor.IsChanged() || has && kept.HeldUntil.IsZero() && sameValues(kept.Values, d.Values):
		return nil
	}
	f.drafts.record(&d)
	f.drafts.discarded.note(d)
	f.drafts.discarded.forget(d)
	return f.cmds.SaveDraft(d)
}

// typedDraft returns what the form holds now, with what is known of its draft.
func (f *forms) typedDraft() backend.Draft {
	d := f.editor.Draft()
	d.Begun, d.MaybeSaved = f.drafts.kept[d.Key].Begun, f.mayHaveArrived()
	return d
}

func sameValues(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return true
}

// setOriginal sets the record's values of a form that was opened before its ticket was loaded.
func (f *forms) setOriginal(msg backend.TicketLoaded) {
	if msg.Value == nil {
		return
	}
	if f.editor != nil && f.editor.Record == msg.Of {
		f.editor.SetOriginal(f.cmds.TicketValues(msg.Value))
	}
	f.hold.setOriginal(msg.Of, f.cmds.TicketValues(msg.Value))
}

// keepDraft closes the form; its draft is kept.
func (f *forms) keepDraft() tea.Cmd {
	f.noteDraft()
	return f.close()
}

// noteDraft says that the draft of the form is kept, if there is one.
func (f *forms) noteDraft() {
	if _, kept := f.drafts.kept[f.editor.DraftKey()]; kept {
		f.notify(levelTransient, "✎ kept as a draft")
	} else if n := len(f.drafts.discarded.drafts); n > 0 && f.drafts.discarded.drafts[n-1].Key == f.editor.DraftKey() {
		f.drafts.sayDiscarded("draft emptied")
	}
}

func (f *forms) askDiscard() tea.Cmd {
	if !f.editor.IsChanged() {
		f.notify(levelTransient, "nothing was typed")
		return nil
	}
	f.confirm("Discard your changes?",
		overlay.Paragraphs("The form closes. "+f.Keys.KeyLabel(keymap.Global, keymap.Undo)+
			" brings back what you typed, until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard my changes", Run: f.discard})
	return nil
}

func (f *forms) discard() tea.Cmd {
	dropped := f.drafts.discard(f.typedDraft(), "draft discarded")
	return tea.Batch(f.close(), dropped)
}

// handleFormMsg handles messages about drafts and submissions.
func (c *Console) handleFormMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.DraftsLoaded:
		c.drafts.set(msg)
	case backend.DraftsSaved:
		return c.forms.onDraftSaved(msg)
	case backend.SubmitResultMsg:
		return tea.Batch(c.sending.onResult(msg), c.work.reread(), c.leaving.whenSent())
	}
	return nil
}

// newOrderOf opens the form for a new order of a customer. During a call of the customer, the order is for the ticket
// that the notes of the call go to.
func (c *Console) newOrderOf(who *desk.Customer) tea.Cmd {
	var ticket desk.ID
	if t := c.call.Ticket(); t != nil && c.call.IsOn() && c.call.Identity().Customer == who.ID {
		ticket = t.ID
	}
	return c.forms.openRecord(newOrderOptions(who.ID, who.Name, ticket))
}

// formBusy returns why no other form can be opened now; empty if one can.
func (s *screens) formBusy() string {
	return wordIf(s.editor.IsSubmitting(), sendInProgress)
}

// opens returns the run function of an action that opens a form.
func opens(options func(pane.Target) editor.Options) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, t pane.Target) tea.Cmd { return c.forms.openRecord(options(t)) }
}

// ofForms returns the run function of an action on the forms.
func ofForms(f func(*forms) tea.Cmd) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd { return f(&c.forms) }
}

// customerForm opens a form of the ticket's customer.
func customerForm(kind string) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, t pane.Target) tea.Cmd { return c.loadCustomerForForm(kind, t.Ticket) }
}

// update opens the update form at a field, or that for the marked tickets.
func update(field string) func(*Console, pane.Target) tea.Cmd {
	one := func(c *Console, t pane.Target) tea.Cmd { return c.forms.openUpdate(t.Ticket, field, nil) }
	return forMarked(one, updateMany(field))
}
