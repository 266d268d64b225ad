package overlay

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/theme"
)

// goBack asks the service day by day, from where it was left.
func (f *Find) goBack() tea.Cmd {
	if !f.isWorthAsking() || f.back.busy {
		return nil
	}
	f.back.busy, f.back.err, f.back.until = true, nil, f.back.days+longestBack
	f.arrange()
	return f.cmds.LookBack(f.typed, f.back.next)
}

// lookedBack goes on with the days before, unless somebody was found, a day failed, or a year has passed without a match.
func (f *Find) lookedBack(msg command.LookedBackMsg) tea.Cmd {
	b := &f.back
	b.next, b.err = msg.Next, msg.Err
	b.days += msg.Days
	b.found = append(b.found, msg.Found...)
	b.busy = msg.Err == nil && len(msg.Found) == 0 && b.days < b.until
	before := len(f.rows)
	f.arrange()
	if len(msg.Found) > 0 {
		f.list.SetCursor(f.firstOf(msg.Found[0].ID, before))
	}
	if !b.busy {
		return nil
	}
	return f.cmds.LookBack(f.typed, b.next)
}

// firstOf is the row of a customer, or another one when there is none.
func (f *Find) firstOf(id int64, otherwise int) int {
	for i, r := range f.rows {
		if r.found != nil && r.found.ID == id {
			return i
		}
	}
	return otherwise
}

// state is what is to be said below the rows: what is being asked, and what came of it.
func (f *Find) state(th *theme.Theme, width int) []string {
	var lines []string
	say := func(ink theme.Ink, words string) {
		for _, l := range wrap(words, width) {
			lines = append(lines, ink.On(l))
		}
	}
	switch {
	case f.asked.busy:
		say(th.Info, fmt.Sprintf("Asking for customer %d…", f.asked.id))
	case command.IsUnknown(f.asked.err):
		say(th.Warn, fmt.Sprintf("The service knows no customer %d.", f.asked.id))
	case f.asked.err != nil:
		say(th.Bad, "✗ "+command.Reason(f.asked.err))
	}
	b := &f.back
	through := fmt.Sprintf("%s looked through, back to %s", countOf(b.days, "day"), shortDay(b.next.Add(1)))
	switch {
	case b.busy && b.days == 0:
		say(th.Info, "Asking for the customers made on "+shortDay(b.next)+" and the days before…")
	case b.busy:
		say(th.Info, "Asking for the customers made on "+shortDay(b.next)+" and before… "+through)
	case command.IsSetting(b.err):
		say(th.Warn, "Not asked: "+command.Reason(b.err))
	case b.err != nil:
		say(th.Bad, "✗ "+shortDay(b.next)+": "+command.Reason(b.err))
	case b.days > 0 && len(b.found) == 0:
		say(th.Warn, through+": nobody fits.")
	case b.days > 0:
		say(th.Good, through+"; found "+countOf(len(b.found), "customer")+".")
	}
	return lines
}

func countOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func shortDay(d desk.Day) string {
	return fmt.Sprintf("%d %s %d", d.Date, d.Month.String()[:3], d.Year)
}
