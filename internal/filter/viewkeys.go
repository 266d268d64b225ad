package filter

import "strings"

// ViewKeys are the conditions that a view of the configuration can have beside its filter. An entry of a list is the
// whole name or key; an empty one is a ticket without any.
type ViewKeys struct {
	SubStatuses, Queues, Priorities, Assignees []string

	Text                                                   string // words that a ticket must hold
	Callbacks, AtRisk, Unattended, Escalated, Open, AnyDay bool
}

// Filter returns the filter with the conditions of the keys before its own.
func (k *ViewKeys) Filter(own string) string {
	var all []string
	add := func(is bool, term string) {
		if is {
			all = append(all, term)
		}
	}
	add(k.Unattended, "is:unattended")
	add(k.Escalated, "is:escalated")
	add(k.Open, "is:open")
	add(len(k.Assignees) > 0, exact(Assignee, k.Assignees))
	add(len(k.Queues) > 0, exact(Queue, k.Queues))
	add(len(k.SubStatuses) > 0, exact(SubStatus, k.SubStatuses))
	add(len(k.Priorities) > 0, exact("prio", k.Priorities))
	add(k.Callbacks, "has:callback")
	add(k.AtRisk, "is:late,risk")
	add(k.Callbacks || k.AnyDay, AnyDay)
	add(k.Text != "", Words(k.Text).String())
	add(own != "", own)
	return strings.Join(all, " ")
}

// exact returns the condition that a ticket has one of these names or keys.
func exact(name Name, values []string) string {
	t := Term{Name: name}
	for _, value := range values {
		v := Value{Text: value, Compare: exactly}
		if value == "" {
			v = Value{Text: None}
		}
		t.Values = append(t.Values, v)
	}
	return t.String()
}
