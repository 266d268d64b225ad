package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
)

// otherWords are what commands are called elsewhere, with what they are here, in the order of preference. The first one
// that there is below the command at hand is suggested.
var otherWords = map[string][]string{
	"get":      {"pull"},
	"list":     {"pull", "categories", "ticket list"},
	"ls":       {"pull", "categories", "ticket list"},
	"search":   {"list --filter", "pull --filter", "pull --name", "faq search"},
	"find":     {"search", "list --filter", "pull --name", "ticket list --filter"},
	"view":     {"get", "pull", "ticket get"},
	"show":     {"get", "search", "pull", "ticket get"},
	"create":   {"add", "ticket add"},
	"new":      {"add", "ticket add"},
	"open":     {"add", "ticket add"},
	"edit":     {"update", "ticket update"},
	"change":   {"update", "ticket update"},
	"set":      {"update", "ticket update"},
	"reply":    {"update --comment", "ticket update --comment"},
	"comment":  {"update --comment", "ticket update --comment"},
	"close":    {"update --sub-status CL", "ticket update --sub-status CL"},
	"resolve":  {"update --sub-status CL", "ticket update --sub-status CL"},
	"tickets":  {"ticket"},
	"orders":   {"order"},
	"articles": {"faq"},
	"import":   {"desk import", "update --from-csv"},
	"export":   {"desk export"},
	"login":    {"init"},
	"setup":    {"init"},
	"server":   {"serve"},
	"check":    {"doctor"},
	"status":   {"doctor"},
	"logout":   {"init"},
	"whoami":   {"config"},
	"settings": {"config"},
	"manual":   {"docs"},
	"man":      {"docs"},
	"board":    {"stats"},
}

// otherFlags are what flags are called elsewhere.
var otherFlags = map[string][]string{
	"status": {"sub-status", "filter"}, "state": {"sub-status", "filter"}, "substatus": {"sub-status"},
	"subject": {"title"}, "summary": {"title"},
	"body": {"comment", "details"}, "message": {"comment", "details"}, "text": {"comment", "details"},
	"description": {"details"}, "note": {"comment"},
	"output": {"json"}, "format": {"json"}, "o": {"json"},
	"since": {"from"}, "start": {"from"}, "until": {"to"}, "end": {"to"},
	"mail": {"email"}, "e-mail": {"email"}, "query": {"filter"}, "q": {"filter"}, "group": {"queue"}, "team": {"queue"},
	"port": {"listen"}, "host": {"listen"}, "bind": {"listen"}, "addr": {"listen"},
	"assignee": {"filter"}, "owner": {"filter"}, "priority": {"filter"}, "search": {"filter"}, "l": {"limit"}, "n": {"limit"},
	"per-page": {"limit"}, "max": {"limit"}, "order": {"sort"}, "columns": {"fields"},
}

// suggestCommand returns what was meant by a word that is no command of c; empty if nothing is close.
func suggestCommand(c *cobra.Command, word string) string {
	for _, words := range otherWords[strings.ToLower(word)] {
		if first := strings.Fields(words); hasCommand(c, first) {
			return c.CommandPath() + " " + words
		}
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return phrase.Nearest(word, names)
}

// hasCommand reports whether the words before the first flag are a command below c, which has the flag.
func hasCommand(c *cobra.Command, words []string) bool {
	for _, word := range words {
		if name, isFlag := strings.CutPrefix(word, "--"); isFlag {
			return c.Flags().Lookup(name) != nil
		}
		i := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == word })
		if i < 0 {
			return false
		}
		c = c.Commands()[i]
	}
	return true
}

// suggestFlag returns the flag that was meant by a name that is no flag of c; empty if nothing is close.
func suggestFlag(c *cobra.Command, name string) string {
	for _, flag := range otherFlags[strings.ToLower(name)] {
		if c.Flags().Lookup(flag) != nil {
			return flag
		}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return phrase.Nearest(name, names)
}

// absentOf returns why the service cannot do what a word under c asks for, and what comes nearest; empty if that is not
// known.
func absentOf(c *cobra.Command, word string) string {
	absent, isAbsent := keymap.FindAbsent(word)
	if !isAbsent || !slices.Contains([]string{"frontdesk", "ticket"}, c.Name()) && c.Parent().Name() != "ticket" {
		return ""
	}
	return lowerFirst(strings.TrimSuffix(absent.Says, "."))
}
