package pane

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
)

// View is the ticket, its beginning while the rest is fetched, or why there is none.
func (p *Ticket) View() string {
	body := p.height - 1
	rows := make([]string, 0, p.height)
	if p.body.searching() {
		rows = append(rows, p.th.Heading.On(wordsLabel)+p.body.words.View())
		body--
	}
	switch {
	case p.row == nil:
		rows = append(rows, fill([]string{p.th.Muted.On(text.Cut("No ticket is chosen.", p.width))}, body)...)
	case p.drawn.detail == nil:
		rows = append(rows, fill(p.waiting(), body)...)
	default:
		rows = append(rows, p.body.View())
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// waiting is the ticket as far as the list knows it.
func (p *Ticket) waiting() []string {
	lines := head(p.row, p.th, p.width, momentOf(p.cmds))
	if p.err != nil {
		lines = append(lines, "")
		for _, l := range wrap("✗ "+command.Reason(p.err), p.width) {
			lines = append(lines, p.th.Bad.On(l))
		}
		return append(lines, p.th.Muted.On(text.Cut(p.keys.Key(keymap.Ticket, keymap.Refresh)+" asks again", p.width)))
	}
	return append(lines, "", p.th.Muted.On(text.Cut("Fetching the ticket…", p.width)))
}

func fill(lines []string, height int) []string {
	height = max(height, 0)
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// footer says how far the ticket is read and how old it is.
func (p *Ticket) footer() string {
	if p.row == nil || p.drawn.detail == nil {
		return ""
	}
	r := reading{over: &p.body.Scroll, busy: p.busy, err: p.err}
	if p.body.searching() {
		r.found = p.body.found() + " found"
	}
	if f := p.known[p.row.ID]; f != nil {
		r.at = f.at
	}
	return r.line(p.th, p.cmds.Zones, p.width)
}

// Cursor stands in the words that are searched for while they are typed.
func (p *Ticket) Cursor() *tea.Cursor { return p.body.cursor(wordsLabel) }
