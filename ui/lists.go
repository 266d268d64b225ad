package ui

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// showDrafts opens the list of drafts.
func (c *Console) showDrafts() tea.Cmd {
	return c.showList(listDrafts, c.cmds.LoadDrafts, overlay.ListSpec{
		Title: "Drafts",
		Empty: "No draft is kept. What you type into a form is kept as one until the service has it.",
		Columns: []overlay.Column{
			{Title: "Typed", Width: 12},
			{Title: "Form", Width: 13},
			{Title: "For", Width: 40},
			{Title: "What", MinWidth: 100},
		},
		Rows: c.draftRows,
		Offers: []overlay.RowAction{
			{Action: keymap.Open, Run: c.resumeDraft},
			{Action: keymap.Discard, Run: c.confirmDeleteDraft},
		},
	})
}

// showOutbox opens the list of forms that could not be sent.
func (c *Console) showOutbox() tea.Cmd {
	return c.showList(listOutbox, c.cmds.LoadOutbox, overlay.ListSpec{
		Title: "Outbox",
		Empty: "Nothing waits here. A form that could not be sent offers to go into the outbox.",
		Columns: []overlay.Column{
			{Title: "State", Width: 9},
			{Title: "Since", Width: 12},
			{Title: "Form", Width: 13},
			{Title: "For", Width: 36},
			{Title: "What", MinWidth: 100},
		},
		Rows: c.itemRows,
		Offers: []overlay.RowAction{
			{Action: keymap.Send, Run: c.sendSelected},
			{Action: keymap.SendAll, Run: c.sendAll},
			{Action: keymap.Verify, Run: c.verifySelected},
			{Action: keymap.Open, Run: c.reopenItem},
			{Action: keymap.Discard, Run: c.askRemove},
		},
	})
}

// showHistory opens the list of what was sent today.
func (c *Console) showHistory() tea.Cmd {
	return c.showList(listHistory, c.cmds.LoadHistory, overlay.ListSpec{
		Title: "What you wrote today",
		Empty: "Nothing was written today. What you send from here is listed with its outcome.",
		Columns: []overlay.Column{
			{Title: "Time", Width: 5},
			{Title: "Outcome", Width: 9},
			{Title: "Form", Width: 13},
			{Title: "Record", Width: 12},
			{Title: "What", MinWidth: 64},
		},
		Rows:   c.historyRows,
		Offers: []overlay.RowAction{{Action: keymap.Open, Run: c.openHistoryEntry}},
	})
}

// The lists that a notice can refer to.
const (
	listDrafts  = "drafts"
	listOutbox  = "outbox"
	listHistory = "history"
	listHeld    = "held"
)

// showList opens a list with the entries in memory, and reads them from disk again.
func (c *Console) showList(name string, read tea.Cmd, l overlay.ListSpec) tea.Cmd {
	if c.notification.list == name {
		c.notification = notice{}
	}
	c.open(overlay.NewList(l, c.Keys))
	return read
}

// refreshLists updates the rows of the open lists.
func (c *Console) refreshLists() {
	for _, o := range c.overlays {
		if l, ok := o.(*overlay.List); ok {
			l.Reload()
		}
	}
}

// closeLists closes all overlays, to show what was opened from a list.
func (c *Console) closeLists() { c.overlays = nil }

// openHistoryEntry opens the ticket or the customer of a history entry.
func (c *Console) openHistoryEntry(id string) tea.Cmd {
	kind, rest, _ := strings.Cut(id, "\x00")
	record, _, _ := strings.Cut(rest, "\x00")
	c.closeLists()
	if kind == backend.KindAddCustomer || kind == backend.KindUpdateCustomer {
		customer, _ := strconv.ParseInt(record, 10, 64)
		return c.openCustomer(customer, nil)
	}
	return c.openFrom(source{"what you wrote today", c.notedTickets()}, desk.NewID(record))
}

