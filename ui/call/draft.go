package call

import (
	"strconv"
	"time"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// The values of a draft besides those that the call ends with and the names of the backend.
const (
	draftEmail    = "caller.email"
	draftCustomer = "caller.customer" // the number
	draftSource   = "caller.ticket"   // by which the caller was found
	draftChosen   = "caller.chosen"
	draftTyped    = backend.FieldCallTyped // in the look-up
	draftAnswers  = "call.answers"         // in the search for articles; it is not kept
	draftTicket   = "call.ticket"          // that the notes go to
	draftTalked   = "call.talked"          // in seconds
)

// DraftKey returns the key of the call's draft.
func (p *Pane) DraftKey() backend.DraftKey {
	return backend.DraftKey{Kind: backend.KindCall, Record: p.id, Conflict: p.fork}
}

// Renamed continues the call's draft under another key, because another console of the agent has taken it up too.
func (p *Pane) Renamed(to backend.DraftKey) { p.fork = to.Conflict }

// Typed returns the texts of the screen by the names of their fields.
func (p *Pane) Typed() map[string]string {
	typed := p.notes.form.Values()
	typed[draftTyped], typed[draftAnswers] = p.lookup.List().Input().Value(), p.answers.Typed()
	return typed
}

// IsEmpty reports whether there is nothing to keep of the call.
func (p *Pane) IsEmpty() bool {
	return !p.caller.isChosen && p.lookup.typed() == "" && !p.IsNoted()
}

// Draft returns all of the call, to be taken up again.
func (p *Pane) Draft() backend.Draft {
	values := p.notes.form.Values()
	keep := func(field, value string) {
		if value != "" {
			values[field] = value
		}
	}
	who := p.Identity()
	keep(backend.FieldCallerName, who.Name.String())
	keep(backend.FieldCallerPhone, who.Phone.String())
	keep(draftEmail, who.Email.String())
	if who.Customer != 0 {
		keep(draftCustomer, strconv.FormatInt(who.Customer, 10))
	}
	keep(draftSource, p.caller.ticket.Raw())
	if p.caller.isChosen {
		keep(draftChosen, "true")
	}
	keep(draftTyped, p.lookup.typed())
	if t := p.Ticket(); t != nil && p.tickets.list.IsMoved() {
		keep(draftTicket, t.ID.Raw())
	}
	keep(draftTalked, strconv.Itoa(int(p.elapsed()/time.Second)))
	return backend.Draft{Key: p.DraftKey(), Values: values, Cut: p.notes.form.Cut()}
}

// IsSame reports whether two drafts of a call differ in no more than its duration.
func IsSame(a, b backend.Draft) bool {
	if len(a.Values) != len(b.Values) {
		return false
	}
	for field, value := range a.Values {
		if field != draftTalked && b.Values[field] != value {
			return false
		}
	}
	return true
}

// Talked returns how long the call of a draft has lasted.
func Talked(d backend.Draft) time.Duration {
	seconds, err := strconv.Atoi(d.Values[draftTalked])
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// Resume takes up a call that was kept. Its clock continues from the time that was talked before.
func (p *Pane) Resume(d backend.Draft) tea.Cmd {
	p.reset()
	p.id, p.fork = d.Record, d.Conflict
	p.clock = clock{before: Talked(d), since: p.cmds.Now()}
	p.notes.form.SetValues(d.Values)
	p.notes.form.SetCut(d.Cut)
	p.notes.form.ForgetHistory()
	p.lookup.List().Input().SetValue(d.Values[draftTyped])
	p.lookup.Typed = p.lookup.typed()
	p.tickets.keep = desk.NewID(d.Values[draftTicket])
	if !p.tickets.keep.IsZero() {
		p.tickets.named = []desk.ID{p.tickets.keep}
	}
	if d.Values[draftChosen] == "" {
		return p.lookup.search()
	}
	id, _ := strconv.ParseInt(d.Values[draftCustomer], 10, 64)
	cmd := p.choose(caller{ticket: desk.NewID(d.Values[draftSource]), Identity: Identity{
		Customer: id,
		Name:     safetext.LineFromText(d.Values[backend.FieldCallerName]),
		Phone:    safetext.LineFromText(d.Values[backend.FieldCallerPhone]),
		Email:    safetext.LineFromText(d.Values[draftEmail]),
	}})
	p.notes.enter(0)
	p.focus(layout.Notes)
	return cmd
}
