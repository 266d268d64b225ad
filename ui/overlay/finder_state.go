package overlay

import (
	"fmt"

	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// remarks says what was found and what is asked for, each in its style.
func (f *Finder) remarks(th *theme.Theme, say func(theme.Style, string)) {
	switch {
	case f.asked.busy:
		say(th.Info, fmt.Sprintf("Loading customer %d…", f.asked.id))
	case backend.IsNotFound(f.asked.err):
		say(th.Warning, fmt.Sprintf("The service has no customer %d.", f.asked.id))
	case f.asked.err != nil:
		say(th.Error, "✗ "+backend.ErrorText(f.asked.err))
	}
	switch orders := &f.search.Orders; {
	case backend.IsNotConfigured(orders.Err()):
		say(th.Warning, "Not searched: "+backend.ErrorText(orders.Err()))
	case orders.Err() != nil:
		say(th.Error, "✗ orders: "+backend.ErrorText(orders.Err()))
	case orders.Progress(f.cmds.Today()) != "":
		say(th.Info, orders.Progress(f.cmds.Today()))
	}
	f.sayDays(th, say)
	switch known := &f.search.Known; {
	case known.Err != nil:
		say(th.Error, "✗ "+backend.ErrorText(known.Err))
	case known.Value.More:
		say(th.Muted, "More customers match: keep typing.")
	}
}

// sayDays says how far the day-by-day search is.
func (f *Finder) sayDays(th *theme.Theme, say func(theme.Style, string)) {
	b, today := &f.search.Older, f.cmds.Today()
	progress := b.Progress(today)
	switch {
	case b.Busy():
		say(th.Info, progress)
	case progress == "":
	case len(b.Found()) == 0:
		say(th.Warning, progress)
	default:
		say(th.Success, progress)
	}
	switch err := b.Err(); {
	case backend.IsNotConfigured(err):
		say(th.Warning, "Not searched: "+backend.ErrorText(err))
	case err != nil:
		say(th.Error, "✗ "+b.Next().WithYear()+": "+backend.ErrorText(err))
	}
}

// below returns the lines under the rows.
func (f *Finder) below(th *theme.Theme, width, _ int) []string {
	var lines []string
	say := func(ink theme.Style, words string) {
		lines = append(lines, ink.RenderLines("", termwidth.Wrap(words, width))...)
	}
	if f.search.Typed == "" {
		say(th.Muted, "Type to search loaded customers.")
		return lines
	}
	if why := f.why(); why != "" {
		say(th.Muted, why)
	}
	if known := &f.search.Known; known.Err == nil && known.Of == f.search.Typed && len(f.search.Rows()) == 0 {
		say(th.Muted, "No matching customer is loaded.")
	}
	f.remarks(th, say)
	return lines
}

// why says why the row under the cursor is listed, as far as its columns do not show that.
func (f *Finder) why() string {
	row, listed := f.under()
	if !listed || row.Match == nil {
		return ""
	}
	found := row.Match
	switch value := found.Value.String(); {
	case found.LastDigits:
		return "Only visible digits could be compared: " + value + "."
	case found.By == backend.ByTicket:
		return "Matches ticket " + value + "."
	case found.By == backend.ByOrder:
		return "Matches order " + value + "."
	case found.By == backend.ByTitle:
		return "Matches the title of a ticket: " + value + "."
	case found.By == backend.ByCode:
		return "Matches the customer's code, " + value + "."
	case found.By == backend.ByCreator && found.Record != nil:
		return "Matches the creator of a ticket: " + value + "."
	}
	return ""
}

// waiting returns what the search waits for; empty for nothing.
func (f *Finder) waiting() string {
	switch {
	case f.asked.busy:
		return fmt.Sprintf("loading customer %d", f.asked.id)
	case f.search.Typed != "" && f.search.IsWaiting():
		return "searching the loaded customers"
	}
	return ""
}

// stateWords describes the state of the search.
func (f *Finder) stateWords() []string {
	if f.search.Typed == "" {
		return nil
	}
	people := 0
	for _, r := range f.rows {
		if r.Match != nil {
			people++
		}
	}
	said := []string{accessible.Sentence(phrase.CountOf(people, "match", "matches") + ` for "` + f.search.Typed + `"`)}
	f.remarks(new(theme.Theme), func(_ theme.Style, words string) { said = append(said, accessible.Sentence(words)) })
	return said
}
