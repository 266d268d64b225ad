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

// clockContext is the time at which rows are rendered and the time zones used.
type clockContext struct {
	now   time.Time // in the agent's zone
	zones desk.TimeZones
}

func newClockContext(cmds *backend.Backend) clockContext { return clockContext{cmds.Now(), cmds.Zones} }

// columns are the inbox's columns from left to right.
var columns = []column{
	{
		"Ticket",
		desk.SortByTicket,
		13,
		0,
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
	{"SLA", desk.SortByClock, 5, 0, slaCell},
	{"", desk.SortByCallback, 3, 0, flagsCell},
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

func slaCell(t *desk.Ticket, _ clockContext) (string, cellStyle) {
	switch {
	case t.Marks.Has(desk.Closed):
		return "done", muted
	case t.Marks.Has(desk.OutOfSLA):
		return "late!", bad
	case t.Marks.Has(desk.AtRisk):
		return "soon", warn
	case t.SLA.IsEmpty():
		return "", plain
	}
	return "ok", good
}

// flagsCell returns the symbols of a callback (☎, with ! when it is due) and an escalation (⚑).
func flagsCell(t *desk.Ticket, at clockContext) (string, cellStyle) {
	if t.Marks.Has(desk.Closed) {
		return "", plain
	}
	flag, ink := "", plain
	if t.Marks.Has(desk.Escalated) {
		flag, ink = "⚑", warn
	}
	switch {
	case t.Callback.IsZero():
		return flag, ink
	case !at.zones.LocalUnix(t.Callback).After(at.now):
		return "☎!" + flag, bad
	}
	return "☎" + flag, info
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
