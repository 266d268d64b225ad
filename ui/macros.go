package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/difftable"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// macroTarget is the ticket that the list of macros is open for, as far as it has been read.
type macroTarget struct {
	ticket   *desk.Ticket
	detail   *desk.TicketDetails // nil until it is read
	readErr  error               // why it could not be read
	customer safetext.Line
	named    bool // the customer's name is known, or not to be had
	nameErr  error
}

// noMacros is shown when no macro is configured.
const noMacros = `

    [[macros]]
    name       = "Refund sent"
    key        = "r"
    sub_status = "CL"
    comment    = "Refund for {{ticket}} is on its way."

More is in “frontdesk docs configuration”.`

// noMacrosText says where macros come from.
func (c *Console) noMacrosText() string {
	palette := c.Keys.KeyLabel(keymap.Global, keymap.Palette)
	own := "No macros yet. In a form, “Save the form as a macro” makes one (" + palette + ").\n\n"
	if c.Remote {
		return own + "Whoever runs this host adds others to its configuration:" + noMacros
	}
	return own + "Or add one to your configuration:" + noMacros
}

// openMacros opens the list of macros for a ticket, with the cursor on the one with a name. It reads the ticket and,
// if a macro names the customer, the customer.
func (c *Console) openMacros(t *desk.Ticket, name string) tea.Cmd {
	c.inbox.PinCursor()
	read := c.ticket.Show(t, true)
	subject := c.cmds.MacroSubject(t)
	c.macroTarget = macroTarget{
		ticket: t, detail: c.ticket.Detail(), customer: subject.Customer, named: !subject.Customer.IsEmpty(),
	}
	if !c.macroTarget.named {
		read = tea.Batch(read, c.loadCustomerName(t))
	}
	c.open(overlay.NewMacros(overlay.MacroSpec{
		Title:   "Macros · " + strings.TrimSpace(t.ID.Display().String()+" "+t.Title.String()),
		Empty:   c.noMacrosText(),
		Macros:  c.Macros,
		Preview: c.previewMacro,
		Send:    c.chooseMacro,
		Fill:    c.openMacroForm,
	}, c.Keys, name))
	return read
}

// loadCustomerName fetches the customer's name if a macro needs it.
func (c *Console) loadCustomerName(t *desk.Ticket) tea.Cmd {
	for _, m := range c.Macros {
		if m.Needs().Customer {
			return c.cmds.LoadCustomerName(t.ID)
		}
	}
	return nil
}

// onMacroMsg takes over what has been read of the ticket of the list of macros.
func (c *Console) onMacroMsg(msg tea.Msg) {
	at := &c.macroTarget
	if at.ticket == nil {
		return
	}
	switch msg := msg.(type) {
	case backend.TicketLoadedMsg:
		if msg.ID == at.ticket.ID {
			at.readErr = msg.Err
			if msg.Detail != nil {
				at.detail = msg.Detail
				at.ticket = c.cmds.CachedTicket(msg.ID)
			}
		}
	case backend.CustomerNameMsg:
		if msg.Ticket == at.ticket.ID {
			at.customer, at.named, at.nameErr = msg.Name, true, msg.Err
		}
	}
}

// openedByMacro returns the values of the ticket as it was read; nil if it was not.
func (c *Console) openedByMacro() map[string]string {
	if c.macroTarget.detail == nil {
		return nil
	}
	return c.cmds.TicketValues(c.macroTarget.detail)
}

// fillMacro fills in a macro for the ticket of the list.
func (c *Console) fillMacro(m macro.Macro) macro.Filled {
	s := c.cmds.MacroSubject(c.macroTarget.ticket)
	s.Customer = c.macroTarget.customer
	return c.cmds.FillMacro(m, s, c.Agent)
}

// previewMacro returns what a macro would send.
func (c *Console) previewMacro(m macro.Macro) overlay.MacroPreview {
	at, filled := &c.macroTarget, c.fillMacro(m)
	p := overlay.MacroPreview{
		Changes: c.cmds.MacroChanges(at.ticket, c.openedByMacro(), filled.Values), Problems: filled.Problems,
	}
	switch {
	case c.hold.find(backend.KindUpdate, at.ticket.ID) != nil:
		p.Problems = []string{c.heldReason()}
	case at.detail == nil && at.readErr == nil:
		p.Waiting = "the ticket"
	case m.Needs().Customer && !at.named:
		p.Waiting = "the customer"
	case len(p.Problems) > 0 && m.Needs().Customer && at.nameErr != nil && at.readErr == nil:
		p.Problems = append(p.Problems, backend.ErrorText(at.nameErr))
	case len(p.Problems) == 0 && c.cmds.ChangesNothing(at.ticket, c.openedByMacro(), filled.Values):
		p.Problems = []string{"no change: the ticket is already so"}
	default:
		p.Problems = append(p.Problems, c.blockProblems(filled.Values)...)
	}
	if at.readErr != nil {
		p.Note = "the ticket could not be read: " + backend.ErrorText(at.readErr)
	}
	if c.drafts.hasUpdate(at.ticket.ID) && c.hold.find(backend.KindUpdate, at.ticket.ID) == nil {
		p.Note = strings.TrimPrefix(p.Note+" · ✎ your draft of this ticket is kept", " · ")
	}
	return p
}

