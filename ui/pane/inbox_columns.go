package pane

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
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
	strong
	chosen
	numberTail // muted up to the end of a ticket number
)

func (t cellStyle) themeStyle(th *theme.Theme) theme.Style {
	return [...]theme.Style{
		{}, th.Muted, th.Success, th.Warning, th.Error, th.Info, th.Emphasis, th.Accent, th.Muted,
	}[t]
}

// column is one column of the inbox, in a short and in a long form.
type column struct {
	name        string // in the configuration
	title       string
	by          desk.SortKey
	short, long int // widths; the same if there is one form, 0 if the width depends on what is listed
	// cell returns what a column of a width shows of a ticket.
	cell  func(t *desk.Ticket, at clockContext, width int) (string, cellStyle)
	width int // as shown
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
	words   *listWords // nil where no list is shown
}

// callSign is the symbol of a callback. It stands beside the time of the call.
const callSign = "☎"

// call returns the symbol of a callback, which a snoozed one has with a z.
func (at clockContext) call(t *desk.Ticket) string {
	if at.snoozed != nil && at.snoozed(t) {
		return callSign + "z"
	}
	return callSign
}

func newClockContext(cmds *backend.Backend) clockContext {
	return clockContext{now: cmds.Now(), zones: cmds.Zones}
}

// columns are all columns that the inbox can show; columnSteps says which are shown first. A title is the label of the
// field. Clock, the time left until the deadline, Age and Active are
// computed, and Customer is an e-mail address or phone number.
var columns = []column{
	{name: "clock", title: "Clock", by: desk.SortByClock, short: briefClockWidth, long: 10, cell: clockColumn},
	{
		name: callbackColumn, title: wire.Label("ticket", "nextFollowUp"), by: desk.SortByCallback, short: callbackWidth, long: callbackWidth,
		cell: timed(callbackCell),
	},
	{name: "priority", title: wire.Label("ticket", "priority"), by: desk.SortByPriority, short: 1, long: 10, cell: priorityCell},
	{name: "number", title: wire.Label("ticket", "ticketId"), by: desk.SortByTicket, short: 7, long: 12, cell: numberCell},
	{name: "title", title: wire.Label("ticket", "title"), by: desk.SortByTitle, cell: titleCell},
	{name: "assignee", title: wire.Label("ticket", "assignedToName"), by: desk.SortByAssignee, short: 2, long: 12, cell: assigneeCell},
	{name: "sub-status", title: wire.Label("ticket", "substatus"), by: desk.SortBySubStatus, cell: subStatusCell},
	{name: "queue", title: wire.Label("ticket", "queueName"), by: desk.SortByQueue, short: 12, long: 12, cell: text(func(t *desk.Ticket) string {
		return t.Queue.Label()
	})},
	{name: "age", title: "Age", by: desk.SortByAge, short: 4, long: 4, cell: since(func(t *desk.Ticket) desk.UnixTime {
		return t.Created
	})},
	{
		name: "last-activity", title: "Active", by: desk.SortByActivity, short: 7, long: 7,
		cell: since((*desk.Ticket).LastActivity),
	},
	{name: "customer", title: "Customer", by: desk.SortByCustomer, short: 22, long: 22, cell: text(customerContact)},
	{name: "source", title: wire.Label("ticket", "primarySource"), by: desk.SortBySource, short: 9, long: 9, cell: text(func(t *desk.Ticket) string {
		return t.Source.String()
	})},
	{name: flagsColumn, by: noSort, cell: timed(func(t *desk.Ticket, at clockContext) (string, cellStyle) {
		f := flagsOf(t, at)
		return f.text, f.style
	})},
}

// callbackColumn is the column that views of callbacks have in any case.
const callbackColumn = "callback"

// callbackWidth is the width of that column.
const callbackWidth = 12

// flagsColumn is the column that is shown at the end of the title, in the rows that have something to show in it.
const flagsColumn = "marks"

// formerColumns are the columns of a console for which none are configured.
var formerColumns = []string{
	"clock", "number", "priority", "title", "assignee", "sub-status", "queue", "age", flagsColumn,
}

// cellOf returns what a column shows of a ticket.
type cellOf = func(t *desk.Ticket, at clockContext, width int) (string, cellStyle)

// numberTailLength is how many digits of a ticket number stand out.
const numberTailLength = 6

// text returns the cells of a column that is less important than the title.
func text(of func(*desk.Ticket) string) cellOf {
	return func(t *desk.Ticket, _ clockContext, _ int) (string, cellStyle) { return of(t), muted }
}

// since returns the cells of a column that says how long ago something was.
func since(of func(*desk.Ticket) desk.UnixTime) cellOf {
	return func(t *desk.Ticket, at clockContext, _ int) (string, cellStyle) { return Age(of(t), at.now), muted }
}

// timed returns the cells of a column that has one form.
func timed(of func(*desk.Ticket, clockContext) (string, cellStyle)) cellOf {
	return func(t *desk.Ticket, at clockContext, _ int) (string, cellStyle) { return of(t, at) }
}

func titleCell(t *desk.Ticket, _ clockContext, _ int) (string, cellStyle) {
	return t.Title.String(), closedTone(t, plain)
}

// numberCell returns the number of a ticket: its end, or all of it with the end set off.
func numberCell(t *desk.Ticket, _ clockContext, width int) (string, cellStyle) {
	if number := t.ID.Display().String(); termwidth.Width(number) <= width {
		return number, numberTail
	}
	return t.ID.Short().String(), muted
}

// customerContact returns the e-mail or the phone of a ticket's customer: tickets in lists have no names of customers.
func customerContact(t *desk.Ticket) string { return cmp.Or(t.Email.String(), t.Phone.String()) }

// columnsNamed returns the columns with these names, in their order.
func columnsNamed(names []string) []column {
	named := make([]column, 0, len(names))
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
