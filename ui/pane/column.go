package pane

import (
	"strconv"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/theme"
)

// tone says how a cell is drawn.
type tone uint8

const (
	plain tone = iota
	muted
	good
	warn
	bad
	info
)

func (t tone) ink(th *theme.Theme) theme.Ink {
	return [...]theme.Ink{{}, th.Muted, th.Good, th.Warn, th.Bad, th.Info}[t]
}

// column is one column of the inbox.
type column struct {
	title string
	by    desk.Column
	width int // 0: what the others leave
	least int // columns of the pane from which it is shown
	cell  func(t *desk.Ticket, at moment) (string, tone)
}

// moment is when rows are drawn, and by whose clocks.
type moment struct {
	now   time.Time // on the agent's clock
	zones desk.Zones
}

func momentOf(cmds *command.Commands) moment { return moment{cmds.Now(), cmds.Zones} }

// columns are the inbox's columns from left to right.
var columns = []column{
	{"Ticket", desk.ByTicket, 13, 0, func(t *desk.Ticket, _ moment) (string, tone) { return t.ID.Line().String(), muted }},
	{"Title", desk.ByTitle, 0, 0, func(t *desk.Ticket, _ moment) (string, tone) { return t.Title.String(), plain }},
	{"Sub-status", desk.BySubStatus, 0, 0, func(t *desk.Ticket, _ moment) (string, tone) { return t.SubStatus.Label(), closedTone(t, plain) }},
	{"Priority", desk.ByPriority, 9, 84, func(t *desk.Ticket, _ moment) (string, tone) { return t.Priority.String(), priorityTone(t) }},
	{"Queue", desk.ByQueue, 12, 100, func(t *desk.Ticket, _ moment) (string, tone) { return t.Queue.Label(), muted }},
	{"Assignee", desk.ByAssignee, 12, 112, func(t *desk.Ticket, _ moment) (string, tone) { return t.Assignee.String(), muted }},
	{"Age", desk.ByAge, 4, 0, func(t *desk.Ticket, at moment) (string, tone) { return Age(t.Created, at.now), muted }},
	{"SLA", desk.BySLA, 5, 0, slaCell},
	{"", desk.ByCallback, 3, 0, marksCell},
}

func closedTone(t *desk.Ticket, otherwise tone) tone {
	if t.Marks.Has(desk.Closed) {
		return muted
	}
	return otherwise
}

func priorityTone(t *desk.Ticket) tone {
	switch t.Priority.String() {
	case "Critical", "Urgent", "Highest":
		return closedTone(t, bad)
	case "High":
		return closedTone(t, warn)
	}
	return muted
}

func slaCell(t *desk.Ticket, _ moment) (string, tone) {
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

// marksCell shows a callback (☎, with ! when it is due) and an escalation (⚑).
func marksCell(t *desk.Ticket, at moment) (string, tone) {
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
	case !at.zones.At(t.Callback).After(at.now):
		return "☎!" + flag, bad
	}
	return "☎" + flag, info
}

// Age is how long ago something was, in the largest whole unit.
func Age(s desk.Stamp, now time.Time) string {
	if s.IsZero() {
		return ""
	}
	return Span(now.Sub(s.In(time.UTC)))
}

// Span is a length of time in the largest whole unit: 5m, 3h, 2d, 6w.
func Span(d time.Duration) string {
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
