package call

import (
	"cmp"
	"fmt"
	"strings"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// Shown returns the call: the caller, the ticket of the notes, then the matches of the look-up, or the caller's tickets
// and orders and the answers. A line that is no command is a note.
func (p *Pane) Shown() pane.Shown {
	place := accessible.Place{Name: "call", Title: p.wordsTitle(), Text: p.wordsText()}
	switch p.at {
	case layout.Caller:
		place.Ask = accessible.Ask{Label: "Caller, phone, name, e-mail or number", Done: func(typed string) tea.Cmd {
			p.lookup.List().Input().SetValue("")
			return p.lookup.retype(tea.PasteMsg{Content: typed})
		}}
	case layout.CallAnswers:
		place.Ask = accessible.Ask{Label: "Answers, words or a number", Done: p.answers.SearchFor}
	default:
		place.Form = accessible.Form{
			Fields: p.notes.form.Words(), Other: backend.FieldComment,
			Set: func(name, value string) tea.Cmd {
				p.notes.form.Answer(name, value)
				return p.takeSuggestion()
			},
		}
	}
	place.Commands = []accessible.Command{
		p.partCommand("caller", "Search for the caller", layout.Caller),
		p.partCommand("notes", "Leave the search and write notes", layout.Notes),
		p.partCommand("answers", "List the articles that may answer", layout.CallAnswers),
	}
	return pane.Shown{Place: place, Rows: p.wordsRows()}
}

func (p *Pane) partCommand(name, help string, to layout.Slot) accessible.Command {
	return accessible.Command{Name: name, Help: help, Run: func() tea.Cmd {
		p.focus(to)
		return p.takeSuggestion()
	}}
}

// Waiting returns what the call waits for; empty for nothing.
func (p *Pane) Waiting() string {
	switch {
	case !p.IsOn():
		return ""
	case p.looksUp() && p.lookup.IsWaiting():
		return "searching for the caller"
	case p.isReading():
		return "loading the customer"
	}
	return ""
}

func (p *Pane) wordsTitle() string {
	switch {
	case p.looksUp():
		return fmt.Sprintf("Call, searching for %q", p.lookup.Typed)
	case p.at == layout.Caller:
		return "Call, who calls?"
	case p.at == layout.CallAnswers:
		return "Call, answers"
	}
	return accessible.Join("Call of " + cmp.Or(p.caller.Name.String(), "a caller without a name"))
}

func (p *Pane) wordsText() []string {
	said := []string(nil)
	switch {
	case p.looksUp():
		return append(said, p.lookup.Words()...)
	case p.at == layout.Caller:
		return said
	}
	return append(said, p.callerWords()...)
}

// callerWords says who calls, and where the notes go.
func (p *Pane) callerWords() (said []string) {
	if c := &p.caller; c.isChosen {
		said = append(said, accessible.Sentence(accessible.Join(
			c.Name.String(), c.Phone.String(), c.Email.String(), backend.CustomerLabel(c.Customer), p.recordWords(),
		)))
	}
	if c := p.record(); c != nil && p.at != layout.CallAnswers {
		if known := accessible.Join(pane.CustomerLines(c, wholeLine)...); known != "" {
			said = append(said, accessible.Sentence(known))
		}
	}
	if t := p.Ticket(); t != nil {
		said = append(said, accessible.Sentence("Notes go to ticket "+
			accessible.Join(t.ID.Display().String(), t.Title.String(), t.SubStatus.Label())))
		for _, alert := range pane.Alerts(t, p.th, wholeLine, p.cmds) {
			said = append(said, accessible.Sentence(ansi.Strip(alert)))
		}
		if newest := p.detail.NewestWords(); newest != "" && p.at != layout.CallAnswers {
			said = append(said, newest)
		}
	} else {
		said = append(said, "No ticket yet: new opens one for this caller.")
	}
	if notes := strings.TrimSpace(p.notes.text()); notes == "" && p.at != layout.CallAnswers {
		said = append(said, "A line that is not a command is added to the notes.")
	}
	return said
}

// wholeLine is a width in which texts that are read out are not wrapped.
const wholeLine = 1 << 12

// recordWords returns why the caller's record is not shown; empty if it is.
func (p *Pane) recordWords() string {
	text, _ := p.headState()
	return text
}

// wordRow is a row of one of the lists.
type wordRow struct {
	id, text string
	point    func()
}

// wordsRows returns the rows of all lists. A number of a ticket only moves the cursor: where the notes go now is read
// out.
func (p *Pane) wordsRows() pane.Rows {
	var all []wordRow
	add := func(list layout.Slot, what string, rows pane.Rows) {
		for i := range rows.Len() {
			point := func() { p.focus(list); rows.Point(i) }
			all = append(all, wordRow{string(list) + " " + rows.IDOf(i), what + rows.Words(i), point})
		}
	}
	switch {
	case p.looksUp():
		add(layout.Caller, "", pane.RowsOf(p.lookup.List().Items()))
	case p.at != layout.Caller:
		if p.at != layout.CallAnswers {
			add(layout.CallerTickets, "", pane.RowsOf(p.tickets.list.Items()))
			add(layout.CallerOrders, "", p.customer.Rows())
		}
		add(layout.CallAnswers, "Answer: ", p.answers.Rows())
	}
	return pane.Rows{
		Len: func() int { return len(all) }, ID: func(i int) string { return all[i].id },
		Words: func(i int) string { return all[i].text }, Point: func(i int) { all[i].point() },
		Opened: func(do pane.Do) tea.Cmd {
			if p.at == layout.CallerTickets {
				return p.Follow()
			}
			return do(keymap.Open)
		},
	}
}
