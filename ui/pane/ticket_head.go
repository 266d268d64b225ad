package pane

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// ticketHeader returns the part of a ticket that is known from the list, which is shown while the rest is loading.
func ticketHeader(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	lines := th.Emphasis.RenderLines("", termwidth.Wrap(t.Title.String(), width))
	bits := []string{drawnNumber(t.ID, th), t.SubStatus.Label(), drawnPriority(t, th)}
	facts := flow(append(bits, th.Muted.Render(t.Queue.Label())), th, width)
	for _, least := range []string{t.Source.String(), ageInWords(t, at)} {
		facts = withLast(facts, least, th, width)
	}
	lines = append(lines, facts...)
	return append(lines, alertLines(t, th, width, at)...)
}

// flow joins drawn texts on as few lines as possible; empty ones are left out.
func flow(bits []string, th *theme.Theme, width int) []string {
	var lines []string
	row, used := "", 0
	for _, b := range bits {
		w := termwidth.Width(b)
		switch {
		case w == 0:
			continue
		case w > width:
			if row != "" {
				lines = append(lines, row)
			}
			wrapped := termwidth.WrapStyled(b, width)
			lines = append(lines, wrapped[:len(wrapped)-1]...)
			row = wrapped[len(wrapped)-1]
			used = termwidth.Width(row)
		case row == "":
			row, used = b, w
		case used+3+w <= width:
			row, used = row+th.Muted.Render(" · ")+b, used+3+w
		default:
			lines = append(lines, row)
			row, used = b, w
		}
	}
	if row == "" {
		return lines
	}
	return append(lines, row)
}

// withLast adds a text to the last line, if it fits there. The source and the age of a ticket are not worth a line: its
// messages say when and how they came.
func withLast(lines []string, text string, th *theme.Theme, width int) []string {
	last := len(lines) - 1
	if text != "" && last >= 0 && termwidth.Width(lines[last])+3+termwidth.Width(text) <= width {
		lines[last] += th.Muted.Render(" · " + text)
	}
	return lines
}

// tellingDigits is how much of a ticket's number tells it from others of the same days.
const tellingDigits = 6

// drawnNumber returns a ticket's number with its beginning dimmed, which tickets of the same days have in common.
func drawnNumber(id desk.ID, th *theme.Theme) string {
	number := id.Display().String()
	at := len(number) - tellingDigits
	if at <= 0 || strings.Trim(number, "0123456789") != "" {
		return number
	}
	return th.Muted.Render(number[:at]) + number[at:]
}

// drawnPriority returns a ticket's priority, with a symbol if it is above or below the usual one.
func drawnPriority(t *desk.Ticket, th *theme.Theme) string {
	word, mark := t.Priority.String(), prioritySymbol(t.Priority)
	if rank, ranked := desk.PriorityRank(t.Priority); ranked && (rank <= highRank || rank > lastNormalRank) {
		word = mark.text + " " + word
	}
	return closedTone(t, mark.style).themeStyle(th).Render(word)
}

func ageInWords(t *desk.Ticket, at clockContext) string {
	switch age := Age(t.Created, at.now); age {
	case "":
		return ""
	case "now":
		return "new"
	default:
		return age + " old"
	}
}

// Alerts returns the deadlines of an open ticket for a width: SLA, escalation and callback.
func Alerts(t *desk.Ticket, th *theme.Theme, width int, cmds *backend.Backend) []string {
	return alertLines(t, th, width, newClockContext(cmds))
}

// alertLines returns the deadlines of an open ticket: SLA, escalation and callback, those to look at first.
func alertLines(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	if t.Marks.Has(desk.Closed) {
		return nil
	}
	style, sla := slaAlert(t, th, width, at)
	escalated, due := "", ""
	if t.Marks.Has(desk.Escalated) {
		escalated = "⚑ Escalated"
	}
	if sla == "" && !t.Due.IsZero() {
		when := at.zones.LocalUnix(t.Due)
		due = withTimeLeft("due "+clock(when, at.now), timeLeft(when, at.now), width)
	}
	callStyle, call := callbackAlert(t, th, width, at)
	return flow([]string{
		style.Render(sla), th.Warning.Render(escalated), callStyle.Render(call), th.Muted.Render(due),
	}, th, width)
}

// withTimeLeft adds the time left to a deadline, unless that alone would begin a second line.
func withTimeLeft(deadline string, left time.Duration, width int) string {
	full := deadline + ", " + inWords(left)
	if termwidth.Width(deadline) <= width && termwidth.Width(full) > width {
		return deadline
	}
	return full
}

// slaAlert returns the warning of an SLA that has run out, or soon does; empty if neither is so.
func slaAlert(t *desk.Ticket, th *theme.Theme, width int, at clockContext) (theme.Style, string) {
	said := func(what string) string {
		if t.Due.IsZero() {
			return what
		}
		when := at.zones.LocalUnix(t.Due)
		return withTimeLeft(what+" · due "+clock(when, at.now), timeLeft(when, at.now), width)
	}
	switch t.SLAUrgency(at.unix()) {
	case desk.IsLate:
		return th.Error, said("! Out of SLA")
	case desk.AtRiskOfDelay:
		return th.Warning, said("~ At risk")
	}
	return th.Warning, ""
}

// callbackAlert returns when the customer is to be called; empty if nothing was promised.
func callbackAlert(t *desk.Ticket, th *theme.Theme, width int, at clockContext) (theme.Style, string) {
	if t.Callback.IsZero() {
		return th.Info, ""
	}
	when := at.zones.LocalUnix(t.Callback)
	switch left := timeLeft(when, at.now); {
	case left == 0:
		return th.Error, "☎ Call back now"
	case left < 0:
		return th.Error, withTimeLeft("☎ Call back was due "+clock(when, at.now), left, width)
	default:
		return th.Info, withTimeLeft("☎ Call back "+clock(when, at.now), left, width)
	}
}

