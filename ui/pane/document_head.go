package pane

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/theme"
)

// head is what a row of the list tells already: shown while the rest is fetched.
func head(t *desk.Ticket, th *theme.Theme, width int, at moment) []string {
	var lines []string
	for _, l := range wrap(t.Title.String(), width) {
		lines = append(lines, th.Strong.On(l))
	}
	bits := joined(t.ID.Line().String(), t.SubStatus.Label(), t.Priority.String(), t.Queue.Label(), t.Assignee.String())
	for _, l := range wrap(bits, width) {
		lines = append(lines, th.Muted.On(l))
	}
	return append(lines, flags(t, th, width, at)...)
}

// flags are the lines that ask for attention: SLA, callback, escalation.
func flags(t *desk.Ticket, th *theme.Theme, width int, at moment) []string {
	var lines []string
	if t.Marks.Has(desk.Closed) {
		return nil
	}
	switch {
	case t.Marks.Has(desk.OutOfSLA):
		lines = append(lines, th.Bad.On(text.Cut("! Out of SLA "+due(t, at), width)))
	case t.Marks.Has(desk.AtRisk):
		lines = append(lines, th.Warn.On(text.Cut("~ At risk "+due(t, at), width)))
	}
	if t.Marks.Has(desk.Escalated) {
		lines = append(lines, th.Warn.On("⚑ Escalated"))
	}
	if !t.Callback.IsZero() {
		when := at.zones.At(t.Callback)
		if late := at.now.Sub(when); late >= 0 {
			lines = append(lines, th.Bad.On(text.Cut("☎ Call back was due "+clock(when, at.now)+", "+Span(late)+" ago", width)))
		} else {
			lines = append(lines, th.Info.On(text.Cut("☎ Call back "+clock(when, at.now)+", in "+Span(-late), width)))
		}
	}
	return lines
}

func due(t *desk.Ticket, at moment) string {
	if t.Due.IsZero() {
		return ""
	}
	return "· due " + clock(at.zones.At(t.Due), at.now)
}

// clock is a moment for people: the time of today, else with its day, else with its year.
func clock(t, now time.Time) string {
	now = now.In(t.Location())
	switch {
	case desk.DayOf(t) == desk.DayOf(now):
		return "today " + t.Format("15:04")
	case desk.DayOf(t) == desk.DayOf(now).Add(1):
		return "tomorrow " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}
