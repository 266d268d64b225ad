// Package docs holds the documentation, a markdown page for each topic.
package docs

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

// Topic is one page of the documentation.
type Topic struct {
	Name  string // of its file, without the ending
	About string // what the page answers
}

// Topics are all pages in the order in which a newcomer reads them.
var Topics = []Topic{
	{"getting-started", "Install frontdesk and work through a first ticket"},
	{"keys", "Every key of the console, by place"},
	{"accessible", "The console as lines of text and questions, for screen readers and braille lines"},
	{"calls", "Answer a call: who it is, their tickets, notes, the end"},
	{"filter", "The filters of the inbox, of views and of pulls"},
	{"configuration", "Accounts, credentials, views, key bindings and time zones"},
	{"commands", "One-shot commands for scripts, their output and exit codes"},
	{"your-own-desk", "Set up a desk for a team in ten minutes"},
	{"desk-data", "The files that a desk is imported from and exported to"},
	{"hosting", "Run the service, and the console over SSH, for a team"},
	{"operations", "Every request of the service with curl, and its answer"},
	{"security", "What is protected from whom, and how"},
	{"performance", "Measured times and sizes, and how to measure your own"},
	{"architecture", "How the program is built, and where to change what"},
}

// Names lists the topics' names in the same order.
func Names() []string {
	names := make([]string, len(Topics))
	for i, topic := range Topics {
		names[i] = topic.Name
	}
	return names
}

// Page returns a topic's markdown without the comments that mark its generated parts; false when there is none.
func Page(topic string) (string, bool) {
	content, err := files.ReadFile(topic + ".md")
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
