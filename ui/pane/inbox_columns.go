package pane

import (
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
	title string
	by    desk.SortKey
	width int // 0: computed from the remaining width
	least int // minimum pane width for showing the column
	cell  func(t *desk.Ticket, at clockContext) (string, cellStyle)
}

// noSort is the order of a column that has none.
const noSort = desk.SortKey(255)

// clockContext is the time at which rows are rendered and the time zones used.
type clockContext struct {
	now       time.Time // in the agent's zone
	zones     desk.TimeZones
	callbacks bool // rows of a view of callbacks
}

func newClockContext(cmds *backend.Backend) clockContext {
	return clockContext{now: cmds.Now(), zones: cmds.Zones}
}

// columns are the inbox's columns from left to right.
var columns = []column{
	{"Clock", desk.SortByClock, 10, 0, clockCell},
	{"Callback", desk.SortByCallback, 12, 0, callbackCell},
	{
		"Ticket",
		desk.SortByTicket,
		13,
		68, // in a narrow list the title needs the room; the head of the ticket has the number
		func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return t.ID.Display().String(), muted },
	},
	{
		"Title",
		desk.SortByTitle,
		0,
		0,
		func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return t.Title.String(), plain },
	},
	{"Sub-status", desk.SortBySubStatus, 0, 0, func(t *desk.Ticket, _ clockContext) (string, cellStyle) {
		return t.SubStatus.Label(), closedTone(t, plain)
	}},
	{
		"Priority",
		desk.SortByPriority,
		9,
		84,
		func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return t.Priority.String(), priorityTone(t) },
	},
	{
		"Queue",
		desk.SortByQueue,
		12,
		100,
		func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return t.Queue.Label(), muted },
	},
	{
		"Assignee",
		desk.SortByAssignee,
		12,
		112,
		func(t *desk.Ticket, _ clockContext) (string, cellStyle) { return t.Assignee.String(), muted },
	},
	{
		"Age",
		desk.SortByAge,
		4,
		0,
		func(t *desk.Ticket, at clockContext) (string, cellStyle) { return Age(t.Created, at.now), muted },
	},
	{"", noSort, 3, 0, flagsCell},
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