// notedTickets returns the tickets of the history in its order, without duplicates.
func (c *Console) notedTickets() []desk.ID {
	keys := []desk.ID{}
	for _, n := range c.history {
		id := desk.NewID(n.Record)
		isTicket := n.Kind == backend.KindUpdate || n.Kind == backend.KindAdd
		if isTicket && n.Record != "" && !slices.Contains(keys, id) {
			keys = append(keys, id)
		}
	}
	return keys
}

// shortTime formats a time for a list: only the time of day if it is today, else with the date.
func (c *Console) shortTime(at time.Time) string {
	at = c.cmds.Zones.Local(at)
	if desk.DateOf(at) == desk.DateOf(c.cmds.Now()) {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// formName returns the display name of a kind of form.
func formName(kind string) string {
	k, _ := backend.LookupKind(kind)
	return k.Title
}

// recordLabel returns the number of a draft's record, with its title or description.
func (c *Console) recordLabel(d backend.Draft) string {
	kind, _ := backend.LookupKind(d.Kind)
	about := safetext.LineFromText(kind.Describe(d.Values)).String()
	record := desk.NewID(d.Record)
	switch d.Kind {
	case backend.KindUpdate:
		about = c.cmds.CachedTicket(record).Title.String()
	case backend.KindCall:
		return about // its record is the moment at which it began
	}
	return strings.TrimSpace(record.Display().String() + " " + about)
}

func writeOf(d backend.Draft) backend.Submission {
	return backend.Submission{
		Form: backend.Form{Kind: d.Kind, Record: desk.NewID(d.Record), Values: d.Values, Original: d.Original},
	}
}

// The widths of the summary of a form in its row and below the list.
const (
	cellSummaryWidth   = 80
	detailSummaryWidth = 300
)

// draftID returns the row ID of a draft.
func draftID(f backend.DraftKey) string { return f.Kind + "\x00" + f.Record + "\x00" + f.Conflict }

// draftOf returns the draft with a row ID.
func (c *Console) draftOf(id string) (backend.Draft, bool) {
	for form, d := range c.drafts {
		if draftID(form) == id {
			return d, true
		}
	}
	return backend.Draft{}, false
}

func (c *Console) draftRows() []overlay.Row {
	drafts := maps.Clone(c.drafts)
	for _, h := range c.hold.updates { // they have a list of their own
		delete(drafts, h.form.DraftKey())
	}
	newest := slices.SortedFunc(maps.Values(drafts), func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(draftID(a.Key), draftID(b.Key)))
	})
	rows := make([]overlay.Row, len(newest))
	for i, d := range newest {
		what, more := c.cmds.SummaryLine(
			writeOf(d),
			cellSummaryWidth,
		), c.cmds.SummaryLine(
			writeOf(d),
			detailSummaryWidth,
		)
		rows[i] = overlay.Row{
			ID:     draftID(d.Key),
			Style:  c.th.Muted,
			Detail: more,
			Cells:  []string{c.shortTime(d.SavedAt), formName(d.Kind), c.recordLabel(d), what},
		}
		if !d.HeldUntil.IsZero() {
			rows[i].Detail = "It was to be sent at " + c.shortTime(d.HeldUntil) + " and was not. " + more
		}
		switch {
		case isOfCall(d.Conflict):
			rows[i].Detail = "Of a call. " + more
		case d.Conflict != "":
			rows[i].Detail = "Another console of yours had typed into this form: this is what was typed here. " + more
		}
	}
	return rows
}

// stateStyle returns the style of an item's state.
func stateStyle(th *theme.Theme, state backend.OutboxState) theme.Style {
	return map[backend.OutboxState]theme.Style{
		backend.ItemWaiting: th.Info, backend.ItemSending: th.Emphasis,
		backend.ItemUnknown: th.Warning, backend.ItemRefused: th.Error,
	}[state]
}

// stateNames holds the display names of the states.
var stateNames = map[backend.OutboxState]string{
	backend.ItemWaiting: "waiting",
	backend.ItemSending: "sending…",
	backend.ItemUnknown: "not known",
	backend.ItemRefused: "refused",
}

