package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/difftable"
	"frontdesk/ui/overlay"
)

// macroList is the list of macros, and what is known of the ticket that it is open for.
type macroList struct {
	part
	hold    *holding
	forms   *forms
	bulk    *bulkUpdates
	repeats *repeating
	send    func() tea.Cmd // sends the form that is open
	target  macroTarget
}

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
func (l *macroList) noMacrosText() string {
	palette := l.Keys.KeyLabel(keymap.Global, keymap.Palette)
	own := "No macros yet. In a form, “Save the form as a macro” makes one (" + palette + ").\n\n"
	if l.Remote {
		return own + "Whoever runs this host adds others to its configuration:" + noMacros
	}
	return own + "Or add one to your configuration:" + noMacros
}

// openFor opens the list of macros for a ticket, with the cursor on the one with a name.
func (l *macroList) openFor(t *desk.Ticket, name string) tea.Cmd {
	read := l.aim(t)
	l.show(name)
	return read
}

// repeat sends a macro for a ticket. Where it cannot be sent without a look, it is shown in the list.
func (l *macroList) repeat(t *desk.Ticket, m macro.Macro) tea.Cmd {
	read := l.aim(t)
	if l.HoldBack == 0 || m.Needs().Customer && !l.target.named || len(l.fill(m).Problems) > 0 {
		l.show(m.Name)
		return read
	}
	return tea.Batch(read, l.choose(m))
}

// aim reads the ticket that macros are for and, if one names the customer, the customer.
func (l *macroList) aim(t *desk.Ticket) tea.Cmd {
	l.inbox.PinCursor()
	read := l.ticket.Show(t, true)
	subject := l.cmds.MacroSubject(t)
	l.target = macroTarget{
		ticket: t, detail: l.ticket.Detail(), customer: subject.Customer, named: !subject.Customer.IsEmpty(),
	}
	if !l.target.named {
		read = tea.Batch(read, l.loadCustomerName(t))
	}
	return read
}

// show opens the list with the cursor on the macro with a name.
func (l *macroList) show(name string) {
	t := l.target.ticket
	l.open(overlay.NewMacros(overlay.MacroSpec{
		Title:   "Macros · " + strings.TrimSpace(t.ID.Display().String()+" "+t.Title.String()),
		Empty:   l.noMacrosText(),
		Macros:  l.Macros,
		Preview: l.preview,
		Send:    l.choose,
		Fill:    l.openForm,
	}, l.Keys, name))
}

// loadCustomerName fetches the customer's name if a macro needs it.
func (l *macroList) loadCustomerName(t *desk.Ticket) tea.Cmd {
	for _, m := range l.Macros {
		if m.Needs().Customer {
			return l.cmds.LoadCustomerName(t.ID)
		}
	}
	return nil
}

// onMsg takes over what has been read of the ticket of the list of macros.
func (l *macroList) onMsg(msg tea.Msg) {
	at := &l.target
	if at.ticket == nil {
		return
	}
	switch msg := msg.(type) {
	case backend.TicketLoaded:
		if msg.Of == at.ticket.ID {
			at.readErr = msg.Err
			if msg.Value != nil {
				at.detail = msg.Value
				at.ticket = l.cmds.CachedTicket(msg.Of)
			}
		}
	case backend.CustomerName:
		if msg.Of == at.ticket.ID {
			at.customer, at.named, at.nameErr = msg.Value, true, msg.Err
		}
	}
}

// opened returns the values of the ticket as it was read; nil if it was not.
func (l *macroList) opened() map[string]string {
	if l.target.detail == nil {
		return nil
	}
	return l.cmds.TicketValues(l.target.detail)
}

// fill fills in a macro for the ticket of the list.
func (l *macroList) fill(m macro.Macro) macro.Filled {
	s := l.cmds.MacroSubject(l.target.ticket)
	s.Customer = l.target.customer
	return l.cmds.FillMacro(m, s, l.Agent)
}

