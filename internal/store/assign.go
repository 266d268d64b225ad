package store

import "slices"

// Assign assigns the ticket to an employee; the zero Agent unassigns it.
func (t *Ticket) Assign(a Agent) {
	t.AssignedID, t.AssignedName, t.AssigneeCode = a.ID, a.Name, a.Code
	t.AssignedEmail, t.AssignedPhone = a.Email, a.Phone
}

// applyQueueRules applies the rules of a ticket's new queue: the priority and the assignment. A ticket that is closed,
// or already assigned to one of the queue's agents, keeps its assignee, as does one for which no agent is available.
func (w *writer) applyQueueRules(t *Ticket) {
	if q, found := w.findQueue(t.QueueKey); found {
		w.applyRulesOf(q, t)
	}
}

func (w *writer) findQueue(key string) (Queue, bool) {
	return queryOne(w, scanQueue, "SELECT key, name, record FROM queues WHERE key = ?", key)
}

func (w *writer) applyRulesOf(q Queue, t *Ticket) {
	if t.Priority == "" && q.Priority != "" {
		t.Priority, t.PriorityLevel = q.Priority, PriorityLevel(q.Priority)
	}
	if q.Assign == AssignNobody || t.ClosedAt != 0 {
		return
	}
	if w.err = w.tx.dialect.lock(w.ctx, w.tx, "queues", "key", q.Key); w.err != nil {
		return
	}
	available := w.agents(q.Agents)
	if slices.ContainsFunc(available, func(a Agent) bool { return a.ID == t.AssignedID }) {
		return
	}
	available = slices.DeleteFunc(available, func(a Agent) bool { return a.Absent })
	if len(available) == 0 {
		return
	}
	chosen := w.nextAgent(q, available)
	if q.Assign == AssignLeastOpen {
		chosen = w.leastBusyAgent(available)
	}
	w.exec("UPDATE queues SET last_agent = ? WHERE key = ?", chosen.ID, q.Key)
	t.Assign(chosen)
}

// agents returns the employees with the keys, in that order.
func (w *writer) agents(keys []string) []Agent {
	var all []Agent
	for _, key := range keys {
		if a, found := w.findAgent(key); found {
			all = append(all, a)
		}
	}
	return all
}

// findAgent finds an employee by code, else e-mail, else name.
func (w *writer) findAgent(key string) (Agent, bool) {
	for _, column := range []string{"code", "email", "name"} {
		if a, found := queryOne(w, scanAgent, agentColumns+" WHERE "+column+" = ? ORDER BY id LIMIT 1", key); found {
			return a, true
		}
	}
	return Agent{}, false
}

// nextAgent returns the agent after the queue's last assignee, in the queue's order.
func (w *writer) nextAgent(q Queue, available []Agent) Agent {
	last := w.queryNumber("SELECT last_agent FROM queues WHERE key = ?", q.Key)
	all := w.agents(q.Agents)
	at := slices.IndexFunc(all, func(a Agent) bool { return a.ID == last })
	for i := range all {
		next := all[(at+1+i)%len(all)]
		if slices.ContainsFunc(available, func(a Agent) bool { return a.ID == next.ID }) {
			return next
		}
	}
	return available[0]
}

// leastBusyAgent returns the agent with the fewest open tickets in all queues, the first of several.
func (w *writer) leastBusyAgent(available []Agent) Agent {
	chosen, least := available[0], int64(-1)
	for _, a := range available {
		open := w.queryNumber("SELECT count(*) FROM tickets WHERE assigned_id = ? AND closed_at IS NULL", a.ID)
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