func (c *Console) itemRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.outbox.items))
	for i, item := range c.outbox.items {
		state := stateNames[item.State]
		if item.ID == c.outbox.sending {
			item.State, state = backend.ItemSending, stateNames[backend.ItemSending]
			if c.outbox.looking {
				state = "looking…"
			}
		}
		d := item.Draft
		what, more := c.cmds.SummaryLine(
			writeOf(d),
			cellSummaryWidth,
		), c.cmds.SummaryLine(
			writeOf(d),
			detailSummaryWidth,
		)
		rows[i] = overlay.Row{
			ID:       item.ID,
			Style:    stateStyle(c.th, item.State),
			Detail:   c.itemDetail(item) + more,
			Disabled: c.disabledReasons(item),
			Cells:    []string{state, c.shortTime(item.Since()), formName(d.Kind), c.recordLabel(d), what},
		}
	}
	return rows
}

// disabledReasons returns why actions on an item are disabled.
func (c *Console) disabledReasons(item backend.OutboxItem) map[keymap.Action]string {
	not := map[keymap.Action]string{}
	if c.outbox.sending != "" {
		for _, a := range []keymap.Action{keymap.Send, keymap.SendAll, keymap.Verify, keymap.Open, keymap.Discard} {
			not[a] = sendInProgress
		}
		return not
	}
	if item.State != backend.ItemUnknown {
		not[keymap.Verify] = "it is known that it did not arrive"
	}
	if c.outbox.waiting() == 0 {
		not[keymap.SendAll] = "nothing waits"
	}
	return not
}

// itemDetail returns the reason for an item's state and when it was last verified.
func (c *Console) itemDetail(item backend.OutboxItem) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.State == backend.ItemUnknown && !item.LastVerified.IsZero() {
		reason += "Looked for at " + c.shortTime(item.LastVerified) + ". "
	}
	return reason
}

// noteID returns the row ID of a history entry. It includes the time, because a record may have several entries.
func noteID(n backend.HistoryEntry) string {
	return n.Kind + "\x00" + n.Record + "\x00" + n.At.Format(time.RFC3339Nano)
}

func (c *Console) historyRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.history))
	for i, n := range c.history {
		more := n.Summary
		if n.Title != "" && n.Title != n.Summary {
			more = n.Title + " · " + n.Summary
		}
		if n.Reason != "" {
			more = n.Reason + ". " + more
		}
		rows[i] = overlay.Row{
			ID: noteID(
				n,
			),
			Disabled:     c.openDisabledReason(n),
			Style:        c.outcomeStyle(n.Outcome),
			StyledColumn: 1,
			Detail:       safetext.LineFromText(more).String(),
			Cells: []string{
				c.shortTime(n.At),
				safetext.LineFromText(n.Outcome).String(),
				formName(n.Kind),
				desk.NewID(n.Record).Display().String(),
				safetext.LineFromText(n.Summary).String(),
			},
		}
	}
	return rows
}

// openDisabledReason returns why the record of a history entry cannot be opened.
func (c *Console) openDisabledReason(n backend.HistoryEntry) map[keymap.Action]string {
	number, err := strconv.ParseInt(n.Record, 10, 64)
	var why string
	switch n.Kind {
	case backend.KindAddOrder, backend.KindUpdateOrder:
		why = "orders are shown with their customer: " + c.Keys.KeyLabel(
			keymap.Global,
			keymap.FindCustomer,
		) + " finds one"
	case backend.KindAddCustomer, backend.KindUpdateCustomer:
		why = unless(err == nil && number > 0, "the customer's number is not known")
	default:
		why = unless(n.Record != "", "the ticket's number is not known")
	}
	return map[keymap.Action]string{keymap.Open: why}
}

func (c *Console) outcomeStyle(outcome string) theme.Style {
	switch outcome {
	case backend.Saved.String():
		return c.th.Success
	case backend.Refused.String():
		return c.th.Error
	}
	return c.th.Warning
}
