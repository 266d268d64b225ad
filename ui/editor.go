package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// openForm opens the form of a kind of write, with what was typed into it before.
func (c *Console) openForm(o overlay.Options) {
	o.Vocabulary, o.Now, o.Zones, o.UnfoldKey = c.inbox.Snapshot().Vocabulary, c.cmds.Now, c.cmds.Zones, c.Keys.KeyLabel(keymap.Form, keymap.ToggleAdvanced)
	c.editor = overlay.NewSheet(o, c.th)
	if c.notification.mood == levelSuccess {
		c.notification = notice{} // of another form it would seem to speak of this one
	}
	c.restore()
	c.editorFocused = true
}

// openUpdate opens the update form of a ticket with what was typed into it before, and values over that.
func (c *Console) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	c.inbox.PinCursor()
	fetch := c.ticket.Show(t, true)
	var opened map[string]string
	if d := c.ticket.Detail(); d != nil {
		opened = c.cmds.TicketValues(d)
	}
	c.openForm(overlay.Options{
		Kind: backend.KindUpdate, Record: t.ID, About: t.ID.Display().String() + " · " + t.Title.String(), Opened: opened,
		Values: map[string]string{
			backend.FieldSubStatus: t.SubStatus.Key().Raw(), backend.FieldQueue: t.Queue.Key().Raw(), backend.FieldDisposition: opened[backend.FieldDisposition],
		},
	})
	if values != nil {
		c.editor.SetValues(values)
	}
	c.editor.FocusOn(field)
	return fetch
}

// openCloseForm opens the update form with the account's sub-status for closed tickets.
func (c *Console) openCloseForm(t *desk.Ticket) tea.Cmd {
	for _, code := range c.inbox.Snapshot().Vocabulary.SubStatuses {
		if isClosing(code) {
			return c.openUpdate(t, backend.FieldComment, map[string]string{backend.FieldSubStatus: code.Key().Raw()})
		}
	}
	c.notify(levelWarning, "no sub-status is known to mean closed: choose one")
	return c.openUpdate(t, backend.FieldSubStatus, nil)
}

// isClosing knows the sub-status of closed tickets by its usual key or name (PROTOCOL.md 3.10).
func isClosing(code desk.Code) bool {
	label := safetext.Fold(code.Label())
	return code.Key().Raw() == "CL" || strings.HasPrefix(label, "closed") || label == "complete"
}

// newCustomer opens the form of a new customer.
func (c *Console) newCustomer() tea.Cmd {
	c.openForm(overlay.Options{Kind: backend.KindAddCustomer})
	return nil
}

// editCustomer opens the form of a customer that is there.
func (c *Console) editCustomer(who *desk.Customer) tea.Cmd {
	opened := backend.CustomerValues(who)
	c.openForm(overlay.Options{
		Kind: backend.KindUpdateCustomer, Record: customerKey(who.ID), About: customerKey(who.ID).Display().String() + " · " + who.Name.String(),
		Values: opened, Opened: opened, Masked: backend.Masked(who),
	})
	return nil
}

// newOrder opens the form of a new order of a customer; ticket is the one that it belongs to, if any.
func (c *Console) newOrder(customer int64, name safetext.Line, ticket desk.ID) tea.Cmd {
	opened := backend.NewOrderValues(customer, name.String())
	values := map[string]string{backend.FieldCustomerName: name.String(), backend.FieldOrderTicket: ticket.Raw()}
	c.openForm(overlay.Options{
		Kind: backend.KindAddOrder, Record: customerKey(customer), About: "for " + name.String(), Values: values, Opened: opened,
	})
	return nil
}

// editOrder opens the form of an order that is there.
func (c *Console) editOrder(p *desk.Order) tea.Cmd {
	opened := backend.OrderValues(p)
	c.openForm(overlay.Options{
		Kind: backend.KindUpdateOrder, Record: p.ID, About: p.ID.Display().String() + " · " + p.CustomerName.String(), Values: opened, Opened: opened,
	})
	return nil
}

// openDraft goes on with what was typed and not sent, whatever it is for.
func (c *Console) openDraft(d backend.Draft) tea.Cmd {
	var cmd tea.Cmd
	if d.Kind == backend.KindUpdate {
		id := desk.NewKey(d.Record)
		if t := c.ticket.Summary(); c.focus == pane.Pane(c.ticket) && t != nil && t.ID != id {
			c.leaveFor(source{"what was kept", []desk.ID{id}})
		}
		cmd = c.openUpdate(c.cmds.CachedTicket(id), backend.FieldComment, nil)
	} else {
		kind, _ := backend.LookupKind(d.Kind)
		c.openForm(overlay.Options{
			Kind: d.Kind, Record: desk.NewKey(d.Record), About: safetext.LineFromText(kind.Describe(d.Values)).String(), Values: d.Original, Opened: d.Original,
		})
	}
	if d.Key != c.editor.DraftForm() { // another console's copy of it
		c.cmds.AdoptDraft(d)
		c.editor.LoadDraft(d)
	}
	return cmd
}

