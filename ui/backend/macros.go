package backend

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// MacroSubject returns what the variables of macros and canned texts stand for on a ticket, as far as it is cached.
func (c *Backend) MacroSubject(t *desk.Ticket) macro.Subject {
	s := macro.SubjectOf(t)
	if customer, known := c.Cache.CachedCustomer(t.CustomerID); known && t.CustomerID != 0 {
		s.Customer = customer.Name
	}
	return s
}

// FillMacro fills in a macro for a ticket.
func (c *Backend) FillMacro(m macro.Macro, s macro.Subject, agent string) macro.Filled {
	return m.Fill(s, agent, c.Now(), c.Zones)
}

// CustomerName holds the name of a ticket's customer; it is empty if the ticket names none.
type CustomerName = Answer[desk.ID, safetext.Line]

// LoadCustomerName fetches the name of a ticket's customer, unless it is cached.
func (c *Backend) LoadCustomerName(ticket desk.ID) tea.Cmd {
	return load(c, nil, 0, ticket, func(ctx context.Context) (name safetext.Line, at time.Time, err error) {
		_, customer, at, err := c.customer(ctx, CustomerRef{Ticket: ticket}, false)
		if customer != nil {
			return customer.Name, at, nil
		}
		return name, at, err
	})
}

// MacroChanges returns the five fields of an update as a macro would leave them, and those of the account's own that it
// sets; Mine is empty for what stays. The
// disposition of a ticket that has not been read is not known.
func (c *Backend) MacroChanges(t *desk.Ticket, opened wire.Values, filled wire.Values) []Change {
	vocabulary := c.Cache.Vocabulary()
	before := wire.Values{
		FieldSubStatus: t.SubStatus.Key().Raw(), FieldQueue: t.Queue.Key().Raw(),
		FieldDisposition: opened[FieldDisposition],
	}
	labels := map[string]string{FieldSubStatus: t.SubStatus.Label(), FieldQueue: t.Queue.Label()}
	var out []Change
	for _, p := range fieldsOf(kinds[KindUpdate].With(c.Cache.Blocks), filled) {
		change := Change{Path: p.path, Label: p.label, Original: labels[p.path]}
		switch p.path {
		case FieldComment:
			change.Mine = safetext.BlockFromText(filled[p.path]).String()
		case FieldCallback:
			if !t.Callback.IsZero() {
				change.Original = c.Zones.FormatBoth(t.Callback.In(time.UTC))
			}
			if at, err := desk.ParseCallbackTime(filled[p.path], c.Now()); err == nil {
				change.Mine = c.Zones.FormatBoth(at)
			}
			if change.Original != "" && vocabulary.IsClosing(filled[FieldSubStatus]) {
				change.Note = WithoutReminder
			}
		case FieldSubStatus, FieldQueue, FieldDisposition:
			if labels[p.path] == "" {
				change.Original = p.show(before[p.path], vocabulary)
			}
			if filled[p.path] != before[p.path] {
				change.Mine = p.show(filled[p.path], vocabulary)
			}
		default:
			if !p.isInBlock || filled[p.path] == "" {
				continue // no field of an update, or one that the macro leaves
			}
			change.Original = p.show(opened[p.path], vocabulary)
			if filled[p.path] != opened[p.path] {
				change.Mine = p.show(filled[p.path], vocabulary)
			}
		}
		if p.path == FieldDisposition {
			change.Original, change.Mine = levels(change.Original), levels(change.Mine)
		}
		out = append(out, change)
	}
	return out
}

// levels returns a disposition for display.
func levels(path string) string { return strings.ReplaceAll(path, "|", " › ") }

// ChangesNothing reports whether filled values are those that the ticket has.
func (c *Backend) ChangesNothing(t *desk.Ticket, opened wire.Values, filled wire.Values) bool {
	for _, change := range c.MacroChanges(t, opened, filled) {
		if strings.TrimSpace(change.Mine) != "" && change.Mine != change.Original {
			return false
		}
	}
	return true
}

// MacroOf returns what was typed into the form for many as a macro, whose comment may have variables.
func (c *Backend) MacroOf(values map[string]string) macro.Macro {
	own := map[string]string{}
	for _, path := range c.Cache.Blocks.Paths() {
		if values[path] != "" {
			own[path] = values[path]
		}
	}
	return macro.Macro{
		Blocks:      own,
		SubStatus:   values[FieldSubStatus],
		Queue:       values[FieldQueue],
		Disposition: values[FieldDisposition],
		Callback:    values[FieldCallback],
		Comment:     values[FieldComment],
	}
}
