package overlay

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// List is the list, for a screen that draws it.
func (l *Lookup) List() *List { return l.list }

// Type types into the field.
func (l *Lookup) Type(msg tea.Msg) tea.Cmd {
	_, cmd := l.list.input(nil, msg)
	return cmd
}

// Open does what the row under the cursor offers, once the matches of the query have arrived.
func (l *Lookup) Open() tea.Cmd {
	if l.opening = l.IsWaiting(); l.opening {
		return nil
	}
	for _, a := range l.list.acts() {
		return a.Run()
	}
	return nil
}

// below returns the lines under the rows.
func (l *Lookup) below(th *theme.Theme, width, _ int) []string {
	var lines []string
	l.remarks(func(ink func(*theme.Theme) theme.Style, words string) {
		lines = append(lines, ink(th).RenderLines("", termwidth.Wrap(words, width))...)
	})
	return lines
}

// Words reads what was searched.
func (l *Lookup) Words() []string {
	if l.Typed == "" {
		return nil
	}
	var said []string
	l.remarks(func(_ func(*theme.Theme) theme.Style, words string) { said = append(said, accessible.Sentence(words)) })
	return said
}

func info(th *theme.Theme) theme.Style    { return th.Info }
func warning(th *theme.Theme) theme.Style { return th.Warning }
func failure(th *theme.Theme) theme.Style { return th.Error }
func success(th *theme.Theme) theme.Style { return th.Success }

// remarks says what was found and what is asked for.
func (l *Lookup) remarks(say Say) {
	if l.Typed == "" {
		say(muted, "Type to search loaded customers.")
		return
	}
	if l.Asked != nil {
		l.Asked(say)
	}
	today := l.cmds.Today()
	l.sayRequest(say, "orders", l.Orders.Err())
	if progress := l.Orders.Progress(today); progress != "" && l.Orders.Err() == nil {
		say(info, l.stops(l.Orders.Busy)+progress)
	}
	progress, ink := l.Older.Progress(today), success
	switch {
	case l.Older.Busy():
		ink = info
	case len(l.Older.Found()) == 0:
		ink = warning
	}
	if progress != "" {
		say(ink, l.stops(l.Older.Busy())+progress)
	}
	if err := l.Older.Err(); err != nil {
		l.sayRequest(say, l.Older.Next().WithYear(), err)
	}
	l.sayKnown(say)
}

func (l *Lookup) stops(isBusy bool) string {
	if isBusy {
		return l.Stops
	}
	return ""
}

// sayRequest says why something could not be searched.
func (l *Lookup) sayRequest(say Say, what string, err error) {
	switch {
	case backend.IsNotConfigured(err):
		say(warning, "Not searched: "+backend.ErrorText(err))
	case err != nil:
		say(failure, "✗ "+what+": "+backend.ErrorText(err))
	}
}

// sayKnown says how many matches there are among what is known.
func (l *Lookup) sayKnown(say Say) {
	f := &l.Known.Value
	switch {
	case l.Known.Err != nil:
		say(failure, "✗ "+backend.ErrorText(l.Known.Err))
		return
	case l.Known.Of != l.Typed:
		return
	}
	found := strconv.Itoa(len(f.Matches))
	switch {
	case f.More:
		found = "more than " + found
	case len(f.Matches) == 0:
		found = "nobody"
	}
	known := phrase.Count(f.Tickets, "ticket")
	if f.Customers > 0 {
		known = phrase.Count(f.Customers, "customer") + " and " + known
	}
	say(muted, "Found "+found+" among "+known+" loaded.")
}
