package pane

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// ticketHeader is what a row of the list tells already: shown while the rest is fetched.
func ticketHeader(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	var lines []string
	for _, l := range wrap(t.Title.String(), width) {
		lines = append(lines, th.Emphasis.Render(l))
	}
	bits := joined(t.ID.Display().String(), t.SubStatus.Label(), t.Priority.String(), t.Queue.Label(), t.Assignee.String())
	for _, l := range wrap(bits, width) {
		lines = append(lines, th.Muted.Render(l))
	}
	return append(lines, alertLines(t, th, width, at)...)
}

// alertLines are the lines that ask for attention: SLA, callback, escalation.
func alertLines(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	var lines []string
	if t.Marks.Has(desk.Closed) {
		return nil
	}
	switch {
	case t.Marks.Has(desk.OutOfSLA):
		lines = append(lines, th.Error.Render(safetext.Truncate("! Out of SLA "+due(t, at), width)))
	case t.Marks.Has(desk.AtRisk):
		lines = append(lines, th.Warning.Render(safetext.Truncate("~ At risk "+due(t, at), width)))
	}
	if t.Marks.Has(desk.Escalated) {
		lines = append(lines, th.Warning.Render("⚑ Escalated"))
	}
	if !t.Callback.IsZero() {
		when := at.zones.LocalUnix(t.Callback)
		if late := at.now.Sub(when); late >= 0 {
			lines = append(lines, th.Error.Render(safetext.Truncate("☎ Call back was due "+clock(when, at.now)+", "+FormatDuration(late)+" ago", width)))
		} else {
			lines = append(lines, th.Info.Render(safetext.Truncate("☎ Call back "+clock(when, at.now)+", in "+FormatDuration(-late), width)))
		}
	}
	return lines
}

func due(t *desk.Ticket, at clockContext) string {
	if t.Due.IsZero() {
		return ""
	}
	return "· due " + clock(at.zones.LocalUnix(t.Due), at.now)
}

// clock is a moment for people: the time of today, else with its day, else with its year.
func clock(t, now time.Time) string {
	now = now.In(t.Location())
	switch {
	case desk.DateOf(t) == desk.DateOf(now):
		return "today " + t.Format("15:04")
	case desk.DateOf(t) == desk.DateOf(now).Add(1):
		return "tomorrow " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}
