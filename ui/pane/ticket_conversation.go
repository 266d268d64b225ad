package pane

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// message is one entry of a conversation: a text of the customer or of an agent, or a change.
type message struct {
	who, channel string
	by           side
	at           desk.UnixTime
	rawTime      string // the date as received, if it could not be parsed
	body         safetext.HTML
	changed      []desk.LabeledValue
}

// messages returns the conversation, oldest first: the description, then the history. Entries without a date are last.
func (p people) messages(d *desk.TicketDetails) []message {
	var all []message
	if !d.Body.IsEmpty() {
		all = append(all, message{
			who: d.Creator.String(), by: p.side(d.Creator.String()), channel: d.Source.String(),
			at: d.Created, body: d.Body,
		})
	}
	kinds := map[string]bool{}
	for i := range d.Timeline {
		kinds[d.Timeline[i].Kind.String()] = true
	}
	state := newEntryState()
	for i := range d.Timeline {
		e := &d.Timeline[i]
		m := message{
			who: e.Author.String(), by: p.sideOf(e), channel: channelOf(e), at: e.At,
			rawTime: e.RawTime.String(), body: e.Body, changed: state.changes(e.Values),
		}
		if m.channel == "" && (len(kinds) > 1 || m.who == "") {
			m.channel = e.Kind.String()
		}
		all = append(all, m)
	}
	return all
}

// newestMessage returns the index of the message with the latest time, the later one of equal ones; the last index if
// none has a time, and -1 if there is none.
func newestMessage(all []message) int {
	newest := len(all) - 1
	var at desk.UnixTime
	for i := range all {
		if when := all[i].at; !when.IsZero() && when >= at {
			newest, at = i, when
		}
	}
	return newest
}

// conversation writes the messages, the newest first or last.
func (doc *ticketRenderer) conversation(all []message) error {
	if len(all) == 0 {
		return nil
	}
	newest := newestMessage(all)
	title := "1 message"
	if len(all) > 1 {
		order := "oldest first"
		if doc.newestFirst {
			order = "newest first"
		}
		title = fmt.Sprintf("%d messages, %s", len(all), order)
	}
	if !doc.isBrief {
		doc.heading(title)
	}
	for n, i := range doc.readingOrder(all, newest) {
		if n > 0 {
			doc.lines = append(doc.lines, "")
		}
		if n == doc.most && n > 0 {
			doc.lines = append(doc.lines, doc.th.Muted.Render(fmt.Sprintf("%d older messages are being drawn…", len(all)-n)))
			break
		}
		from := len(doc.lines)
		if err := doc.message(&all[i]); err != nil {
			return err
		}
		if i == newest {
			doc.newest, doc.ends = from, len(doc.lines)
		}
	}
	return nil
}

// readingOrder returns the indexes of messages in the order in which they are shown. Where the newest is first, what
// has no date and stands behind it stays at the end.
func (doc *ticketRenderer) readingOrder(all []message, newest int) []int {
	order := make([]int, 0, len(all))
	for i := range all {
		order = append(order, i)
	}
	if doc.newestFirst {
		slices.Reverse(order[:newest+1])
	}
	return order
}

// message writes one message with the edge of its side: author and time, text, and changed values.
func (doc *ticketRenderer) message(m *message) error {
	doc.edge = m.by.edge(doc.th)
	defer func() { doc.edge = "" }()
	doc.writeEdged(m.head(doc.th, doc.at, doc.look.Width-2))
	if !m.body.IsEmpty() {
		if err := doc.rich(m.body); err != nil {
			return err
		}
	}
	doc.entryFacts(m.changed)
	return nil
}

// writeEdged writes lines behind the edge of the message.
func (doc *ticketRenderer) writeEdged(lines ...string) {
	for _, l := range lines {
		if l == "" {
			doc.lines = append(doc.lines, strings.TrimRight(doc.edge, " "))
			continue
		}
		doc.lines = append(doc.lines, doc.edge+l)
	}
}

// head returns who has written a message, when and where. With little room the channel goes first, then the end
// of a long name; the time stays.
func (m *message) head(th *theme.Theme, at clockContext, width int) string {
	when := m.when(at)
	rest := phrase.Join(" · ", m.by.word(), when, m.channel)
	if m.who == "" {
		return th.Header.Render(termwidth.Truncate(rest, width))
	}
	if termwidth.Width(m.who)+2+termwidth.Width(rest) > width {
		rest = phrase.Join(" · ", m.by.word(), when)
	}
	room := max(width-termwidth.Width(rest)-2, min(width, minAuthorWidth))
	who := termwidth.Truncate(m.who, room)
	rest = termwidth.Truncate(rest, width-termwidth.Width(who)-2)
	return th.Emphasis.Render(who) + "  " + th.Muted.Render(rest)
}

// when returns the time of a message, or its date as received.
func (m *message) when(at clockContext) string {
	if m.at.IsZero() {
		return m.rawTime
	}
	return clock(at.zones.LocalUnix(m.at), at.now)
}

// minAuthorWidth is how much of an author's name is shown at least.
const minAuthorWidth = 12

