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
)

// openForm opens a form and loads its draft, if there is one.
func (c *Console) openForm(o editor.Options) {
	o.Vocabulary, o.Now, o.Zones = c.inbox.Snapshot().Vocabulary, c.cmds.Now, c.cmds.Zones
	o.Blocks = c.cmds.Cache.Blocks
	o.AdvancedKey = c.Keys.KeyLabel(keymap.Form, keymap.ToggleAdvanced)
	o.UndoKey = c.Keys.KeyLabel(keymap.Form, keymap.UndoTyping)
	c.closed.keep(c.editor)
	c.editor = editor.New(o, c.th)
	c.notification.clearSuccess()
	c.restore()
	c.closed.reopen(c.editor)
	if c.at.focus != layout.Editor {
		to := c.here()
		to.focus, to.zoom = layout.Editor, false
		c.goTo(to)
	}
}

// openUpdate opens the update form of a ticket with its draft, then sets values and focuses on field.
func (c *Console) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	c.inbox.PinCursor()
	if cmd, held := c.reopenHeld(backend.KindUpdate, t.ID); held {
		if c.editor.IsOf(backend.KindUpdate, t.ID) {
			c.editor.SetValues(values)
			c.editor.FocusField(field)
		}
		return cmd
	}
	fetch := c.ticket.Show(t, true)
	var opened map[string]string
	if d := c.ticket.Detail(); d != nil {
		opened = c.cmds.TicketValues(d)
	}
	c.openUpdateForm(t, "", opened)
	if values != nil {
		c.editor.SetValues(values)
	}
	c.editor.FocusField(field)
	return fetch
}

// openUpdateForm opens the update form of a ticket whose values are opened, nil if they are not read yet. A form beside
// another one has a draft of its own.
func (c *Console) openUpdateForm(t *desk.Ticket, beside string, opened map[string]string) {
	c.openForm(editor.Options{
		Kind:     backend.KindUpdate,
		Record:   t.ID,
		Copy:     beside,
		Subject:  t.ID.Display().String() + " · " + t.Title.String(),
		Original: opened,
		Values: c.cmds.WithBlocks(map[string]string{
			backend.FieldSubStatus:   t.SubStatus.Key().Raw(),
			backend.FieldQueue:       t.Queue.Key().Raw(),
			backend.FieldDisposition: opened[backend.FieldDisposition],
		}, opened),
	})
}

// openCloseForm opens the update form with the account's sub-status for closed tickets.
func (c *Console) openCloseForm(t *desk.Ticket) tea.Cmd {
	if to := c.inbox.Snapshot().Vocabulary.Closing; !to.IsZero() {
		return c.openUpdate(t, backend.FieldComment, map[string]string{backend.FieldSubStatus: to.Key().Raw()})
	}
	c.notify(levelWarning, "no sub-status is known as closed: choose one")
	return c.openUpdate(t, backend.FieldSubStatus, nil)
}

// newCustomer opens the form for a new customer.
func (c *Console) newCustomer() tea.Cmd {
	c.openForm(editor.Options{Kind: backend.KindAddCustomer})
	return nil
}

// editCustomer opens the form of an existing customer.
func (c *Console) editCustomer(who *desk.Customer) tea.Cmd {
	if cmd, held := c.reopenHeld(backend.KindUpdateCustomer, desk.NumericID(who.ID)); held {
		return cmd
	}
	opened := backend.CustomerValues(who)
	c.openForm(editor.Options{
		Kind:     backend.KindUpdateCustomer,
		Record:   desk.NumericID(who.ID),
		Subject:  desk.NumericID(who.ID).Display().String() + " · " + who.Name.String(),
		Values:   opened,
		Original: opened,
		Masked:   backend.Masked(who),
	})
	return nil
}

// newOrder opens the form for a new order of a customer; ticket is the ticket that the order belongs to, or zero.
func (c *Console) newOrder(customer int64, name safetext.Line, ticket desk.ID) tea.Cmd {
	opened := backend.NewOrderValues(customer, name.String())
	values := map[string]string{backend.FieldCustomerName: name.String(), backend.FieldOrderTicket: ticket.Raw()}
	c.openForm(editor.Options{
		Kind:     backend.KindAddOrder,
		Record:   desk.NumericID(customer),
		Subject:  "for " + name.String(),
		Values:   values,
		Original: opened,
	})
	return nil
}

// editOrder opens the form of an existing order.
func (c *Console) editOrder(p *desk.Order) tea.Cmd {
	if cmd, held := c.reopenHeld(backend.KindUpdateOrder, p.ID); held {
		return cmd
	}
	opened := backend.OrderValues(p)
	c.openForm(editor.Options{
		Kind:     backend.KindUpdateOrder,
		Record:   p.ID,
		Subject:  p.ID.Display().String() + " · " + p.CustomerName.String(),
		Values:   opened,
		Original: opened,
	})
	return nil
}

