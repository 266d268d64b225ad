package pane

import (
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// freshness is the content of a pane's last row: the scroll position, and the age of the data.
type freshness struct {
	found   string // search result; empty if there is no search
	over    *widget.Viewport
	busy    bool
	err     error     // error of the last request
	at      time.Time // when the data was loaded; zero if it has not been requested yet
	changed string    // what shows a change that others have made since; empty if none is known
}

func (r freshness) line(th *theme.Theme, cmds *backend.Backend, width int) string {
	since := "not loaded yet"
	if !r.at.IsZero() {
		since = cmds.Zones.FormatAsOf(r.at, cmds.Now())
	}
	if r.err != nil {
		return th.Error.Render(termwidth.Pad(failureLine("✗ "+since+"; ", backend.ErrorText(r.err), width), width))
	}
	seen := ""
	if !r.over.AtBottom() || r.over.Offset() > 0 {
		seen = strconv.Itoa(r.over.Percent()) + "%"
	}
	switch {
	case r.busy && !r.at.IsZero() && desk.DateOf(cmds.Zones.Local(r.at)) != desk.DateOf(cmds.Now()):
		since += ", refreshing…"
	case r.busy:
		since = "refreshing…"
	case r.at.IsZero():
		since = ""
	}
	if r.changed != "" {
		return th.Warning.Render(termwidth.Pad(phrase.Join(" · ", r.found, "! changed meanwhile", r.changed), width))
	}
	return th.Muted.Render(termwidth.Pad(phrase.Join(" · ", r.found, seen, since), width))
}

// failureLine returns the longest wording of an error that fits: whole, without its cause, without naming the service.
// A shorter wording is better than a line that ends in the middle of one.
func failureLine(since, text string, width int) string {
	brief, _, _ := strings.Cut(text, ": ")
	for _, wording := range []string{text, brief, strings.TrimPrefix(brief, "the service ")} {
		if termwidth.Width(since+wording) <= width {
			return since + wording
		}
	}
	return since + text
}
