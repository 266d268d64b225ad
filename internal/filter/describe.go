package filter

import (
	"fmt"
	"slices"
	"strings"
)

// Describe returns the tickets that a filter finds in words, such as "open tickets of Asha Rao"; agent is who me means.
func Describe(text, agent string) string {
	f, err := Parse(text)
	if err != nil {
		return "tickets that match “" + text + "”"
	}
	var kinds, phrases, words, others []string
	for _, t := range f.Terms {
		kind, phrase, isSaid := t.describe(agent)
		switch {
		case t.Name == Any:
		case t.Name == "" && !t.Not:
			words = append(words, t.Text)
		case !isSaid:
			others = append(others, t.String())
		default:
			if kind != "" && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			phrases = append(phrases, phrase)
		}
	}
	said := strings.Join(append(kinds, "tickets"), " ") + strings.Join(phrases, "")
	if len(words) > 0 {
		said += " with “" + strings.Join(words, " ") + "”"
	}
	if len(others) > 0 {
		said += " that match “" + strings.Join(others, " ") + "”"
	}
	if said != "tickets" {
		return said
	}
	if anyDay, _ := f.SaysAnyDay(); anyDay {
		return "every ticket of the shown days, and the open ones of others"
	}
	return "every ticket of the shown days"
}

// describe returns what kind of tickets a condition finds, and what is said of them after that word; isSaid is false
// for a condition for which there are no words.
func (t Term) describe(agent string) (kind, phrase string, isSaid bool) {
	c := Of(t.Name)
	if c == nil || t.Not || c.phrase == "" {
		return "", "", false
	}
	var all []string
	for i, v := range t.Values {
		of, words := c.describe(v, agent)
		if i > 0 && of != kind || words == "" && (of == "" || len(t.Values) > 1) {
			return "", "", false
		}
		kind = of
		if words != "" {
			all = append(all, words)
		}
	}
	if len(all) > 0 {
		phrase = " " + fmt.Sprintf(c.phrase, strings.Join(all, " or "))
	}
	return kind, phrase, true
}

// describe returns what kind of tickets a value finds, and the words for it in the phrase of the condition.
func (c *Condition) describe(v Value, agent string) (kind, words string) {
	switch choice := c.choice(v); {
	case choice != nil && choice.needs&OfAgent != 0:
		return "", agent
	case choice != nil:
		return choice.kind, choice.words
	case v.is(None):
		return "", ""
	case v.Compare == exactly:
		return "", v.Text
	}
	return "", v.Compare + v.Text
}

// SaysAnyDay reports whether the filter asks for open tickets of days that are not shown, and whether it says so or the
// opposite; the last term of any: counts.
func (f Filter) SaysAnyDay() (anyDay, isSaid bool) {
	for _, t := range f.Terms {
		if t.Name == Any {
			anyDay, isSaid = !t.Not, true
		}
	}
	return anyDay, isSaid
}

// IsOfCallbacks reports whether the filter finds tickets with an open callback alone.
func (f Filter) IsOfCallbacks() bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool {
		return t.Name == "has" && !t.Not && len(t.Values) == 1 && t.Values[0].is("callback")
	})
}
