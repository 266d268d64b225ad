package store

import "slices"

// Give assigns a ticket to an employee, or to nobody.
func (t *Ticket) Give(a Agent) {
	t.AssignedID, t.AssignedName, t.AssignedEmail, t.AssigneeCode, t.AssignedPhone = a.ID, a.Name, a.Email, a.Code, a.Phone
}

// enter applies a queue's rules to a ticket that comes into it: its priority, and who is given it. A ticket whose
// assignee is one of the queue's agents stays with that one, and so it does when it is closed or nobody is available.
func (w *writer) enter(t *Ticket) {
	q, found := one(w, queueOf, "SELECT key, name, record FROM queues WHERE key = ?", t.QueueKey)
	if !found {
		return
	}
	if t.Priority == "" && q.Priority != "" {
		t.Priority, t.PriorityLevel = q.Priority, PriorityLevel(q.Priority)
	}
	if q.Assign == AssignNobody || t.ClosedAt != 0 {
		return
	}
	there := w.agents(q.Agents)
	if slices.ContainsFunc(there, func(a Agent) bool { return a.ID == t.AssignedID }) {
		return
	}
	there = slices.DeleteFunc(there, func(a Agent) bool { return a.Absent })
	if len(there) == 0 {
		return
	}
	chosen := w.inTurn(q, there)
	if q.Assign == AssignLeastOpen {
		chosen = w.leastOpen(there)
	}
	w.exec("UPDATE queues SET last_agent = ? WHERE key = ?", chosen.ID, q.Key)
	t.Give(chosen)
}

// agents are the employees of some keys, in that order.
func (w *writer) agents(keys []string) []Agent {
	var all []Agent
	for _, key := range keys {
		if a, found := w.agentOf(key); found {
			all = append(all, a)
		}
	}
	return all
}

// agentOf finds an employee by code, else e-mail, else name.
func (w *writer) agentOf(key string) (Agent, bool) {
	for _, column := range []string{"code", "email", "name"} {
		if a, found := one(w, agentOf, agentColumns+" WHERE "+column+" = ? ORDER BY id LIMIT 1", key); found {
			return a, true
		}
	}
	return Agent{}, false
}

// inTurn is the agent who stands behind the last one that the queue gave a ticket, in the queue's own order.
func (w *writer) inTurn(q Queue, there []Agent) Agent {
	last := w.number("SELECT last_agent FROM queues WHERE key = ?", q.Key)
	all := w.agents(q.Agents)
	at := slices.IndexFunc(all, func(a Agent) bool { return a.ID == last })
	for i := range all {
		next := all[(at+1+i)%len(all)]
		if slices.ContainsFunc(there, func(a Agent) bool { return a.ID == next.ID }) {
			return next
		}
	}
	return there[0]
}

// leastOpen is the agent with the fewest open tickets in any queue, the first of those who have as few.
func (w *writer) leastOpen(there []Agent) Agent {
	chosen, least := there[0], int64(-1)
	for _, a := range there {
		open := w.number("SELECT count(*) FROM tickets WHERE assigned_id = ? AND closed_at IS NULL", a.ID)
		if least < 0 || open < least {
			chosen, least = a, open
		}
	}
	return chosen
}

// Priorities are the priorities of tickets, the lowest first.
var Priorities = []string{"Low", "Normal", "High", "Urgent"}

// PriorityLevel is the number of a priority in ticket records, 0 for none.
func PriorityLevel(name string) int { return slices.Index(Priorities, name) + 1 }
