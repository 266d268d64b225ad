package ui

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// region is a region of the window with what it shows.
type region struct {
	layout.Region
	content
	hasFocus bool
}

// content is what a region shows: a pane or the form.
type content interface {
	SetSize(width, height int)
	View() string
	Cursor() *tea.Cursor
}

// formContent is the form as the content of a region.
type formContent struct {
	*editor.Editor
	th *theme.Theme
}

// View draws the form.
func (f formContent) View() string { return f.Editor.View(f.th) }

func (c *Console) wide() bool { return c.width >= layout.SplitWidth }

func (c *Console) tooSmall() bool { return c.width < layout.MinWidth || c.height < layout.MinHeight }

// layout solves the layout, sets the size of every visible part and updates the focus.
func (c *Console) layout() tea.Cmd {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	for _, p := range c.panes {
		p.SetFocus(p.ID() == c.scope())
		if h, ok := p.(pane.Hinting); ok {
			h.SetUsable(pane.Usable{Letters: !c.typesLetters(), Writes: !c.ReadOnly})
		}
	}
	c.inbox.SetBeside(c.besideList())
	c.row = c.rowOfTemplate()
	if c.hasSide() && c.at.focus == layout.List {
		c.at.detail = keymap.Ticket // the customer has a place of its own
	}
	focus := c.focusedSlot()
	solved := c.row.Solve(layout.Body(c.width, c.height), focus)
	c.inbox.SetAlone(len(solved) == 1)
	solved = c.withPreviewBelow(c.withTicketBelow(solved))
	c.regions = make([]region, len(solved))
	for i, r := range solved {
		c.regions[i] = region{r, c.contentOf(r.Slot), r.Slot == focus}
		c.regions[i].SetSize(r.Rect.Dx(), r.Rect.Dy())
	}
	return c.rerender()
}

// The rows of a form above the ticket that it answers, in a window without room beside it: at least, and beside those
// of the comment. ticketBelow is the least rows of the ticket: who wrote, two lines, and how far it is scrolled.
const (
	formAbove     = 13
	formOfComment = 8
	ticketBelow   = 4
)

// withTicketBelow puts the ticket that a form answers below it where nothing has a place beside it, and scrolls it to
// the newest message. A long comment takes that room for itself.
func (c *Console) withTicketBelow(solved []layout.Region) []layout.Region {
	d := c.ticket.Detail()
	if len(solved) > 1 || solved[0].Slot != layout.Editor || c.isZoomed() || d == nil || !c.forms.editor.Answers(d.ID) {
		c.below = desk.ID{}
		return solved
	}
	form, ticket := solved[0], solved[0]
	lines := len(termwidth.Wrap(c.forms.editor.Form.Values()[backend.FieldComment], form.Rect.Dx()))
	form.Rect.Max.Y = form.Rect.Min.Y + max(formAbove, formOfComment+lines, c.forms.editor.Least(), form.Rect.Dy()/2)
	ticket.Slot, ticket.Rect.Min.Y = layout.Detail, form.Rect.Max.Y+layout.RuleHeight
	if ticket.Rect.Dy() < ticketBelow || ticket.Rect.Min.Y > ticket.Rect.Max.Y {
		return solved
	}
	if c.below != d.ID {
		c.ticket.SetSize(ticket.Rect.Dx(), ticket.Rect.Dy())
		if c.ticket.GotoNewest() {
			c.below = d.ID
		}
	}
	return []layout.Region{form, ticket}
}

// The least rows of a list above the ticket under its cursor, and of that ticket.
const (
	listAbove    = 6
	previewBelow = 6
)

// hasRoomBelow reports whether a ticket has room below the list, and none beside it.
func (c *Console) hasRoomBelow() bool {
	return !c.wide() && layout.Body(c.width, c.height).Dy() >= listAbove+layout.RuleHeight+previewBelow
}

// withPreviewBelow puts the ticket under the cursor below the list if the agent has asked for it.
func (c *Console) withPreviewBelow(solved []layout.Region) []layout.Region {
	if len(solved) > 1 || solved[0].Slot != layout.List || !c.inbox.WantsPreview() || !c.hasRoomBelow() {
		return solved
	}
	c.at.detail = keymap.Ticket
	list := solved[0]
	ticket := layout.Region{Slot: layout.Detail, Rect: list.Rect.Inset(0)}
	list.Rect.Max.Y = list.Rect.Min.Y + max((list.Rect.Dy()-layout.RuleHeight)/2, listAbove)
	ticket.Rect.Min = image.Pt(list.Rect.Min.X+1, list.Rect.Max.Y+layout.RuleHeight)
	ticket.Rect.Max.X--
	return []layout.Region{list, ticket}
}

// previewReason says why no ticket can be shown below the list.
func previewReason(c *Console, _ pane.Target) string {
	switch {
	case c.wide():
		return "the ticket is beside the list"
	case !c.hasRoomBelow():
		return "the window is too low for a ticket below the list"
	}
	return ""
}

// rowOfTemplate returns the columns for what is open, or the row that shows the focused part alone.
func (c *Console) rowOfTemplate() layout.Breakpoint {
	if c.isZoomed() {
		return layout.Alone
	}
	return c.rowUnzoomed()
}

