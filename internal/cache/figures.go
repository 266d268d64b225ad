package cache

import "frontdesk/internal/desk"

// Each calls visit for each ticket that matches, in the query's order, with the day whose pull returned it. The ticket
// lacks its id, its texts and its customer, and is valid only during the call: unpacking those of 100,000 tickets would
// take longer than counting them.
func (l *List) Each(visit func(t *desk.Ticket, pulled desk.Date)) {
	v := &l.snapshot.values
	var t desk.Ticket
	for _, number := range l.rows {
		row := l.snapshot.row(number)
		t.Marks, t.Created, t.Callback, t.Due = row.marks, row.created, row.callback, row.due
		t.SubStatus, t.Queue = v.subStatuses[row.subStatus], v.queues[row.queue]
		t.Assignee, t.Disposition = v.assignees[row.assignee], v.dispositions[row.disposition]
		t.Turnaround = row.turnaround
		visit(&t, dateOf(row.pulledDay))
	}
}
