package deskdata

import (
	"cmp"
	"errors"
	"fmt"

	"frontdesk/internal/store"
)

var subStatuses = definition[store.SubStatus]{
	name: "sub-status", file: "sub-statuses",
	what: "What Update Ticket can set. P, PS, US and CL are always there and can be renamed.",
	columns: []column[store.SubStatus]{
		keyColumn("key", "what requests carry", func(r *store.SubStatus) *string { return &r.Key }),
		required(lineColumn("name", "what agents read", func(r *store.SubStatus) *string { return &r.Name })),
		lineColumn("status", "`P` while the ticket is open (default), `C` when it is closed", func(r *store.SubStatus) *string { return &r.Status }),
		lineColumn("status_name", "what agents read; `Pending` for P and `Complete` for C by default", func(r *store.SubStatus) *string { return &r.StatusName }),
	},
	keys: func(r *store.SubStatus) []string { return []string{r.Key} },
	also: func(_ *checker, _ *entry, r *store.SubStatus) error {
		if r.Status != "" && r.Status != "P" && r.Status != store.ClosedStatus {
			return fmt.Errorf("status %q is neither P (open) nor C (closed)", r.Status)
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.SubStatus, set func(*store.SubStatus) error) (store.Outcome, error) {
		return l.desk.SubStatus(r.Key, func(r *store.SubStatus) error {
			was := r.Status
			err := set(r)
			r.Status = cmp.Or(r.Status, "P")
			if r.StatusName == "" || was != "" && was != r.Status && r.StatusName == statusNames[was] {
				r.StatusName = statusNames[r.Status]
			}
			return err
		})
	},
}

var statusNames = map[string]string{"P": "Pending", store.ClosedStatus: "Complete"}

var employees = definition[store.Agent]{
	name: "employee", file: "employees", table: "employees",
	what: "Who tickets, customers and orders are assigned to. Files name an employee by code, without one by e-mail or name.",
	columns: []column[store.Agent]{
		numberColumn("id", "its number; the next one by default", func(r *store.Agent) *int64 { return &r.ID }),
		lineColumn("code", "the employee code", func(r *store.Agent) *string { return &r.Code }),
		lineColumn("name", "what agents read", func(r *store.Agent) *string { return &r.Name }),
		lineColumn("email", "the e-mail address", func(r *store.Agent) *string { return &r.Email }),
		lineColumn("phone", "the phone", func(r *store.Agent) *string { return &r.Phone }),
		flagColumn("absent", "gets no tickets from queues as long as it is true", func(r *store.Agent) *bool { return &r.Absent }),
	},
	keys: func(r *store.Agent) []string {
		if r.ID != 0 {
			return []string{numbered(r.ID)}
		}
		if r.Code != "" {
			return []string{named("code", r.Code)}
		}
		return []string{r.Key()}
	},
	number: func(r *store.Agent) int64 { return r.ID },
	also: func(c *checker, _ *entry, r *store.Agent) error {
		if r.Key() == "" {
			return errNoName
		}
		for _, key := range []string{r.Code, r.Email, r.Name} {
			c.people[key] = true
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Agent, set func(*store.Agent) error) (store.Outcome, error) {
		return l.desk.Agent(r.ID, r.Key(), set)
	},
}

// named is a key with what it is, none for an empty one.
func named(what, key string) string {
	if key == "" {
		return ""
	}
	return what + " " + key
}

func numbered(id int64) string {
	if id == 0 {
		return ""
	}
	return fmt.Sprintf("number %d", id)
}

var queues = definition[store.Queue]{
	name: "queue", file: "queues",
	what: "Where tickets wait, and to whom they are given there.",
	columns: []column[store.Queue]{
		keyColumn("key", "what requests carry", func(r *store.Queue) *string { return &r.Key }),
		required(lineColumn("name", "what agents read", func(r *store.Queue) *string { return &r.Name })),
		flagColumn("default", "new tickets come into it; one queue at most", func(r *store.Queue) *bool { return &r.Default }),
		priorityColumn("priority", "what a ticket gets that has none when it comes into the queue", func(r *store.Queue) *string { return &r.Priority }),
		{
			name: "assign", shape: textShape, what: "who is given a ticket that comes into the queue: `nobody` (default), `round-robin` or `least-open`",
			get: func(r *store.Queue) string { return string(r.Assign) }, set: setAssign,
		},
		listColumn("agents", "employee", "the employees to whom it is given", func(r *store.Queue) *[]string { return &r.Agents }),
	},
	keys: func(r *store.Queue) []string { return []string{r.Key} },
	also: func(c *checker, e *entry, r *store.Queue) error {
		if r.Assign != store.AssignNobody && e.text("agents") == "" {
			return fmt.Errorf("assign is %s, but agents names nobody", r.Assign)
		}
		if r.Default {
			c.claim("default queue", "default", e)
			c.defaultQueue(r.Key)
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Queue, set func(*store.Queue) error) (store.Outcome, error) {
		return l.desk.Queue(r.Key, set)
	},
}

func setAssign(r *store.Queue, text string, _ *context) error {
	r.Assign = store.Assign(text)
	switch r.Assign {
	case "nobody":
		r.Assign = store.AssignNobody
	case store.AssignNobody, store.AssignRoundRobin, store.AssignLeastOpen:
	default:
		ways := []string{"nobody", string(store.AssignRoundRobin), string(store.AssignLeastOpen)}
		return fmt.Errorf("%q is no way to assign; %s", text, hint(text, ways))
	}
	return nil
}

func priorityColumn[T any](name, what string, at func(*T) *string) column[T] {
	c := textColumn(name, what+": `Low`, `Normal`, `High` or `Urgent`", at)
	c.set = func(r *T, text string, _ *context) error {
		*at(r) = text
		return priorityFault(text)
	}
	return c
}

type disposition struct{ path string }

var dispositions = definition[disposition]{
	name: "disposition", file: "dispositions",
	what: "What a ticket can end with. With none here Update Ticket takes any text, with some it takes these.",
	columns: []column[disposition]{
		required(lineColumn("path", "its steps joined by `|`", func(r *disposition) *string { return &r.path })),
	},
	keys: func(r *disposition) []string { return []string{r.path} },
	also: func(_ *checker, _ *entry, r *disposition) error {
		if r.path == "" {
			return errors.New("path is empty")
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *disposition, _ func(*disposition) error) (store.Outcome, error) {
		return l.desk.Disposition(r.path)
	},
}

// The share of its time after which a ticket is at risk, unless its rule says another one.
const defaultAtRisk = 75

var slaRules = definition[store.SLARule]{
	name: "sla", file: "sla",
	what: "How long a ticket may stay open. The rule that names queue and priority counts before one that names the queue, that before one " +
		"that names the priority, that before one that names neither.",
	columns: []column[store.SLARule]{
		refColumn("queue", "queue", "for tickets in this queue; any by default", func(r *store.SLARule) *string { return &r.Queue }),
		priorityColumn("priority", "for tickets of this priority; any by default", func(r *store.SLARule) *string { return &r.Priority }),
		{
			name: "within", shape: spanShape, what: "calendar time from creation, such as `30m`, `8h`, `2d` or `1d 12h`", must: true,
			get: func(r *store.SLARule) string { return durationText(r.Seconds) },
			set: func(r *store.SLARule, text string, _ *context) error {
				seconds, err := parseDuration(text)
				r.Seconds = seconds
				return err
			},
		},
		numberColumn("at_risk", "per cent of that time after which an open ticket is at risk; 75 by default", func(r *store.SLARule) *int { return &r.AtRisk }),
	},
	keys: func(r *store.SLARule) []string {
		return []string{"queue " + cmp.Or(r.Queue, "any") + ", priority " + cmp.Or(r.Priority, "any")}
	},
	also: func(_ *checker, _ *entry, r *store.SLARule) error {
		if r.AtRisk > 100 {
			return fmt.Errorf("at_risk %d is more than 100 per cent", r.AtRisk)
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.SLARule, set func(*store.SLARule) error) (store.Outcome, error) {
		return l.desk.SLARule(r.Queue, r.Priority, func(r *store.SLARule) error {
			err := set(r)
			r.AtRisk = cmp.Or(r.AtRisk, defaultAtRisk)
			return err
		})
	},
}
