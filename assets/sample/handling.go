package sample

import (
	"slices"
	"time"
)

// pace is how fast tickets of a priority are worked on, in opening hours, and how long they may take.
type pace struct {
	level       int
	first, next [2]time.Duration // from, to: until the first update, between updates
	sla         time.Duration
}

var paces = map[string]pace{
	"Low":    {1, [2]time.Duration{2 * time.Hour, 11 * time.Hour}, [2]time.Duration{5 * time.Hour, 14 * time.Hour}, 168 * time.Hour},
	"Normal": {2, [2]time.Duration{50 * time.Minute, 8 * time.Hour}, [2]time.Duration{3 * time.Hour, 11 * time.Hour}, 96 * time.Hour},
	"High":   {3, [2]time.Duration{25 * time.Minute, 4 * time.Hour}, [2]time.Duration{2 * time.Hour, 8 * time.Hour}, 60 * time.Hour},
	"Urgent": {4, [2]time.Duration{10 * time.Minute, 90 * time.Minute}, [2]time.Duration{time.Hour, 4 * time.Hour}, 24 * time.Hour},
}

// left is how many of a hundred tickets wait for long before the next update: before the first, before a later one.
var left = [2]int{3, 3}

// underway is how much longer the next update of a ticket takes, in opening hours, when something has to
// arrive first.
var underway = map[string]time.Duration{"WP": 12 * time.Hour, "RP": 10 * time.Hour}

// handle plays a problem's history up to now: recent tickets get the first updates, older ones come to
// their end, and a few are left lying on the way.
func (b *builder) handle(t *draft) {
	at := t.Date
	agent := b.agentOf(t.dice, t.QueueKey)
	b.setSubStatus(t, "US")
	if t.dice.one(40) {
		t.assign(agent)
	}
	for i, s := range t.problem.steps {
		gap := t.pace.next
		if i == 0 {
			gap = t.pace.first
		}
		if s.customer {
			at = at.Add(s.wait + t.dice.between(20*time.Minute, 9*time.Hour))
		} else {
			at = workAfter(at, s.wait+underway[t.SubStatus]+t.dice.between(gap[0], gap[1]))
		}
		if at.After(b.now) || t.dice.one(left[min(i, 1)]) {
			return
		}
		if s.queue != "" {
			agent = b.agentOf(t.dice, s.queue)
		}
		b.update(t, s, at, agent)
	}
}

// update adds one step to a ticket's history and moves the ticket as the step says.
func (b *builder) update(t *draft, s step, at time.Time, agent Agent) {
	if s.queue != "" {
		b.moveTo(t, s.queue)
		t.Escalated = t.Escalated || s.queue == "ESC_Q"
	}
	n := Note{At: at, CreatorName: t.customer.Contacts[0].Name}
	t.Unread = s.customer
	if !s.customer {
		t.assign(agent)
		n.CreatorID, n.CreatorName = agent.ID, agent.Name
		t.LastFollowUp = at
	} else {
		t.LastSource = "E-mail"
	}
	if s.subStatus != "" {
		b.setSubStatus(t, s.subStatus)
	}
	n.SubStatus, n.SubStatusName, n.QueueKey, n.Disposition = t.SubStatus, t.SubStatusName, t.QueueKey, t.Disposition
	n.Detail = fill(s.text, t.values())
	t.Notes = append(t.Notes, n)
}

// assign gives a ticket to an agent.
func (t *draft) assign(a Agent) {
	t.AssignedID, t.AssignedName, t.AssignedEmail = a.ID, a.Name, a.Email
	t.AssigneeCode, t.AssignedPhone = a.Code, a.Phone
}

// setSubStatus sets a sub-status and the status that it stands for.
func (b *builder) setSubStatus(t *draft, key string) {
	s := b.subStatus(key)
	t.SubStatus, t.SubStatusName, t.Status, t.StatusName = s.Key, s.Name, s.Status, s.StatusName
}

// closed says whether a ticket has come to its end.
func (t *draft) closed() bool { return t.SubStatus == "CL" }

// waitsForCall says whether a callback was the last thing agreed on an open ticket.
func (t *draft) waitsForCall() bool {
	return len(t.Notes) > 0 && t.problem.steps[len(t.Notes)-1].callback
}

// rewind takes a ticket back to the state after its first n updates.
func (b *builder) rewind(t *draft, n int) {
	notes := t.Notes[:n]
	t.Notes, t.LastFollowUp, t.Unread = nil, time.Time{}, false
	t.Escalated, t.LastSource = t.problem.escalated, t.PrimarySource
	t.assign(Agent{})
	b.moveTo(t, t.problem.queue)
	b.setSubStatus(t, "US")
	for i, note := range notes {
		agent := b.agents[max(0, slices.IndexFunc(b.agents, func(a Agent) bool { return a.ID == note.CreatorID }))]
		b.update(t, t.problem.steps[i], note.At, agent)
	}
}
