package filter

import (
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// states are the values of status: that are states in is:, by what other desks call them.
var states = map[string]string{
	"open": "open", "unresolved": "open", "unsolved": "open",
	"closed": "closed", "solved": "closed", "resolved": "closed", "done": "closed",
	"complete": "closed", "completed": "closed",
	"escalated": "escalated",
}

// conditionCalled returns the condition with a name, or with a name of other desks; nil when there is none.
func conditionCalled(name string) *Condition {
	i := slices.IndexFunc(Conditions, func(c Condition) bool {
		return string(c.Name) == name || slices.Contains(c.OtherNames, name)
	})
	if i < 0 {
		return nil
	}
	return &Conditions[i]
}

// callableNames returns all names that can be typed before a colon.
func callableNames() (all []string) {
	for _, c := range Conditions {
		all = append(append(all, string(c.Name)), c.OtherNames...)
	}
	return all
}

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
	t.Name = "is"
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