// blockProblems says why values cannot be sent to the ticket of the list because of the account's own fields.
func (c *Console) blockProblems(values map[string]string) []string {
	if c.macroTarget.detail == nil {
		return nil
	}
	if _, err := c.cmds.CompleteBlocks(c.macroTarget.detail, values); err != nil {
		return []string{safetext.LineFromText(err.Error()).String()}
	}
	return nil
}

// heldReason says why a macro has to wait: an update of the ticket before it is not sent yet.
func (c *Console) heldReason() string {
	return "an update of this ticket is about to be sent: " + c.Keys.KeyLabel(keymap.Global, keymap.Undo) +
		" undoes it"
}

// chooseMacro sends a macro, after asking if it says so.
func (c *Console) chooseMacro(m macro.Macro) tea.Cmd {
	if !m.Confirm {
		return c.sendMacro(m)
	}
	submission := backend.Submission{Form: backend.Form{
		Kind: backend.KindUpdate, Record: c.macroTarget.ticket.ID,
		Original: c.openedByMacro(), Values: c.fillMacro(m).Values,
	}}
	c.confirm("Send “"+m.Name+"”?", difftable.Changes(c.cmds.Diff(submission)),
		overlay.Choice{Action: keymap.Accept, Label: "Send it", Run: func() tea.Cmd { return c.sendMacro(m) }})
	return nil
}

// sendMacro sends a macro as the form would: the form is filled in, checked and submitted, and stays if that fails.
func (c *Console) sendMacro(m macro.Macro) tea.Cmd {
	sent := tea.Batch(c.openMacroForm(m), c.send())
	c.rememberMacro(m)
	return sent
}

// openMacroForm opens the update form with what a macro sets. A draft of the form is kept beside it, as a copy is.
func (c *Console) openMacroForm(m macro.Macro) tea.Cmd {
	at := c.macroTarget
	if c.hold.find(backend.KindUpdate, at.ticket.ID) != nil {
		c.notify(levelWarning, c.heldReason())
		return nil
	}
	values := c.fillMacro(m).Values
	beside := ""
	if c.drafts.hasUpdate(at.ticket.ID) {
		beside = "macro " + c.cmds.Now().Format(time.RFC3339Nano)
	}
	c.openUpdateForm(at.ticket, beside, c.openedByMacro())
	c.editor.SetValues(values)
	c.editor.FocusField(backend.FieldComment)
	if beside != "" {
		c.notify(levelWarning, "✎ your draft of this ticket is kept: "+
			c.workKey()+" lists it")
	}
	return c.saveDraft()
}

// macroAction begins the actions of the palette that open the list at a macro.
const macroAction = "macro:"

// macroItems returns the macros for the palette, where they can be sent.
func (c *Console) macroItems() overlay.KeyList {
	a, ok := c.action(keymap.Macro)
	if !ok {
		return nil
	}
	why := c.disabledReason(a, c.target(a.takes))
	list, _ := c.Keys.Lookup(c.scope(), keymap.Macro)
	var items overlay.KeyList
	for _, m := range c.Macros {
		b := list
		b.Action, b.Description = keymap.Action(macroAction+m.Name), "Macro: "+m.Name
		if m.Key != "" {
			b.SetKeys(list.Keys()[0], m.Key)
		}
		items = append(items, overlay.NewMenuItem(b, why))
	}
	return items
}

// runPaletteItem runs an action of the palette, or opens the list at a macro.
func (c *Console) runPaletteItem(id keymap.Action) tea.Cmd {
	if door, isDoor := strings.CutPrefix(string(id), doorAction); isDoor {
		return c.openDoor(door)
	}
	if change, isOwn := strings.CutPrefix(string(id), ownAction); isOwn {
		return c.own.change(change)
	}
	name, isMacro := strings.CutPrefix(string(id), macroAction)
	if !isMacro {
		return c.dispatch(id)
	}
	a, _ := c.action(keymap.Macro)
	t := c.target(a.takes)
	if t.Ticket == nil {
		return nil
	}
	if m, found := macro.Find(c.Macros, name); found && meansMarked(t) {
		return c.bulk.previewMacro(m, c.bulk.targetsOf(t.Tickets))
	}
	return c.openMacros(t.Ticket, name)
}

// listMacros opens the list of macros for the ticket under the cursor.
func (c *Console) listMacros(t pane.Target) tea.Cmd { return c.openMacros(t.Ticket, "") }
