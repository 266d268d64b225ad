package pane

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// cellStyle selects the style of a cell.
type cellStyle uint8

const (
	plain cellStyle = iota
	muted
	good
	warn
	bad
	info
)

func (t cellStyle) themeStyle(th *theme.Theme) theme.Style {
	return [...]theme.Style{{}, th.Muted, th.Success, th.Warning, th.Error, th.Info}[t]
}

// column is one column of the inbox.
type column struct {
	name  string // in the configuration
	title string
	by    desk.SortKey
	width int // 0: computed from the remaining width
	cell  func(t *desk.Ticket, at clockContext) (string, cellStyle)
}

// noSort is the order of a column that has none.
const noSort = desk.SortKey(255)

// clockContext is the time at which rows are rendered and the time zones used.
type clockContext struct {
	now       time.Time // in the agent's zone
	zones     desk.TimeZones
	callbacks bool // rows of a view of callbacks
	// snoozed reports whether the reminder of a ticket's callback is snoozed; nil where that is not shown
	snoozed func(*desk.Ticket) bool
}

// call returns the symbol of a callback.
func (at clockContext) call(t *desk.Ticket) string {
	if at.snoozed != nil && at.snoozed(t) {
		return "☎z"
	}
	return "☎"
}

func newClockContext(cmds *backend.Backend) clockContext {
	return clockContext{now: cmds.Now(), zones: cmds.Zones}
}

// columns are all columns that the inbox can show; desk.ListColumns says which are the most important.
var columns = []column{
	{"clock", "Clock", desk.SortByClock, 10, clockCell},
	{callbackColumn, "Callback", desk.SortByCallback, 12, callbackCell},
	{"number", "Ticket", desk.SortByTicket, 13, text(func(t *desk.Ticket) string { return t.ID.Display().String() })},
	{"title", "Title", desk.SortByTitle, 0, func(t *desk.Ticket, _ clockContext) (string, cellStyle) {
		return t.Title.String(), plain
	}},
	{"sub-status", "Sub-status", desk.SortBySubStatus, 0, func(t *desk.Ticket, _ clockContext) (string, cellStyle) {
		return t.SubStatus.Label(), closedTone(t, plain)
	}},
	{"priority", "Priority", desk.SortByPriority, 9, func(t *desk.Ticket, _ clockContext) (string, cellStyle) {
		return t.Priority.String(), priorityTone(t)
	}},
	{"queue", "Queue", desk.SortByQueue, 12, text(func(t *desk.Ticket) string { return t.Queue.Label() })},
	{"assignee", "Assignee", desk.SortByAssignee, 12, text(func(t *desk.Ticket) string { return t.Assignee.String() })},
	{"age", "Age", desk.SortByAge, 4, func(t *desk.Ticket, at clockContext) (string, cellStyle) {
		return Age(t.Created, at.now), muted
	}},
	{"last-activity", "Active", desk.SortByActivity, 7, func(t *desk.Ticket, at clockContext) (string, cellStyle) {
		return Age(t.LastActivity(), at.now), muted
	}},
	{"customer", "Customer", desk.SortByCustomer, 22, text(customerContact)},
	{"source", "Source", desk.SortBySource, 9, text(func(t *desk.Ticket) string { return t.Source.String() })},
	{"marks", "", noSort, 3, flagsCell},
}

// callbackColumn is the column that views of callbacks have in any case.
const callbackColumn = "callback"

// formerColumns are the columns of a console for which none are configured.
var formerColumns = []string{
	"clock", "number", "title", "sub-status", "priority", "queue", "assignee", "age", "marks",
}

// text returns the cells of a column that is less important than the title.
func text(of func(*desk.Ticket) string) func(*desk.Ticket, clockContext) (string, cellStyle) {
	return func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return of(t), muted }
}

// customerContact returns how the customer of a ticket is told apart: tickets in lists have no names of customers.
func customerContact(t *desk.Ticket) string { return cmp.Or(t.Email.String(), t.Phone.String()) }

// columnsNamed returns the columns with these names, in their order.
func columnsNamed(names []string) []column {
	var named []column
	for _, name := range names {
		if i := slices.IndexFunc(columns, func(c column) bool { return c.name == name }); i >= 0 {
			named = append(named, columns[i])
		}
	}
	return named
}

func closedTone(t *desk.Ticket, otherwise cellStyle) cellStyle {
	if t.Marks.Has(desk.Closed) {
		return muted
	}
	return otherwise
}

func priorityTone(t *desk.Ticket) cellStyle {
	switch t.Priority.String() {
	case "Critical", "Urgent", "Highest":
		return closedTone(t, bad)
	case "High":
		return closedTone(t, warn)
	}
	return muted
}

// Age returns the time since s in its largest whole unit.
func Age(s desk.UnixTime, now time.Time) string {
	if s.IsZero() {
		return ""
	}
	return FormatDuration(now.Sub(s.In(time.UTC)))
}

// FormatDuration formats a duration in its largest whole unit: 5m, 3h, 2d, 6w.
func FormatDuration(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < day:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d < 21*day:
		return strconv.Itoa(int(d/day)) + "d"
	}
	return strconv.Itoa(int(d/(7*day))) + "w"
}
