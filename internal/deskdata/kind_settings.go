package deskdata

import (
	"cmp"
	"fmt"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
)

var subStatuses = definition[store.SubStatus]{
	name: "sub-status", file: "sub-statuses",
	doc:     "A sub-status that Update Ticket can set. `P`, `PS`, `US` and `CL` always exist; you can rename them.",
	columns: columnsOf[store.SubStatus]("sub-status"),
	keys:    func(r *store.SubStatus) []string { return []string{r.Key} },
	checkMore: func(_ *checker, _ *entry, r *store.SubStatus) error {
		if r.Status != "" && r.Status != "P" && r.Status != desk.ClosedStatus {
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

var statusNames = map[string]string{"P": "Pending", desk.ClosedStatus: "Complete"}

var employees = definition[store.Agent]{
	name:  "employee",
	file:  "employees",
	table: "employees",
	doc: "A person to whom tickets, customers and orders are assigned. " +
		"Other entries name an employee by `code`, or else by `email` or `name`.",
	columns: columnsOf[store.Agent]("employee"),
	keys: func(r *store.Agent) []string {
		if r.ID != 0 {
			return []string{formatID(r.ID)}
		}
		if r.Code != "" {
			return []string{keyWithPrefix("code", r.Code)}
		}
		return []string{r.Key()}
	},
	number: func(r *store.Agent) int64 { return r.ID },
	checkMore: func(c *checker, _ *entry, r *store.Agent) error {
		if r.Key() == "" {
			return errNoName
		}
		for _, key := range []string{r.Code, r.Email, r.Name} {
			c.employees[key] = true
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Agent, set func(*store.Agent) error) (store.Outcome, error) {
		return l.desk.Agent(r.ID, r.Key(), set)
	},
}

// keyWithPrefix is a key with what it is, none for an empty one.
func keyWithPrefix(what, key string) string {
	if key == "" {
		return ""
	}
	return what + " " + key
}

func formatID(id int64) string {
	if id == 0 {
		return ""
	}
	return fmt.Sprintf("number %d", id)
}

var queues = definition[store.Queue]{
	name: "queue", file: "queues",
	doc:     "A queue of tickets, and the agents who get its tickets.",
	columns: columnsOf[store.Queue]("queue"),
	keys:    func(r *store.Queue) []string { return []string{r.Key} },
	checkMore: func(c *checker, e *entry, r *store.Queue) error {
		if r.Assign != store.AssignNobody && e.text("agents") == "" {
			return fmt.Errorf("assign is %s, but agents names nobody", r.Assign)
		}
		if r.Default {
			c.addKey("default queue", "default", e)
			c.setDefaultQueue(r.Key)
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Queue, set func(*store.Queue) error) (store.Outcome, error) {
		return l.desk.Queue(r.Key, set)
	},
}

type disposition struct{ Path string }

var dispositions = definition[disposition]{
	name: "disposition", file: "dispositions",
	doc:     "A disposition that Update Ticket accepts. If there is none, it accepts any text.",
	columns: columnsOf[disposition]("disposition"),
	keys:    func(r *disposition) []string { return []string{r.Path} },
	save: func(l *loader, _ *entry, r *disposition, _ func(*disposition) error) (store.Outcome, error) {
		return l.desk.Disposition(r.Path)
	},
}

// defaultAtRisk is the share of its time after which a ticket is at risk, unless its rule says another one.
const defaultAtRisk = 75

var slaRules = definition[store.SLARule]{
	name:    "sla",
	file:    "sla",
	doc:     "How long a ticket may stay open. The most specific rule applies ([SLA](#sla)).",
	columns: columnsOf[store.SLARule]("sla"),
	keys: func(r *store.SLARule) []string {
		return []string{"queue " + cmp.Or(r.Queue, "any") + ", priority " + cmp.Or(r.Priority, "any")}
	},
	checkMore: func(_ *checker, _ *entry, r *store.SLARule) error {
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
