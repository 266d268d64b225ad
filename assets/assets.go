// Package assets holds the files that are part of the program: the sample desk, the starter files, the documentation.
package assets

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed docs/*.md sample/desk starter/desk
var files embed.FS

// Sample returns the sample desk, in the files of frontdesk desk import: two weeks of an electronics retailer, with
// relative times. Everything in it is invented: names, numbers of fictional ranges, example.com addresses.
func Sample() fs.FS { return below("sample/desk") }

// Starter returns the files with which a team begins a desk of its own, to be edited and then imported.
func Starter() fs.FS { return below("starter/desk") }

func below(dir string) fs.FS {
	found, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return found
}

// Topic is one page of the documentation, in markdown.
type Topic struct {
	Name  string // of its file, without the ending
	About string // what the page answers
}

// Topics are all pages in the order in which a newcomer reads them.
var Topics = []Topic{
	{"getting-started", "Work on a first ticket, and what you see on the screen"},
	{"install", "Install, upgrade and remove frontdesk"},
	{"your-own-desk", "Set up a desk for a team in ten minutes"},
	{"desk-data", "Import and export a desk as files"},
	{"calls", "Answer a telephone call"},
	{"keys", "Every key of the console, the mouse, panes"},
	{"filter", "The filter language of the inbox, of views and of commands"},
	{"commands", "One-shot commands, lost answers and exit codes"},
	{"scripts", "JSON, CSV and jq for scripts, and the fields of all records"},
	{"configuration", "Accounts, views, key bindings, themes, macros, time zones"},
	{"hosting", "Run the service and the SSH host for a team"},
	{"capacity", "How much one machine carries, and what to watch"},
	{"troubleshooting", "Messages, their causes and cures"},
	{"http", "Every request of the service with curl, right and wrong"},
	{"security", "What is protected, and how"},
	{"accessible", "The console for screen readers and braille displays"},
	{"glossary", "What words mean here"},
	{"coming-from", "For those who know Zendesk, Freshdesk, OTRS or osTicket"},
	{"why", "What frontdesk is for, what it cannot do, and a comparison"},
}

// TopicNames lists the topics' names in the same order.
func TopicNames() []string {
	names := make([]string, len(Topics))
	for i, topic := range Topics {
		names[i] = topic.Name
	}
	return names
}

// Page returns a topic's markdown without the comments that mark its generated parts; false when there is none.
func Page(topic string) (string, bool) {
	content, err := files.ReadFile("docs/" + topic + ".md")
	if err != nil {
		return "", false
	}
	var page strings.Builder
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "<!--") {
			page.WriteString(line)
		}
	}
	return page.String(), true
}
