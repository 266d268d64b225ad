package pane

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Describe describes the list: its view, then its tickets.
func (in *Inbox) Describe(do Do) accessible.Place {
	place := accessible.Place{Name: "inbox", Title: in.wordsTitle(), Text: in.wordsState()}
	if in.filter.IsFocused() {
		place.Ask = accessible.Ask{Label: "Filter", Value: in.filter.Value(), Done: in.typeFilter}
		place.Title = "Filter the list by words, or by conditions such as is:open. Enter alone keeps it"
		place.Text = nil
		return place
	}
	if in.listing == nil {
		return place
	}
	at := newClockContext(in.cmds)
	place.Items = accessible.Items{
		Len: in.listing.Len(),
		At: func(i int) accessible.Item {
			t := in.listing.At(i)
			return accessible.Item{ID: t.ID.Raw(), Text: accessible.Join(ticketWords(t, at), in.stateWords(t, i))}
		},
		Select: func(id string) { in.Select(desk.NewID(id)) },
		Choose: func(id string) tea.Cmd {
			in.Select(desk.NewID(id))
			return do(keymap.Open)
		},
	}
	return place
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
	var said []string
	if in.listing == nil || in.listing.Len() == 0 {
		title, say := in.emptyState()
		for _, s := range append([]string{title}, say...) {
			said = append(said, accessible.Sentence(s))
		}
		return said
	}
	p := in.last.Progress
	failed, late, cut := daysOf(p, isFailed), daysOf(p, isLate), daysOf(p, isCut)
	switch {
	case in.last.Err != nil:
		said = append(said, accessible.Sentence(backend.ErrorText(in.last.Err)))
	case len(failed) > 0:
		said = append(said, accessible.Sentence(in.failureLabel(failed)+": "+backend.ErrorText(failed[0].Err)))
	case len(late) > 0:
		said = append(said, accessible.Sentence(in.failureLabel(late)+", retrying"))
	case len(cut) > 0:
		said = append(said, accessible.Sentence(fmt.Sprintf("%s cut short: %d tickets", in.days(cut), cut[0].Received)))
	}
	if missing := in.Unread(); missing != "" {
		said = append(said, accessible.Sentence("open tickets: "+missing))
	}
	if n := p.Unnumbered(); n > 0 {
		said = append(said, accessible.Sentence(desk.UnnumberedNote(n)))
	}
	if remark := in.filter.remark(in.listing); remark != "" {
		said = append(said, accessible.Sentence(remark))
	}
	return said
}

// stateWords returns the signs before a row as words.
func (in *Inbox) stateWords(t *desk.Ticket, row int) string {
	var said []string
	if in.cmds.ReadState.IsUnread(t) {
		said = append(said, "new")
	}
	if in.Marks.has(t.ID) {
		said = append(said, "marked")
	}
	switch {
	case in.console.HasUpdate(t.ID):
		said = append(said, "update about to be sent")
	case in.console.HasDraft(t.ID):
		said = append(said, "draft")
	}
	if claim, taken := in.console.Claim(t.ID); taken && claim.IsMine {
		said = append(said, "taken by you")
	} else if taken {
		said = append(said, "taken by another agent")
	}
	if in.console.IsSnoozed(t) {
		said = append(said, "reminder snoozed")
	}
	if in.isDone(row) {
		said = append(said, "done")
	}
	return strings.Join(said, ", ")
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