// openDraft opens the form of a draft of any kind.
func (c *Console) openDraft(d backend.Draft) tea.Cmd {
	if cmd, held := c.reopenHeld(d.Kind, desk.NewID(d.Record)); held {
		return cmd
	}
	var cmd tea.Cmd
	switch d.Kind {
	case backend.KindUpdateMany:
		return c.resumeManyForm()
	case backend.KindCall:
		return c.resumeCall(d)
	}
	if d.Kind == backend.KindUpdate {
		id := desk.NewID(d.Record)
		if t := c.ticket.Summary(); c.scope() == keymap.Ticket && t != nil && t.ID != id {
			c.goTo(route{focus: layout.Detail, detail: keymap.Ticket, source: single(id)})
		}
		cmd = c.openUpdate(c.cmds.CachedTicket(id), backend.FieldComment, nil)
	} else {
		kind, _ := backend.LookupKind(d.Kind)
		c.openForm(editor.Options{
			Kind:     d.Kind,
			Record:   desk.NewID(d.Record),
			Subject:  safetext.LineFromText(kind.Describe(d.Values)).String(),
			Values:   d.Original,
			Original: d.Original,
		})
	}
	if d.Key != c.editor.DraftKey() { // a conflict copy
		c.loadDraft(d)
		c.closed.reopen(c.editor)
	}
	return cmd
}

// loadCustomerForForm loads a ticket's customer in order to open a form of the given kind.
func (c *Console) loadCustomerForForm(kind string, t *desk.Ticket) tea.Cmd {
	c.notify(levelTransient, "loading the customer…")
	return c.cmds.LoadTicketCustomer(kind, t.ID)
}

// onCustomerForForm opens the form that the customer was loaded for, unless the agent has opened something else or
// left the ticket.
func (c *Console) onCustomerForForm(msg backend.TicketCustomerMsg) tea.Cmd {
	c.notification.clearTransient()
	switch {
	case msg.Err != nil:
		c.notify(levelError, "no form: "+backend.ErrorText(msg.Err))
	case c.editor != nil || len(c.overlays) > 0 || c.currentTicket() == nil || c.currentTicket().ID != msg.Ticket:
		return nil
	case msg.Form == backend.KindUpdateCustomer:
		return c.editCustomer(msg.Customer)
	case msg.Form == backend.KindAddOrder:
		return c.newOrder(msg.Customer.ID, msg.Customer.Name, msg.Ticket)
	}
	return nil
}

// currentTicket returns the ticket that the focused pane acts on, or nil.
func (c *Console) currentTicket() *desk.Ticket {
	if c.scope() == keymap.Customer {
		return nil
	}
	return c.target(aTicket).Ticket
}

// saveDraft saves the draft of the form if it has changed, and deletes it if the form is back at its baseline.
func (c *Console) saveDraft() tea.Cmd {
	form := c.editor.DraftKey()
	kept, has := c.drafts.kept[form]
	d := c.typedDraft()
	switch {
	case !c.editor.IsChanged() && has:
		c.drafts.discarded.keepEmptied(form)
		return c.drafts.drop(form)
	case !c.editor.IsChanged() || has && kept.HeldUntil.IsZero() && sameValues(kept.Values, d.Values):
		return nil
	}
	c.drafts.record(&d)
	c.drafts.discarded.note(d)
	c.drafts.discarded.forget(d)
	return c.cmds.SaveDraft(d)
}

// typedDraft returns what the form holds now, with what is known of its draft.
func (c *Console) typedDraft() backend.Draft {
	d := c.editor.Draft()
	d.Begun, d.MaybeSaved = c.drafts.kept[d.Key].Begun, c.mayHaveArrived()
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
func (c *Console) setOriginal(msg backend.TicketLoadedMsg) {
	if msg.Detail == nil {
		return
	}
	if c.editor != nil && c.editor.Record == msg.ID {
		c.editor.SetOriginal(c.cmds.TicketValues(msg.Detail))
	}
	c.hold.setOriginal(msg.ID, c.cmds.TicketValues(msg.Detail))
}

// leaveForm closes the form; its draft is kept.
func (c *Console) leaveForm() tea.Cmd {
	c.noteDraft()
	return c.closeForm()
}

// noteDraft says that the draft of the form is kept, if there is one.
func (c *Console) noteDraft() {
	if _, kept := c.drafts.kept[c.editor.DraftKey()]; kept {
		c.notify(levelTransient, "✎ kept as a draft")
	} else if n := len(c.drafts.discarded.drafts); n > 0 && c.drafts.discarded.drafts[n-1].Key == c.editor.DraftKey() {
		c.drafts.sayDiscarded("draft emptied")
	}
}

func (c *Console) askDiscard() tea.Cmd {
	if !c.editor.IsChanged() {
		c.notify(levelTransient, "nothing was typed")
		return nil
	}
	c.confirm("Discard your changes?",
		overlay.Paragraphs("The form closes. "+c.Keys.KeyLabel(keymap.Global, keymap.Undo)+
			" brings back what you typed, until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard my changes", Run: c.discard})
	return nil
}

func (c *Console) discard() tea.Cmd {
	c.drafts.discarded.keep(c.typedDraft())
	dropped := c.drafts.drop(c.editor.DraftKey())
	c.drafts.sayDiscarded("draft discarded")
	return tea.Batch(c.closeForm(), dropped)
}

// handleFormMsg handles messages about drafts and submissions.
func (c *Console) handleFormMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.DraftsLoadedMsg:
		c.drafts.set(msg)
	case backend.DraftSavedMsg:
		return c.onDraftSaved(msg)
	case backend.DraftDeletedMsg:
		c.notifyError(msg.Err)
	case backend.TicketCustomerMsg:
		return c.onCustomerForForm(msg)
	case backend.SubmitResultMsg:
		return tea.Batch(c.onSubmitResult(msg), c.work.reread(), c.leaving.whenSent())
	case backend.ConflictFoundMsg:
		c.onConflictFound(msg)
	case backend.TextEditedMsg:
		return c.onTextEdited(msg)
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
	return c.newOrder(who.ID, who.Name, ticket)
}