// customerKey is a customer's id as drafts and requests name it; zero when there is none.
func customerKey(id int64) desk.ID {
	if id == 0 {
		return desk.ID{}
	}
	return desk.NewKey(strconv.FormatInt(id, 10))
}

// loadCustomerForForm asks for a ticket's customer, for whom a form is to be opened.
func (c *Console) loadCustomerForForm(kind string, t *desk.Ticket) tea.Cmd {
	c.notify(levelTransient, "asking for the customer…")
	return c.cmds.LoadTicketCustomer(kind, t.ID)
}

// onCustomerForForm opens the form that a customer was asked for, unless the agent has begun something else meanwhile.
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

// currentTicket is the ticket that is worked with where the keys go; nil when there is none.
func (c *Console) currentTicket() *desk.Ticket {
	switch c.focus.ID() {
	case keymap.Inbox:
		return c.inbox.Selected()
	case keymap.Ticket:
		return c.ticket.Summary()
	}
	return nil
}

func (c *Console) formActions() []pane.Action {
	idle := disabledUnless(!c.editor.IsSubmitting(), "the form is being sent: wait for the answer")
	narrow := disabledUnless(c.wide(), "only in a window of "+strconv.Itoa(splitMinWidth)+" columns or more")
	return []pane.Action{
		{ID: keymap.Send, Run: c.send, DisabledReason: idle},
		newAction(keymap.NextField, func() { c.editor.Next(1) }),
		newAction(keymap.PrevField, func() { c.editor.Next(-1) }),
		{ID: keymap.InsertFromFAQ, Run: c.lookUp, DisabledReason: idle},
		{ID: keymap.ToggleAdvanced, Run: func() tea.Cmd { c.editor.Unfold(); return nil }, DisabledReason: disabledUnless(c.editor.HasTail(), "every field of this form is shown")},
		{ID: keymap.HalfPageUp, Run: func() tea.Cmd { return c.scrollBeside(keymap.HalfPageUp) }, DisabledReason: narrow},
		{ID: keymap.HalfPageDown, Run: func() tea.Cmd { return c.scrollBeside(keymap.HalfPageDown) }, DisabledReason: narrow},
		{ID: keymap.ToOutbox, Run: c.moveToOutbox, DisabledReason: c.outboxDisabledReason()},
		{ID: keymap.Discard, Run: c.askDiscard, DisabledReason: idle},
		{ID: keymap.Back, Run: c.leaveForm, DisabledReason: idle},
	}
}

// scrollBeside moves what stands beside the form, so that it can be read while a comment is written.
func (c *Console) scrollBeside(id keymap.Action) tea.Cmd {
	if a, ok := pane.FindAction(c.besideForm().Actions(), id); ok {
		return a.Run()
	}
	return nil
}

// handleEditorInput gives input to the form and keeps what it holds.
func (c *Console) handleEditorInput(msg tea.Msg) tea.Cmd {
	return tea.Batch(c.editor.Update(msg), c.saveDraft())
}

// saveDraft saves what the form holds, when it differs from what is kept.
func (c *Console) saveDraft() tea.Cmd {
	form := c.editor.DraftForm()
	kept, has := c.drafts[form]
	d := c.editor.Draft()
	switch {
	case !c.editor.IsDirty() && has:
		delete(c.drafts, form)
		return c.cmds.DeleteDraft(form)
	case !c.editor.IsDirty() || has && sameValues(kept.Values, d.Values):
		return nil
	}
	d.SavedAt = c.cmds.Now()
	c.drafts[form] = d
	return c.cmds.SaveDraft(d)
}

func sameValues(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return true
}

// setOriginal tells an open form what its ticket holds, when it was opened before that was known.
func (c *Console) setOriginal(msg backend.TicketLoadedMsg) {
	if c.editor != nil && msg.Detail != nil && c.editor.Record == msg.ID {
		c.editor.SetOriginal(c.cmds.TicketValues(msg.Detail))
	}
}

// leaveForm closes the form; what was typed stays a draft.
func (c *Console) leaveForm() tea.Cmd {
	if _, kept := c.drafts[c.editor.DraftForm()]; kept {
		c.notify(levelTransient, "✎ kept as a draft")
	}
	c.closeForm()
	return nil
}

func (c *Console) closeForm() { c.editor, c.editorFocused = nil, false }

