package pane

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Shown returns the list with its view, or its filter while that is typed.
func (in *Inbox) Shown() Shown {
	if in.filter.IsFocused() {
		return Shown{Place: accessible.Place{
			Name:  "inbox",
			Title: "Filter the list by words, or by conditions such as is:open. Enter alone keeps it",
			Ask:   accessible.Ask{Label: "Filter", Value: in.filter.Value(), Done: in.typeFilter},
		}}
	}
	s := Shown{Place: accessible.Place{Name: "inbox", Title: in.wordsTitle(), Text: in.wordsState()}}
	if in.listing != nil {
		s.Rows = in.tickets()
	}
	return s
}

// tickets returns the listed tickets.
func (in *Inbox) tickets() Rows {
	return Rows{
		Len: func() int { return in.listing.Len() },
		ID:  func(i int) string { return in.listing.At(i).ID.Raw() },
		Words: func(i int) string {
			t := in.listing.At(i)
			state := in.stateOf(i).words(in.console.IsSnoozed(t))
			return accessible.Join(append([]string{TicketWords(t, in.cmds)}, state...)...)
		},
		Point: func(i int) { in.moveCursor(func() { in.list.PointTo(i) }) },
		Opens: keymap.Open,
	}
}

// typeFilter sets the filter and leaves its field.
func (in *Inbox) typeFilter(text string) tea.Cmd {
	in.filter.set(text)
	in.stopTyping()
	return in.reloadFromTop()
}

// Waiting says that the first tickets are being fetched.
func (in *Inbox) Waiting() string {
	if in.isLoading() {
		return "loading the tickets"
	}
	return ""
}

func (in *Inbox) wordsTitle() string {
	order := "by " + in.order.Key.String()
	if in.order.Reverse {
		order += " reversed"
	}
	count := ""
	if in.hasData() {
		count = phrase.Count(in.listing.Len(), "ticket")
	}
	said := []string{"Inbox", "view " + in.ViewName(), count, in.SpanLabel(), order}
	if in.filter.Value() != "" {
		said = append(said, `filter "`+in.filter.Value()+`"`)
	}
	return accessible.Join(append(said, in.Marks.note())...)
}

// wordsState says why the list is empty, and which days are missing.
func (in *Inbox) wordsState() []string {
	if in.listing == nil || in.listing.Len() == 0 {
		title, say := in.emptyState()
		return accessible.Sentences(append([]string{title}, say...)...)
	}
	trouble, _ := in.trouble(wholeLine)
	notes := []string{trouble, "", "", in.filter.remark(in.listing)}
	if missing := in.Unread(); missing != "" {
		notes[1] = "open tickets: " + missing
	}
	if n := in.last.Progress.Unnumbered(); n > 0 {
		notes[2] = desk.UnnumberedNote(n)
	}
	return accessible.Sentences(notes...)
}

// words returns what the symbols of a row mean.
func (s rowState) words(isSnoozed bool) []string {
	var said []string
	for _, sign := range []struct {
		is    bool
		means string
	}{
		{s.unread, "new"},
		{s.marked, "marked"},
		{s.update, "update about to be sent"},
		{s.outbox, "update in the outbox"},
		{s.draft, "draft"},
		{s.mine, "taken by you"},
		{s.others, "taken by another agent"},
		{isSnoozed, "reminder snoozed"},
		{s.done, "done"},
	} {
		if sign.is {
			said = append(said, sign.means)
		}
	}
	return said
}

// ticketWords words a ticket for a list: its title first, because that is what tells it from the others.
func ticketWords(t *desk.Ticket, at clockContext) string {
	priority := t.Priority.String()
	if priority != "" {
		priority = strings.ToLower(priority) + " priority"
	}
	assignee := t.Assignee.String()
	if assignee != "" {
		assignee = "assigned to " + assignee
	}
	said := []string{t.Title.String(), t.ID.Display().String(), t.SubStatus.Label(), priority, assignee}
	return accessible.Join(append(said, dueWords(t, at)...)...)
}

// dueWords says what is due on a ticket, at which time.
func dueWords(t *desk.Ticket, at clockContext) []string {
	if t.Marks.Has(desk.Closed) {
		if desk.SaysClosed(t.SubStatus.Label()) {
			return nil
		}
		return []string{"closed"}
	}
	said := []string{urgencyWord(t.Urgency(at.unix()))}
	if !t.Due.IsZero() {
		said = append(said, "due "+clock(at.zones.LocalUnix(t.Due), at.now))
	}
	if t.Marks.Has(desk.Escalated) {
		said = append(said, "escalated")
	}
	if !t.Callback.IsZero() {
		said = append(said, "call back "+clock(at.zones.LocalUnix(t.Callback), at.now))
	}
	return said
}

// TicketWords words a ticket for a list in accessible mode.
func TicketWords(t *desk.Ticket, cmds *backend.Backend) string {
	return ticketWords(t, newClockContext(cmds))
}
