package pane

import (
	"fmt"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// maxTicketLines is the greatest number of lines of a ticket in the list.
const maxTicketLines = 2

// SetTicketLines sets how many lines a ticket has: 1, or 2 with what else is known of it in words below its title.
func (in *Inbox) SetTicketLines(n int) { in.columns.ticketLines = min(max(n, 1), maxTicketLines) }

// secondLineColumns are the columns whose values stand on the second line.
var secondLineColumns = []string{"sub-status", "queue", "assignee", "customer", "age"}

// isOnSecondLine reports whether a ticket's second line has the values of a column, which is then none.
func (c *listColumns) isOnSecondLine(column string) bool {
	return c.ticketLines > 1 && slices.Contains(secondLineColumns, column)
}

// maxIndent is how far the second line is indented at most, so that it keeps its room behind many columns.
const maxIndent = 13

// secondLine renders further values of a ticket below its title. In a narrow list the last ones are left out first.
func (t *listedTicket) secondLine(th *theme.Theme, shown []column, width int, at clockContext) string {
	r := newRow(th, width, t.under)
	r.gutter(nil)
	indent := 0
	for _, c := range shown {
		if c.by == desk.SortByTitle {
			break
		}
		indent += c.width + 1
	}
	r.cell("", plain, min(indent, maxIndent))
	status, known := at.words.subStatus(t.Ticket), []string{
		t.Queue.Label(), assigneeOrNobody(t.Ticket), customerContact(t.Ticket), ageWords(t.Created, at.now),
	}
	words := joinThatFit(known, width-r.used-status.longWidth)
	style := status.style
	if t.state.done {
		style = muted
	}
	r.cell(status.long, style, min(status.longWidth, width-r.used))
	r.cell(words, muted, width-r.used)
	return r.filled()
}

// givesWay are the indexes of the words of the second line, in the order in which they give way: customer, queue,
// assignee, age.
var givesWay = []int{2, 0, 1, 3}

// joinThatFit joins words, each with a separator before it, without those that do not fit.
func joinThatFit(words []string, width int) string {
	for i := 0; ; i++ {
		joined := ""
		for _, word := range words {
			if word != "" {
				joined += " · " + word
			}
		}
		if i == len(givesWay) || termwidth.Width(joined) <= width {
			return joined
		}
		words[givesWay[i]] = ""
	}
}

// assigneeOrNobody returns whose ticket it is.
func assigneeOrNobody(t *desk.Ticket) string {
	if t.Assignee.IsEmpty() {
		return "no assignee"
	}
	return t.Assignee.String()
}

// ageWords returns how long ago a ticket was opened, such as "opened 3 hours ago".
func ageWords(opened desk.UnixTime, now time.Time) string {
	if opened.IsZero() {
		return ""
	}
	const day = 24 * time.Hour
	age := now.Sub(opened.In(time.UTC))
	n, unit := int(age/(7*day)), "week"
	switch {
	case age < time.Minute:
		return "opened now"
	case age < time.Hour:
		n, unit = int(age/time.Minute), "minute"
	case age < day:
		n, unit = int(age/time.Hour), "hour"
	case age < 21*day:
		n, unit = int(age/day), "day"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("opened %d %s ago", n, unit)
}