// clock formats a time: without the date for today and tomorrow, and without the year for the current year.
func clock(t, now time.Time) string {
	now = now.In(t.Location())
	switch {
	case desk.DateOf(t) == desk.DateOf(now):
		return "today " + t.Format("15:04")
	case desk.DateOf(t) == desk.DateOf(now).Add(1):
		return "tomorrow " + t.Format("15:04")
	}
	return desk.FormatMoment(t, now)
}

// field returns a field's value; a time is written as elsewhere on the screen, a day without a clock as received.
func (at clockContext) field(f desk.LabeledValue) string {
	if f.Time.IsZero() || !strings.Contains(f.Value.String(), ":") {
		return at.zones.FormatField(f).String()
	}
	return clock(at.zones.LocalUnix(f.Time), at.now)
}

// head writes the title, the people and the state of a ticket, and notes which members of the record it has shown.
func (doc *ticketRenderer) head(d *desk.TicketDetails, all []message) {
	doc.lines = ticketHeader(&d.Ticket, doc.th, doc.look.Width, doc.at)
	doc.shows("title", "taskTitle", "ticketId", "substatus", "priority", "queueName", "detail")
	if source := d.Source.String(); !d.Body.IsEmpty() || strings.Contains(strings.Join(doc.lines, "\n"), source) {
		doc.shows("primarySource")
	}
	if !d.Marks.Has(desk.Closed) {
		doc.shows("nextFollowUp")
		if !d.Due.IsZero() {
			doc.shows("taskEnddate")
		}
	}
	waiting := doc.th.Warning.Render(doc.waiting(d, all))
	who := []string{doc.people.customerName(), d.Phone.String(), d.Email.String(), waiting}
	doc.lines = append(doc.lines, flow(who, doc.th, doc.look.Width)...)
	doc.shows("phone", "email")
	if order := d.OrderID.String(); order != "" {
		bits := append([]string{wire.Label("ticket", "orderId") + " " + order}, orderOfBlocks(d.Groups).bits()...)
		doc.lines = append(doc.lines, flow(bits, doc.th, doc.look.Width)...)
		doc.shows("orderId")
	}
	facts := doc.facts(d, all)
	bits := make([]string, len(facts))
	for i, f := range facts {
		bits[i] = strings.TrimPrefix(doc.th.Muted.Render(f.label)+" "+f.value, " ")
	}
	doc.lines = append(doc.lines, flow(bits, doc.th, doc.look.Width)...)
}

// briefHead writes what stands above the conversation of a ticket whose customer is shown beside it. Who is assigned
// stands there unless their own words name them.
func (doc *ticketRenderer) briefHead(d *desk.TicketDetails, all []message) {
	doc.lines = ticketHeader(&d.Ticket, doc.th, doc.look.Width, doc.at)
	assignee := d.Assignee.String()
	if slices.ContainsFunc(all, func(m message) bool { return m.who == assignee }) {
		assignee = ""
	}
	bits := append([]string{assignee, d.OrderID.String()}, orderOfBlocks(d.Groups).bits()...)
	doc.lines = append(doc.lines, flow(append(bits, doc.waiting(d, all)), doc.th, doc.look.Width)...)
}

// waiting returns how long the customer has waited for an answer; empty if the newest message is not known to be of
// the customer.
func (doc *ticketRenderer) waiting(d *desk.TicketDetails, all []message) string {
	newest := newestMessage(all)
	if newest < 0 || d.Marks.Has(desk.Closed) || all[newest].by != customerSide || all[newest].at.IsZero() {
		return ""
	}
	return "waiting " + countdown(timeLeft(doc.at.zones.LocalUnix(all[newest].at), doc.at.now))
}

// facts returns what else matters of a ticket and does not stand in its conversation.
func (doc *ticketRenderer) facts(d *desk.TicketDetails, all []message) []field {
	var facts []field
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, field{label, value})
		}
	}
	shown := func(member, value string) {
		doc.shows(member)
		add(wire.Label("ticket", member), value)
	}
	said := func(s desk.UnixTime) bool {
		for i := range all {
			if all[i].at == s {
				return true
			}
		}
		return s.IsZero()
	}
	moment := func(member string, s desk.UnixTime) {
		when := ""
		if !said(s) {
			when = clock(doc.at.zones.LocalUnix(s), doc.at.now)
		}
		shown(member, when)
	}
	shown("assignedToName", d.Assignee.String())
	label, path := wire.Label("ticket", "disposition"), strings.ReplaceAll(d.DispositionPath.String(), "|", " › ")
	if doc.look.Width < labelledHead && strings.Contains(path, "›") {
		label = ""
	}
	add(label, path)
	doc.shows("disposition", "creatorName", "lastFollowUp")
	if d.Body.IsEmpty() {
		shown("creatorName", d.Creator.String())
	}
	moment("date", d.Created)
	moment("lastConvesationTime", d.LastConversation)
	if d.LastFollowUp != d.LastConversation {
		moment("lastFollowUp", d.LastFollowUp)
	}
	if n := len(d.Attachments); n > 0 {
		add("Attachments", strconv.Itoa(n))
	}
	return facts
}

// labelledHead is the minimum width for saying that a disposition is one: its path tells it, and messages need the
// rows.
const labelledHead = 56

// shows notes that members of the record are shown, so that the whole record does not repeat them.
func (doc *ticketRenderer) shows(members ...string) {
	if doc.shown == nil {
		doc.shown = map[string]bool{}
	}
	for _, m := range members {
		doc.shown[m] = true
	}
}
