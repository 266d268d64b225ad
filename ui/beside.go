package ui

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
	"frontdesk/ui/widget"
)

// besideTicket is what stands beside the ticket in a wide window: its customer and, below it where there is room, the
// articles that may answer.
type besideTicket struct {
	*pane.Customer
	w      *window
	height int
}

// roomForAnswers is the height from which articles stand below the customer.
const roomForAnswers = 30

// rows returns how many rows the articles have.
func (b besideTicket) rows() int {
	if b.height < roomForAnswers {
		return 0
	}
	return b.w.suggestions.Height()
}

// newBeside returns what stands in a region beside the ticket.
func (w *window) newBeside(height int) besideTicket { return besideTicket{w.customer, w, height} }

// SetSize sets the size in columns and rows.
func (b besideTicket) SetSize(width, height int) { b.Customer.SetSize(width, height-b.rows()) }

// View draws the customer, the articles and the last row of the customer.
func (b besideTicket) View() string {
	customer := strings.Split(b.Customer.View(), "\n")
	if b.rows() == 0 {
		return strings.Join(customer, "\n")
	}
	last := len(customer) - 1
	answers := b.w.suggestions.Lines(b.w.th, b.width(), b.faqLabel())
	return strings.Join(slices.Concat(customer[:last], answers, customer[last:]), "\n")
}

// width returns the columns of the region.
func (b besideTicket) width() int {
	for _, r := range b.w.regions {
		if r.Slot == layout.Side {
			return r.Rect.Dx()
		}
	}
	return 0
}

func (b besideTicket) faqLabel() string { return b.w.Keys.KeyLabel(keymap.Global, keymap.ShowFAQ) }

// Areas returns what the customer has, and the articles, which a click reads in the FAQ.
func (b besideTicket) Areas() pane.Areas {
	all := b.Customer.Areas()
	for y := range b.rows() {
		id, ok := b.w.suggestions.ArticleAt(y)
		if !ok {
			continue
		}
		top := b.height - b.rows() - 1 + y
		all = append(all, pane.Area{Rectangle: image.Rect(0, top, b.width(), top+1), Spot: widget.Spot{
			Name: "article " + strconv.FormatInt(id, 10), Key: b.w.Keys.KeyOf(keymap.Global, keymap.ShowFAQ),
			Select: func() tea.Cmd { b.w.faq.PointToWhenSuggested(id); return nil },
		}})
	}
	return all
}

// suggestBeside asks for articles that may answer the ticket beside which they stand.
func (w *window) suggestBeside() tea.Cmd {
	if !w.shows(layout.Side) {
		return nil
	}
	return w.suggestions.Follow(w.ticket.Summary(), w.ticket.Detail())
}