// rowUnzoomed returns the columns for what is open.
func (c *Console) rowUnzoomed() layout.Breakpoint {
	t := c.template()
	switch {
	case c.at.answers && c.at.detail != keymap.Ticket && c.at.detail != keymap.Customer:
		return t.For(c.width, c.height, layout.List)
	case !c.customerIsOfTicket():
		return t.For(c.width, c.height, layout.Side)
	}
	return t.For(c.width, c.height)
}

// template returns the layout of what is open.
func (c *Console) template() layout.Template {
	isTall := c.forms.editor != nil && c.forms.editor.ShowsAdvanced()
	switch {
	case isTall && c.at.answers:
		return layout.LookingUpForTallForm
	case isTall:
		return layout.WritingAll
	case c.forms.editor != nil && c.at.answers:
		return layout.LookingUpForForm
	case c.forms.editor != nil:
		return layout.Writing
	case c.at.answers:
		return layout.LookingUp
	}
	return layout.Browsing
}

// typesLetters reports whether letters are text of a form or a field, and no keys of actions.
func (c *Console) typesLetters() bool { return c.typingPane() != nil || c.forms.editor != nil }

// customerIsOfTicket reports whether the customer can stand beside the ticket: it was not looked up by itself.
func (c *Console) customerIsOfTicket() bool {
	t, of := c.ticket.Summary(), c.customer.SourceTicket()
	return c.at.detail == keymap.Ticket || c.at.detail == keymap.Customer && t != nil && of != nil && t.ID == of.ID
}

// hasSide reports whether the customer has a place beside the ticket.
func (c *Console) hasSide() bool { return c.row.Has(layout.Side) }

// focusedSlot returns the slot that has the focus in the present columns.
func (c *Console) focusedSlot() layout.Slot {
	if c.hasSide() && c.at.focus == layout.Detail && c.at.detail == keymap.Customer {
		return layout.Side
	}
	return c.at.focus
}

// shows reports whether a slot is on the screen.
func (c *Console) shows(s layout.Slot) bool {
	return slices.ContainsFunc(c.regions, func(r region) bool { return r.Slot == s })
}

// rerender renders the text of panes whose width or theme has changed.
func (c *Console) rerender() tea.Cmd {
	cmds := []tea.Cmd{c.drawHandover()}
	for _, p := range c.panes {
		if r, ok := p.(pane.Rerenderer); ok {
			cmds = append(cmds, r.Rerender())
		}
	}
	return tea.Batch(cmds...)
}

// contentOf returns what a slot shows.
func (c *Console) contentOf(s layout.Slot) content {
	switch {
	case s == layout.Editor:
		return formContent{c.forms.editor, c.th}
	case s == layout.Side:
		return c.newBeside(layout.Body(c.width, c.height).Dy())
	case s == layout.Detail && c.hasSide():
		return c.ticket
	}
	return c.paneAt(s)
}

// body draws the regions side by side; each row is exactly as wide as the window.
func (c *Console) body() []string {
	columns := c.drawColumns()
	rows := make([]string, layout.Body(c.width, c.height).Dy())
	end := strings.Repeat(" ", c.width-columns[len(columns)-1].Max.X)
	begin := strings.Repeat(" ", columns[0].Min.X)
	for y := range rows {
		var b strings.Builder
		b.WriteString(begin)
		for i := range columns {
			if i > 0 {
				b.WriteString(c.divider(columns[i-1].rule == y, columns[i].rule == y))
			}
			b.WriteString(columns[i].rows[y])
		}
		b.WriteString(end)
		rows[y] = b.String()
	}
	return rows
}

// column is a drawn column of the body.
type column struct {
	image.Rectangle          // of its first region
	rows            []string // each as wide as the column
	rule            int      // the row of the rule between two regions; -1 for none
}

// drawColumns draws the regions, with a rule between those that stand one below the other.
func (c *Console) drawColumns() []column {
	columns := make([]column, 0, len(c.regions))
	height := layout.Body(c.width, c.height).Dy()
	for i, r := range c.regions {
		isBelow := i > 0 && r.Rect.Min.Y > c.regions[i-1].Rect.Min.Y
		if !isBelow {
			columns = append(columns, column{Rectangle: r.Rect, rows: make([]string, 0, height), rule: -1})
		}
		to := &columns[len(columns)-1]
		if isBelow {
			to.rule = len(to.rows)
			to.rows = append(to.rows, c.ruleOf(to.Dx(), r.hasFocus))
		}
		to.draw(r)
	}
	return columns
}

// draw appends the rows of a region, each as wide as the column, and as many as the region is high.
func (to *column) draw(r region) {
	drawn, margin := r.View(), strings.Repeat(" ", r.Rect.Min.X-to.Min.X)
	for range r.Rect.Dy() {
		row, rest, _ := strings.Cut(drawn, "\n")
		to.rows = append(to.rows, fit(margin+row, to.Dx()))
		drawn = rest
	}
}

// divider returns the rule between two columns, joined to the rules that cross them.
func (c *Console) divider(left, right bool) string {
	switch {
	case left && right:
		return c.th.Border.Render("─┼─")
	case left:
		return c.th.Border.Render("─┤ ")
	case right:
		return c.th.Border.Render(" ├─")
	}
	return c.th.Border.Render(" │ ")
}
