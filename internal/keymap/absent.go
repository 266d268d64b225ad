package keymap

import (
	"slices"
	"strings"
)

// Absent is what people look for and the service's interface does not have.
type Absent struct {
	Says    string   // what cannot be done, and what comes nearest
	Nearest []Action // which do that
	words   []string // what people type for it
}

// absent are the commands of other desks that none of ours is.
var absent = []Absent{
	{
		"The service cannot assign a ticket to someone. Another queue comes nearest.",
		[]Action{Update, TakeNext},
		[]string{"assign", "assignee", "reassign", "owner", "delegate"},
	},
	{
		"The service cannot merge or split tickets. A comment can name the other ticket.",
		[]Action{Comment, Close},
		[]string{"merge", "combine", "duplicate", "split"},
	},
	{
		"The service cannot change the priority of a ticket. Another queue comes nearest.",
		[]Action{Update},
		[]string{"priority", "prioritise", "prioritize", "urgency", "urgent"},
	},
	{
		"The service sends no replies. A comment goes to the ticket, where customers may read it.",
		[]Action{Comment, Macro},
		[]string{"reply", "respond", "forward", "mail", "cc"},
	},
	{
		"The service cannot escalate a ticket. Another queue, or a comment, comes nearest.",
		[]Action{Update, Comment},
		[]string{"escalate", "escalation"},
	},
	{
		"The service cannot delete a ticket. Closing it comes nearest.",
		[]Action{Close},
		[]string{"delete", "remove", "trash", "spam", "archive"},
	},
	{
		"An update with another sub-status opens a closed ticket again.",
		[]Action{Update},
		[]string{"reopen"},
	},
	{
		"The service has no tags. A disposition comes nearest.",
		[]Action{Update},
		[]string{"tag", "tags"},
	},
	{
		"The service cannot change the title of a ticket. A comment can correct it.",
		[]Action{Comment},
		[]string{"rename", "retitle"},
	},
	{
		"The service takes no files. A comment can hold a link.",
		[]Action{Comment, Links},
		[]string{"attach", "upload"},
	},
	{
		"The service has no watchers. A callback reminds you of a ticket.",
		[]Action{CallBack},
		[]string{"watch", "follow", "subscribe"},
	},
}

// leastBegun is how much of a word is enough to recognise it.
const leastBegun = 4

// FindAbsent returns what people look for with some words, the first of which counts.
func FindAbsent(typed string) (Absent, bool) {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(typed)), " ")
	i := slices.IndexFunc(absent, func(a Absent) bool {
		return slices.ContainsFunc(a.words, func(word string) bool {
			return word == first || len(first) >= leastBegun && strings.HasPrefix(word, first)
		})
	})
	if i < 0 {
		return Absent{}, false
	}
	return absent[i], true
}
