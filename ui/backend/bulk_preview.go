package backend

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
)

// BulkChange describes an update of many tickets.
type BulkChange struct {
	Values map[string]string // as typed in a form: what is empty stays as it is
	Macro  *macro.Macro      // instead of Values, filled in for each ticket; nil for none
	Agent  string            // the agent's name, for the macro

	// Opens reports whether a sub-status means that a ticket is open, so that a closed ticket would be opened again.
	Opens func(subStatus string) bool
}

// BulkTargets are the tickets of a bulk update.
type BulkTargets struct {
	Tickets []desk.ID
	Marks   Marks                // how they stood when they were marked
	Listing *Listing             // what the list shows
	Drafts  map[string]bool      // tickets with an unsent draft of their own, by raw id
	Held    map[desk.ID]struct{} // tickets with an update of their own that is about to be sent
}

// BulkPreviewRow is a ticket before and after a bulk update.
type BulkPreviewRow struct {
	BulkUpdate
	Changes  []Change
	LeftOut  string   // why nothing is sent for it; empty if it is sent
	Warnings []string // what the agent should know although it is sent
	Hidden   bool     // the list does not show it
}

// Preview reads the tickets again and says what a bulk update would change of each, in the order of the list, those
// that it does not show last. It sends nothing, and cancels an earlier preview. It fails if nothing could be read.
func (b *Bulk) Preview(t BulkTargets, change BulkChange, take func([]BulkPreviewRow, error)) tea.Cmd {
	ctx := b.previews.Begin(b.c.Context)
	return Do(ctx, func() Then {
		rows, err := b.preview(ctx, t, change)
		return func() tea.Cmd { take(rows, err); return nil }
	})
}

func (b *Bulk) preview(ctx context.Context, t BulkTargets, change BulkChange) ([]BulkPreviewRow, error) {
	ids := listedFirst(t)
	found, missing, err := b.c.Cache.GetTickets(ctx, ids)
	if err != nil && len(found) == 0 {
		return nil, err
	}
	read := make(map[desk.ID]*desk.TicketDetails, len(found))
	for i := range found {
		read[found[i].ID] = &found[i]
	}
	if change.Macro != nil && change.Macro.Needs().Customer {
		b.loadCustomers(ctx, found)
	}
	rows := make([]BulkPreviewRow, len(ids))
	for i, id := range ids {
		rows[i] = BulkPreviewRow{
			BulkUpdate: BulkUpdate{Ticket: id, Title: b.c.CachedTicket(id).Title.String()},
			Hidden:     t.Listing == nil || t.Listing.Index(id) < 0,
		}
		switch {
		case read[id] != nil:
			b.previewTicket(&rows[i], read[id], t, change)
		case slices.Contains(missing, id):
			rows[i].LeftOut = "the service no longer has this ticket"
		default:
			rows[i].LeftOut = "could not be read: " + ErrorText(err)
		}
	}
	return rows, nil
}

// maxCustomerReads is how many customers a preview reads at once.
const maxCustomerReads = 4

// loadCustomers fetches the customers of tickets whose name is not known yet. One that cannot be had is missing in the
// tickets' macros, which say so.
func (b *Bulk) loadCustomers(ctx context.Context, tickets []desk.TicketDetails) {
	wanted := map[int64]struct{}{}
	for i := range tickets {
		if id := tickets[i].CustomerID; id != 0 {
			wanted[id] = struct{}{}
		}
	}
	var reads guard.Group
	reads.SetLimit(maxCustomerReads)
	for id := range wanted {
		reads.Go(func() error {
			_, _, _ = b.c.Cache.Customer(ctx, id, false)
			return nil
		})
	}
	_ = reads.Wait()
}

// fill returns what changes of a ticket, by field path, as typed in a form.
func (b *Bulk) fill(change BulkChange, t *desk.TicketDetails) (map[string]string, error) {
	if change.Macro == nil {
		return change.Values, nil
	}
	filled := b.c.FillMacro(*change.Macro, b.c.MacroSubject(&t.Ticket), change.Agent)
	return filled.Values, filled.Err()
}

// listedFirst returns the targets in the order of the list, those that it does not show last.
func listedFirst(t BulkTargets) []desk.ID {
	place := func(id desk.ID) int {
		if t.Listing == nil {
			return -1
		}
		return t.Listing.Index(id)
	}
	return slices.SortedStableFunc(slices.Values(t.Tickets), func(a, b desk.ID) int {
		x, y := uint(place(a)), uint(place(b)) // -1 becomes the largest
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

var errAlreadySo = errors.New("already so: nothing would change")

// previewTicket says what changes of a ticket that has been read.
func (b *Bulk) previewTicket(row *BulkPreviewRow, now *desk.TicketDetails, t BulkTargets, change BulkChange) {
	values, err := b.fill(change, now)
	row.Title, row.Values, row.Original = now.Title.String(), values, b.c.TicketValues(now)
	if err == nil {
		values, err = b.c.CompleteBlocks(now, values)
	}
	if err == nil {
		row.Changes = b.c.Diff(Submission{Form: Form{
			Kind: KindUpdate, Record: row.Ticket, Values: values, Original: row.Original,
		}})
		if len(row.Changes) == 0 {
			err = errAlreadySo
		}
	}
	then, marked := t.Marks[row.Ticket]
	editors := b.otherEditorsNow(row.Ticket)
	_, held := t.Held[row.Ticket]
	switch {
	case held:
		row.LeftOut = "your own update of it is about to be sent"
	case len(editors) > 0:
		row.LeftOut = editors[0].String() + " is editing it on this host"
	case marked && !then.Closed && now.Marks.Has(desk.Closed):
		row.LeftOut = b.changedSince("closed", now)
	case marked && touched(now) > then.Touched:
		row.LeftOut = b.changedSince("changed", now)
	case err != nil:
		row.LeftOut = safetext.LineFromText(err.Error()).String()
	}
	row.Warnings = bulkWarnings(row, now, t, change)
}

// bulkWarnings returns what the agent should know of a ticket that is sent.
func bulkWarnings(row *BulkPreviewRow, now *desk.TicketDetails, t BulkTargets, change BulkChange) []string {
	var said []string
	subStatus := row.Values[FieldSubStatus]
	switch {
	case !now.Marks.Has(desk.Closed):
	case subStatus != "" && change.Opens(subStatus):
		said = append(said, "it is closed, and opens again")
	default:
		said = append(said, "it is closed, and stays so")
	}
	if t.Drafts[row.Ticket.Raw()] {
		said = append(said, "you have an unsent draft of it, which stays")
	}
	if row.Hidden {
		said = append(said, "the list does not show it")
	}
	return said
}

// touched returns a ticket's last activity.
func touched(t *desk.TicketDetails) desk.UnixTime {
	return max(t.Created, t.LastConversation, t.LastFollowUp)
}

// changedSince says that a ticket has changed since it was marked, by whom and when, as far as its timeline says.
func (b *Bulk) changedSince(what string, t *desk.TicketDetails) string {
	return what + b.newestEntry(t) + " since it was marked"
}

// otherEditorsNow returns the names of the other agents who edit a ticket at this moment.
func (b *Bulk) otherEditorsNow(id desk.ID) []safetext.Line {
	if b.c.Presence == nil {
		return nil
	}
	return b.c.Presence.Editors(claimOf(id))
}
