package pane

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// View is the ticket, its beginning while the rest is fetched, or why there is none.
func (p *Ticket) View() string {
	body := p.height - 1
	rows := make([]string, 0, p.height)
	if p.body.searching() {
		rows = append(rows, p.th.Header.Render(wordsLabel)+p.body.words.View())
		body--
	}
	switch {
	case p.row == nil:
		rows = append(rows, fill([]string{p.th.Muted.Render(safetext.Truncate("No ticket is chosen.", p.width))}, body)...)
	case p.drawn.detail == nil:
		rows = append(rows, fill(p.placeholder(), body)...)
	default:
		rows = append(rows, p.body.View())
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// placeholder is the ticket as far as the list knows it.
func (p *Ticket) placeholder() []string {
	lines := ticketHeader(p.row, p.th, p.width, momentOf(p.cmds))
	if p.err != nil {
		lines = append(lines, "")
		for _, l := range wrap("✗ "+backend.ErrorText(p.err), p.width) {
			lines = append(lines, p.th.Error.Render(l))
		}
		return append(lines, p.th.Muted.Render(safetext.Truncate(p.keys.KeyLabel(keymap.Ticket, keymap.Refresh)+" asks again", p.width)))
	}
	return append(lines, "", p.th.Muted.Render(safetext.Truncate("Fetching the ticket…", p.width)))
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
	r := freshness{over: &p.body.Viewport, busy: p.busy, err: p.err}
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
