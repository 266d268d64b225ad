package oneshot

import "frontdesk/internal/desk"

// moment formats a time in the agent's time zone for a table; empty if it is zero.
func moment(at desk.UnixTime, zones desk.TimeZones) string {
	if at.IsZero() {
		return ""
	}
	return zones.LocalUnix(at).Format("2006-01-02 15:04")
}

// ticketColumns are the columns of a ticket table; the title is last because it may be long.
func ticketColumns(zones desk.TimeZones) []column[desk.Ticket] {
	return []column[desk.Ticket]{
		{head: "Ticket", cell: func(t *desk.Ticket) string { return t.ID.Display().String() }},
		{head: "Created", cell: func(t *desk.Ticket) string { return moment(t.Created, zones) }},
		{head: "Sub-status", cell: func(t *desk.Ticket) string { return t.SubStatus.Label() }, ink: stateStyle},
		{head: "Priority", cell: func(t *desk.Ticket) string { return t.Priority.String() }, optional: true},
		{head: "Queue", cell: func(t *desk.Ticket) string { return t.Queue.Label() }, optional: true},
		{head: "Assignee", cell: func(t *desk.Ticket) string { return t.Assignee.String() }, optional: true},
		{head: "SLA", cell: func(t *desk.Ticket) string { return t.SLA.String() }, ink: riskInk},
		{head: "Callback", cell: func(t *desk.Ticket) string { return moment(t.Callback, zones) }, optional: true},
		{head: "Title", cell: func(t *desk.Ticket) string { return t.Title.String() }},
	}
}

// stateStyle dims closed tickets.
func stateStyle(t *desk.Ticket) style {
	if t.Marks.Has(desk.Closed) {
		return dim
	}
	return plain
}

// riskInk highlights tickets that are out of SLA or at risk, unless they are closed.
func riskInk(t *desk.Ticket) style {
	switch {
	case t.Marks.Has(desk.Closed):
		return dim
	case t.Marks.Has(desk.OutOfSLA):
		return red
	case t.Marks.Has(desk.AtRisk):
		return yellow
	}
	return plain
}
