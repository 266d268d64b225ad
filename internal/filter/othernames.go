package filter

import (
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// OtherName is what other desks call a condition.
type OtherName struct {
	Name  string
	Means Name
}

// OtherNames are read as conditions. The names status and state mean is: with a state such as open, else sub:.
var OtherNames = []OtherName{
	{"status", SubStatus},
	{"state", SubStatus},
	{"substatus", SubStatus},
	{"sub-status", SubStatus},
	{"sub_status", SubStatus},
	{"priority", Priority},
	{"urgency", Priority},
	{"group", Queue},
	{"team", Queue},
	{"department", Queue},
	{"assigned", Assignee},
	{"assigned-to", Assignee},
	{"assigned_to", Assignee},
	{"agent", Assignee},
	{"owner", Assignee},
	{"requester", Customer},
	{"client", Customer},
	{"contact", Customer},
	{"channel", Source},
	{"via", Source},
	{"category", Disposition},
	{"reason", Disposition},
	{"deadline", Due},
	{"opened", Created},
	{"follow-up", CallAt},
	{"followup", CallAt},
}

// states are the values of status: that are states in is:, by what other desks call them.
var states = map[string]string{
	Open: Open, "unresolved": Open, "unsolved": Open,
	Closed: Closed, "solved": Closed, "resolved": Closed, "done": Closed, "complete": Closed, "completed": Closed,
	Escalated: Escalated,
}

// conditionCalled returns the condition with a name, or with a name of other desks; nil when there is none.
func conditionCalled(name string) *Condition {
	if i := slices.IndexFunc(OtherNames, func(o OtherName) bool { return o.Name == name }); i >= 0 {
		name = string(OtherNames[i].Means)
	}
	return conditionOf(name)
}

// callableNames are all names that can be typed before a colon.
var callableNames = func() []string {
	var all []string
	for _, c := range Conditions {
		all = append(all, string(c.Name))
	}
	for _, o := range OtherNames {
		all = append(all, o.Name)
	}
	return all
}()

// withState makes a term of is: of one that was typed as status: with states alone.
func (p *parser) withState(t Term, typed string) Term {
	if name := strings.ToLower(typed); name != "status" && name != "state" {
		return t
	}
	found := 0
	for i, v := range t.Values {
		if state := states[safetext.Fold(v.Text)]; state != "" {
			found++
			t.Values[i].Text = state
		}
	}
	switch {
	case found == 0:
		return t
	case found < len(t.Values):
		p.fail(t.At, false, "%s: has states and sub-statuses; write is: for the states and sub: for the others", typed)
	}
	t.Name = Is
	return t
}

// ParseWhole reads a text where nobody sees what is made of it: in a script and in the configuration. It refuses what
// Parse only notes while it is typed.
func ParseWhole(text string) (Filter, error) {
	p := parse(text)
	switch {
	case p.fault != nil:
		return p.found, p.fault
	case p.doubt != nil:
		return p.found, p.doubt
	}
	return p.found, nil
}
