package overlay

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// searchOlder asks the service day by day, from where it was left.
func (f *CustomerSearch) searchOlder() tea.Cmd {
	if !f.isWorthAsking() || f.back.busy {
		return nil
	}
	f.back.busy, f.back.err, f.back.until = true, nil, f.back.days+maxDaysPerSearch
	f.rebuildRows()
	return f.cmds.SearchOlderCustomers(f.typed, f.back.next)
}

// lookedBack goes on with the days before, unless somebody was found, a day failed, or a year has passed without a match.
func (f *CustomerSearch) lookedBack(msg backend.OlderCustomersFoundMsg) tea.Cmd {
	b := &f.back
	b.next, b.err = msg.Next, msg.Err
	b.days += msg.Days
	b.found = append(b.found, msg.Found...)
	b.busy = msg.Err == nil && len(msg.Found) == 0 && b.days < b.until
	before := len(f.rows)
	f.rebuildRows()
	if len(msg.Found) > 0 {
		f.list.SetCursor(f.rowOfCustomer(msg.Found[0].ID, before))
	}
	if !b.busy {
		return nil
	}
	return f.cmds.SearchOlderCustomers(f.typed, b.next)
}

// rowOfCustomer is the row of a customer, or another one when there is none.
func (f *CustomerSearch) rowOfCustomer(id int64, otherwise int) int {
	for i, r := range f.rows {
		if r.found != nil && r.found.ID == id {
			return i
		}
	}
	return otherwise
}

// state is what is to be said below the rows: what is being asked, and what came of it.
func (f *CustomerSearch) state(th *theme.Theme, width int) []string {
	var lines []string
	say := func(ink theme.Style, words string) {
		for _, l := range wrap(words, width) {
			lines = append(lines, ink.Render(l))
		}
	}
	switch {
	case f.asked.busy:
		say(th.Info, fmt.Sprintf("Asking for customer %d…", f.asked.id))
	case backend.IsNotFound(f.asked.err):
		say(th.Warning, fmt.Sprintf("The service knows no customer %d.", f.asked.id))
	case f.asked.err != nil:
		say(th.Error, "✗ "+backend.ErrorText(f.asked.err))
	}
	b := &f.back
	through := fmt.Sprintf("%s looked through, back to %s", countOf(b.days, "day"), shortDay(b.next.Add(1)))
	switch {
	case b.busy && b.days == 0:
		say(th.Info, "Asking for the customers made on "+shortDay(b.next)+" and the days before…")
	case b.busy:
		say(th.Info, "Asking for the customers made on "+shortDay(b.next)+" and before… "+through)
	case backend.IsNotConfigured(b.err):
		say(th.Warning, "Not asked: "+backend.ErrorText(b.err))
	case b.err != nil:
		say(th.Error, "✗ "+shortDay(b.next)+": "+backend.ErrorText(b.err))
	case b.days > 0 && len(b.found) == 0:
		say(th.Warning, through+": nobody fits.")
	case b.days > 0:
		say(th.Success, through+"; found "+countOf(len(b.found), "customer")+".")
	}
	return lines
}

func countOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func shortDay(d desk.Date) string {
	return fmt.Sprintf("%d %s %d", d.Day, d.Month.String()[:3], d.Year)
}
