package store

import "slices"

// Give assigns the ticket to an employee; the zero Agent unassigns it.
func (t *Ticket) Give(a Agent) {
	t.AssignedID, t.AssignedName, t.AssignedEmail, t.AssigneeCode, t.AssignedPhone = a.ID, a.Name, a.Email, a.Code, a.Phone
}

// enter applies the rules of a ticket's new queue: the priority and the assignment. A ticket that is closed, or
// already assigned to one of the queue's agents, keeps its assignee, as does one for which no agent is available.
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

// agents returns the employees with the keys, in that order.
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

// inTurn returns the agent after the queue's last assignee, in the queue's order.
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

// leastOpen returns the agent with the fewest open tickets in all queues, the first of several.
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

// Priorities are the priorities of tickets, lowest first.
var Priorities = []string{"Low", "Normal", "High", "Urgent"}

// PriorityLevel returns the number of a priority in ticket records, 0 for none.
func PriorityLevel(name string) int { return slices.Index(Priorities, name) + 1 }