// rich writes the body of a message, with what mail programs have added folded.
func (doc *ticketRenderer) rich(body safetext.HTML) error {
	look := doc.look
	look.Width, look.Mail = max(look.Width-termwidth.Width(doc.edge), 1), true
	look.Prose = maxTextWidth
	page, err := doc.draw.Render(doc.ctx, bodyKey(body), body, look)
	if err != nil {
		return err
	}
	at := 0
	for _, a := range page.Asides {
		doc.writeEdged(page.Lines[at:a.From]...)
		doc.aside(a, page.Lines[a.From:a.To])
		at = a.To
	}
	doc.writeEdged(page.Lines[at:]...)
	return nil
}

// aside writes a quote, a signature or another addition of a mail program as a fold.
func (doc *ticketRenderer) aside(a markdown.Aside, lines []string) {
	what := "signature"
	if a.Kind == safetext.MailQuote {
		what = "quoted mail · " + phrase.Count(len(lines), "line")
	}
	what = termwidth.Truncate(what, max(doc.look.Width-4, 1))
	from := len(doc.lines)
	doc.writeEdged(doc.th.Key.Render("▾ ") + doc.th.Muted.Render(what))
	doc.writeEdged(lines...)
	doc.folds = append(doc.folds, fold{
		from, len(doc.lines), doc.edge + doc.th.Key.Render("▸ ") + doc.th.Muted.Render(what),
	})
}

// entryState holds the last values of what entries repeat about the ticket's state.
type entryState map[string]string

// stateMembers are the members of entries that say how the ticket stands after them. Others, such as the length of a
// call, are of the entry itself.
var stateMembers = []string{
	"substatus", "substatuskey", "status", "statusname", "substatusname", "queue", "queuekey", "queuename", "disposition",
	"callbacktime", "nextfollowup", "priority", "assignedto", "assignedtoname", "assigneecode",
}

// newEntryState returns the state of a ticket before its first entry: a new ticket is unattended (PROTOCOL.md 3.10).
func newEntryState() entryState {
	return entryState{
		"substatuskey": desk.NewSubStatus.Key, "substatus": desk.NewSubStatus.Name,
		"substatusname": desk.NewSubStatus.Name,
	}
}

// changes returns the values of an entry without those that the entries before it have said already, and without
// channel and author.
func (s entryState) changes(values []desk.LabeledValue) []desk.LabeledValue {
	var changed []desk.LabeledValue
	for _, f := range values {
		name, value := member(f), f.Value.String()
		switch {
		case slices.Contains(sideMembers, name) || slices.Contains(channelMembers, name):
		case !slices.Contains(stateMembers, name):
			changed = append(changed, f)
		case s[name] != value:
			s[name] = value
			changed = append(changed, f)
		}
	}
	return changed
}

// changedValues returns what an entry has changed, with labels; a key is omitted if the corresponding name is present.
func (doc *ticketRenderer) changedValues(of []desk.LabeledValue) []string {
	var all []string
	for _, f := range of {
		if isKeyOfNamed(f, of) {
			continue
		}
		f = withNameOfKey(f, doc.known)
		value := strings.ReplaceAll(f.Value.Line().String(), "|", " › ")
		if !f.Time.IsZero() {
			value = clock(doc.at.zones.LocalUnix(f.Time), doc.at.now)
		}
		all = append(all, strings.TrimSpace(f.Label.String()+": "+value))
	}
	return all
}

// entryFacts writes the other values of an entry on as few lines as possible.
func (doc *ticketRenderer) entryFacts(facts []desk.LabeledValue) {
	bits := doc.changedValues(facts)
	for i := range bits {
		bits[i] = doc.th.Muted.Render(bits[i])
	}
	if len(bits) == 0 {
		return
	}
	sign := doc.th.Muted.Render("→ ")
	for _, l := range flow(bits, doc.th, max(min(doc.look.Width-4, maxTextWidth), 1)) {
		doc.writeEdged(sign + l)
		sign = "  "
	}
}

// withNameOfKey returns the name of a queue or sub-status instead of its key. Where the name is not known it says that
// it was changed: the key means nothing to a reader.
func withNameOfKey(f desk.LabeledValue, known backend.Vocabulary) desk.LabeledValue {
	label, codes := wire.Label("ticket", "queueName"), known.Queues
	switch member(f) {
	case "queuekey":
	case "substatuskey":
		label, codes = wire.Label("ticket", "substatus"), known.SubStatuses
	default:
		return f
	}
	name := "changed"
	for _, c := range codes {
		if key := c.Key(); key.Raw() == f.Value.String() && c.Label() != key.Display().String() {
			name = c.Label()
		}
	}
	f.Label, f.Value = safetext.LineFromText(label), safetext.BlockFromText(name)
	return f
}

// isKeyOfNamed reports whether a field is the key of a value whose name is another field of the entry, such as
// substatusKey with substatus, or queue_key with queue_name. It compares member names, because labels may change.
func isKeyOfNamed(f desk.LabeledValue, facts []desk.LabeledValue) bool {
	subject, isKey := strings.CutSuffix(member(f), "key")
	return isKey && subject != "" && slices.ContainsFunc(facts, func(o desk.LabeledValue) bool {
		return member(o) == subject || member(o) == subject+"name"
	})
}

// member returns a field's member name in lower case without underscores, since accounts spell it differently.
func member(f desk.LabeledValue) string {
	return strings.ToLower(strings.ReplaceAll(f.Member, "_", ""))
}