func (c *Console) askDiscard() tea.Cmd {
	if !c.editor.IsDirty() {
		c.notify(levelTransient, "nothing was typed")
		return nil
	}
	c.confirm("Throw away what was typed?",
		overlay.Paragraphs("The form goes back to what the record holds. This cannot be taken back."),
		overlay.Choice{Action: keymap.Discard, Label: "throw it away", Answer: sayDiscard})
	return nil
}

func (c *Console) discard() tea.Cmd {
	form := c.editor.DraftForm()
	delete(c.drafts, form)
	c.closeForm()
	c.notify(levelTransient, "draft thrown away")
	return c.cmds.DeleteDraft(form)
}

// flushedMsg says that what was typed is on disk, or why it is not.
type flushedMsg struct{ err error }

// quit saves what still waits and quits.
func (c *Console) quit() tea.Cmd {
	return func() tea.Msg { return flushedMsg{c.cmds.FlushDrafts()} }
}

func (c *Console) onFlushed(msg flushedMsg) tea.Cmd {
	if msg.err == nil {
		return tea.Quit
	}
	c.confirm("What you typed could not be saved", overlay.Paragraphs(backend.ErrorText(msg.err)),
		overlay.Choice{Action: keymap.Quit, Label: "leave all the same", Answer: sayLeave})
	return nil
}

// handleFormMsg is what the root does about drafts and writes.
func (c *Console) handleFormMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.DraftsLoadedMsg:
		c.setDrafts(msg)
	case backend.DraftSavedMsg:
		return c.saved(msg)
	case backend.DraftDeletedMsg:
		if msg.Err != nil {
			c.notify(levelError, backend.ErrorText(msg.Err))
		}
	case backend.TicketCustomerMsg:
		return c.onCustomerForForm(msg)
	case backend.SubmitResultMsg:
		return c.onSubmitResult(msg)
	}
	return nil
}

// caller is whom a new ticket is for, as far as that is known.
type caller struct {
	customer    int64 // 0 when no customer is known
	name, phone string
	email       safetext.Line
}

// newTicket opens the form of a new ticket; who it is for is taken over from the ticket that is read.
func (c *Console) newTicket() tea.Cmd {
	if t := c.ticket.Summary(); t != nil && c.focus == pane.Pane(c.ticket) {
		return c.newTicketFor(caller{customer: t.CustomerID, email: t.Email, phone: t.Phone.String()})
	}
	return c.newTicketFor(caller{})
}

// callerOf is a customer as the one a new ticket is for.
func callerOf(who *desk.Customer) caller {
	from := caller{customer: who.ID, name: who.Name.String(), email: backend.PrimaryEmail(who)}
	if contact := backend.Reachable(who); contact != nil {
		from.phone = pane.Dialled(contact.CountryCode.String(), contact.Phone.String())
	}
	return from
}

// newTicketFor opens the form of a new ticket for somebody: with a draft of its own, so that no other customer's words
// come back in it. A masked address is not filled in. A service links tickets to customers by their e-mail alone: without
// one the form says so, and the details name the caller, who could not be found by the ticket otherwise.
func (c *Console) newTicketFor(from caller) tea.Cmd {
	o := overlay.Options{Kind: backend.KindAdd, Record: customerKey(from.customer)}
	if from.name != "" {
		o.About = "for " + from.name
	}
	switch {
	case !from.email.IsEmpty() && !desk.IsMasked(from.email.String()):
		o.Values = map[string]string{backend.FieldEmail: from.email.String()}
	case from != caller{}:
		o.Hints = map[string]string{backend.FieldEmail: "not known: without it no customer is named"}
		o.Warnings = map[string]string{backend.FieldEmail: from.notLinked()}
		if details := from.details(); details != "" {
			o.Values = map[string]string{backend.FieldDetails: details}
		}
	}
	c.openForm(o)
	return nil
}

// notLinked says that the ticket will belong to no customer, and why.
func (from caller) notLinked() string {
	who := "a customer"
	switch {
	case from.name != "":
		who = from.name
	case from.customer != 0:
		who = "customer " + customerKey(from.customer).Display().String()
	}
	said := "Not linked to " + who + ": tickets are linked by e-mail, and none is known."
	if !from.email.IsEmpty() {
		said = "Not linked to " + who + ": tickets are linked by e-mail, and this one is masked."
	}
	if from.details() != "" {
		said += " The details say who called."
	}
	return said
}

// details name the caller; a phone number that is masked tells nothing.
func (from caller) details() string {
	var lines []string
	number := customerKey(from.customer).Display().String()
	switch {
	case from.name != "" && number != "":
		lines = append(lines, "Customer: "+from.name+", "+number)
	case from.name+number != "":
		lines = append(lines, "Customer: "+from.name+number)
	}
	if from.phone != "" && !desk.IsMasked(from.phone) {
		lines = append(lines, "Phone: "+from.phone)
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