// preview returns what a macro would send.
func (l *macroList) preview(m macro.Macro) overlay.MacroPreview {
	at, filled := &l.target, l.fill(m)
	p := overlay.MacroPreview{
		Changes: l.cmds.MacroChanges(at.ticket, l.opened(), filled.Values), Problems: filled.Problems,
	}
	switch {
	case l.hold.find(backend.KindUpdate, at.ticket.ID) != nil:
		p.Problems = []string{l.whyHeld()}
	case at.detail == nil && at.readErr == nil:
		p.Waiting = "the ticket"
	case m.Needs().Customer && !at.named:
		p.Waiting = "the customer"
	case len(p.Problems) > 0 && m.Needs().Customer && at.nameErr != nil && at.readErr == nil:
		p.Problems = append(p.Problems, backend.ErrorText(at.nameErr))
	case len(p.Problems) == 0 && l.cmds.ChangesNothing(at.ticket, l.opened(), filled.Values):
		p.Problems = []string{"no change: the ticket is already so"}
	default:
		p.Problems = append(p.Problems, l.blockProblems(filled.Values)...)
	}
	if at.readErr != nil {
		p.Note = "the ticket could not be read: " + backend.ErrorText(at.readErr)
	}
	if l.forms.drafts.hasUpdate(at.ticket.ID) && l.hold.find(backend.KindUpdate, at.ticket.ID) == nil {
		p.Note = strings.TrimPrefix(p.Note+" · ✎ your draft of this ticket is kept", " · ")
	}
	return p
}

// blockProblems says why values cannot be sent to the ticket of the list because of the account's own fields.
func (l *macroList) blockProblems(values map[string]string) []string {
	if l.target.detail == nil {
		return nil
	}
	if _, err := l.cmds.CompleteBlocks(l.target.detail, values); err != nil {
		return []string{safetext.LineFromText(err.Error()).String()}
	}
	return nil
}

// whyHeld says why a macro has to wait: an update of the ticket before it is not sent yet.
func (l *macroList) whyHeld() string {
	return "an update of this ticket is about to be sent: " + l.Keys.KeyLabel(keymap.Global, keymap.Undo) +
		" undoes it"
}

// choose sends a macro, after asking if it says so.
func (l *macroList) choose(m macro.Macro) tea.Cmd {
	if !m.Confirm {
		return l.sendNow(m)
	}
	submission := backend.Submission{Form: backend.Form{
		Kind: backend.KindUpdate, Record: l.target.ticket.ID,
		Original: l.opened(), Values: l.fill(m).Values,
	}}
	l.confirm("Send “"+m.Name+"”?", difftable.Changes(l.cmds.Diff(submission)),
		overlay.Choice{Action: keymap.Accept, Label: "Send it", Run: func() tea.Cmd { return l.sendNow(m) }})
	return nil
}

// sendNow sends a macro as the form would: the form is filled in, checked and submitted, and stays if that fails.
func (l *macroList) sendNow(m macro.Macro) tea.Cmd {
	sent := tea.Batch(l.openForm(m), l.send())
	l.repeats.noteMacro(m)
	return sent
}

// openForm opens the update form with what a macro sets. A draft of the form is kept beside it, as a copy is.
func (l *macroList) openForm(m macro.Macro) tea.Cmd {
	at := l.target
	if l.hold.find(backend.KindUpdate, at.ticket.ID) != nil {
		l.notify(levelWarning, l.whyHeld())
		return nil
	}
	values := l.fill(m).Values
	beside := ""
	if l.forms.drafts.hasUpdate(at.ticket.ID) {
		beside = "macro " + l.cmds.Now().Format(time.RFC3339Nano)
	}
	l.forms.openUpdateForm(at.ticket, beside, l.opened())
	l.editor.SetValues(values)
	l.editor.FocusField(backend.FieldComment)
	if beside != "" {
		l.notify(levelWarning, "✎ your draft of this ticket is kept: "+
			l.workKey()+" lists it")
	}
	return l.forms.saveDraft()
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
		return c.lookups.openDoor(door)
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
	return c.macros.openFor(t.Ticket, name)
}

// openForMany opens the list of macros for the marked tickets. A macro that is chosen is previewed for each.
func (l *macroList) openForMany(of backend.BulkTargets) tea.Cmd {
	l.target = macroTarget{}
	l.open(overlay.NewMacros(overlay.MacroSpec{
		Title:  "Macros · " + phrase.Count(len(of.Tickets), "ticket"),
		Empty:  l.noMacrosText(),
		Macros: l.Macros,
		Preview: func(m macro.Macro) overlay.MacroPreview {
			return overlay.MacroPreview{
				Changes: l.cmds.MacroChanges(&desk.Ticket{}, nil, valuesOf(m)),
				Note:    "you see the changes to each ticket before anything is sent",
			}
		},
		Verb: "preview",
		Send: func(m macro.Macro) tea.Cmd { return l.bulk.previewMacro(m, of) },
		Fill: func(m macro.Macro) tea.Cmd { return l.forms.openManyForm(of, backend.FieldComment, valuesOf(m)) },
	}, l.Keys, ""))
	return nil
}
