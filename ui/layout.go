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

// window is what stands where on the screen.
type window struct {
	screens
	width, height int
	row           layout.Breakpoint // the columns on the screen
	regions       []region
	below         desk.ID // the ticket that stands below its form
	graphemes     bool    // the terminal measures grapheme clusters
	mouse         mouse
}

// region is a region of the window with what it shows.
type region struct {
	layout.Region
	content
	hasFocus bool
}

// content is what a region shows: a pane, the form or a part of a call.
type content = pane.Region

// formContent is the form as the content of a region.
type formContent struct {
	*editor.Editor
	th *theme.Theme
}

// View draws the form.
func (f formContent) View() string { return f.Editor.View(f.th) }

// Areas returns the form, which knows what stands at its cells.
func (f formContent) Areas() pane.Areas { return pane.AllOf(f.SpotAt) }

func (w *window) wide() bool { return w.width >= layout.SplitWidth }

func (w *window) tooSmall() bool { return w.width < layout.MinWidth || w.height < layout.MinHeight }

// layout arranges the window, and renders the text of panes whose width has changed.
func (c *Console) layout() tea.Cmd {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	c.arrange()
	return c.rerender()
}

// arrange solves the layout, sets the size of every visible part and updates the focus.
func (w *window) arrange() {
	focused := w.focusedPane()
	for _, p := range w.panes {
		p.SetFocus(p == focused)
		if h, ok := p.(pane.Hinting); ok {
			h.SetUsable(pane.Usable{Letters: !w.typesLetters(), Writes: !w.ReadOnly})
		}
	}
	w.inbox.SetBeside(w.besideList())
	w.row = w.rowOfTemplate()
	if w.hasSide() && w.at.focus == layout.List {
		w.at.detail = keymap.Ticket // the customer has a place of its own
	}
	focus := w.focusedSlot()
	solved := w.row.Solve(layout.Body(w.width, w.height), focus, w.call.RowsOf)
	w.inbox.SetAlone(len(solved) == 1)
	solved = w.withPreviewBelow(w.withTicketBelow(solved))
	w.regions = make([]region, len(solved))
	for i, r := range solved {
		w.regions[i] = region{r, w.contentOf(r.Slot), r.Slot == focus}
		w.regions[i].SetSize(r.Rect.Dx(), r.Rect.Dy())
	}
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
func (w *window) withTicketBelow(solved []layout.Region) []layout.Region {
	d := w.ticket.Detail()
	if len(solved) > 1 || solved[0].Slot != layout.Editor || w.isZoomed() || d == nil || !w.editor.Answers(d.ID) {
		w.below = desk.ID{}
		return solved
	}
	form, ticket := solved[0], solved[0]
	lines := len(termwidth.Wrap(w.editor.Form.Values()[backend.FieldComment], form.Rect.Dx()))
	form.Rect.Max.Y = form.Rect.Min.Y + max(formAbove, formOfComment+lines, w.editor.Least(), form.Rect.Dy()/2)
	ticket.Slot, ticket.Rect.Min.Y = layout.Detail, form.Rect.Max.Y+layout.RuleHeight
	if ticket.Rect.Dy() < ticketBelow || ticket.Rect.Min.Y > ticket.Rect.Max.Y {
		return solved
	}
	if w.below != d.ID {
		w.ticket.SetSize(ticket.Rect.Dx(), ticket.Rect.Dy())
		if w.ticket.GotoNewest() {
			w.below = d.ID
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
func (w *window) hasRoomBelow() bool {
	return !w.wide() && layout.Body(w.width, w.height).Dy() >= listAbove+layout.RuleHeight+previewBelow
}

// withPreviewBelow puts the ticket under the cursor below the list if the agent has asked for it.
func (w *window) withPreviewBelow(solved []layout.Region) []layout.Region {
	if len(solved) > 1 || solved[0].Slot != layout.List || !w.inbox.WantsPreview() || !w.hasRoomBelow() {
		return solved
	}
	w.at.detail = keymap.Ticket
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
func (w *window) rowOfTemplate() layout.Breakpoint {
	if w.isZoomed() {
		return layout.Alone
	}
	return w.rowUnzoomed()
}

// rowUnzoomed returns the columns for what is open. What has the focus is on the screen also after the window became
// too narrow for it beside the others.
func (w *window) rowUnzoomed() layout.Breakpoint {
	with, without := []layout.Slot{w.at.focus}, []layout.Slot(nil)
	switch {
	case w.isOnCall():
		with = []layout.Slot{w.call.At(), w.call.List()}
	case w.at.detail == keymap.Call && !w.at.answers:
		with = append(with, w.call.List())
	case w.at.detail == keymap.Call:
		without = []layout.Slot{layout.List, layout.Detail}
	case w.at.answers && w.at.detail != keymap.Ticket && w.at.detail != keymap.Customer:
		without = []layout.Slot{layout.List}
	case !w.customerIsOfTicket():
		without = []layout.Slot{layout.Side}
	}
	return w.template().For(w.width, w.height, with, without)
}

// template returns the layout of what is open.
func (s *screens) template() layout.Template {
	isTall := s.editor != nil && s.editor.ShowsAdvanced()
	switch {
	case s.isOnCall() && s.editor == nil:
		return layout.Calling
	case s.at.detail == keymap.Call && s.editor != nil && !s.at.answers:
		return layout.CallingBesideForm
	case isTall && s.at.answers:
		return layout.LookingUpForTallForm
	case isTall:
		return layout.WritingAll
	case s.editor != nil && s.at.answers:
		return layout.LookingUpForForm
	case s.editor != nil:
		return layout.Writing
	case s.at.answers:
		return layout.LookingUp
	}
	return layout.Browsing
}

// isOnCall reports whether a part of the call has the focus.
func (s *screens) isOnCall() bool { return s.scope() == keymap.Call }

// typesLetters reports whether letters are text of a form or a field, and no keys of actions.
func (s *screens) typesLetters() bool { return s.typingPane() != nil || s.editor != nil }

// customerIsOfTicket reports whether the customer can stand beside the ticket: it was not looked up by itself.
func (s *screens) customerIsOfTicket() bool {
	t, of := s.ticket.Summary(), s.customer.SourceTicket()
	return s.at.detail == keymap.Ticket || s.at.detail == keymap.Customer && t != nil && of != nil && t.ID == of.ID
}

// hasSide reports whether the customer has a place beside the ticket.
func (w *window) hasSide() bool { return w.row.Has(layout.Side) }

// focusedSlot returns the slot that has the focus in the present columns.
func (w *window) focusedSlot() layout.Slot {
	switch {
	case w.isOnCall():
		return w.call.At()
	case w.hasSide() && w.at.focus == layout.Detail && w.at.detail == keymap.Customer:
		return layout.Side
	}
	return w.at.focus
}

// shows reports whether a slot is on the screen.
func (w *window) shows(s layout.Slot) bool {
	return slices.ContainsFunc(w.regions, func(r region) bool { return r.Slot == s })
}

// rerender renders the text of panes whose width or theme has changed.
func (c *Console) rerender() tea.Cmd {
	cmds := []tea.Cmd{c.handover.draw()}
	for _, p := range c.panes {
		if r, ok := p.(pane.Rerenderer); ok {
			cmds = append(cmds, r.Rerender())
		}
	}
	return tea.Batch(cmds...)
}

// contentOf returns what a slot shows.
func (w *window) contentOf(s layout.Slot) content {
	switch {
	case s == layout.Editor:
		return formContent{w.editor, w.th}
	case s == layout.Side:
		return w.newBeside(layout.Body(w.width, w.height).Dy())
	case s == layout.Detail && w.hasSide():
		return w.ticket
	}
	if part := w.call.Part(s, w.row); part != nil {
		return part
	}
	return w.shownIn(s).pane.(pane.Pane) // all but the call are
}

// body draws the regions; each row is exactly as wide as the window.
func (w *window) body() []string {
	rows := make([]string, 0, layout.Body(w.width, w.height).Dy())
	var before []region
	for _, band := range w.bands() {
		if len(before) > 0 && band[0].Rect.Min.Y > before[len(before)-1].Rect.Max.Y {
			rows = append(rows, w.ruleBetween(before, band))
		}
		rows = append(rows, w.drawBand(band)...)
		before = band
	}
	return rows
}

// bands returns the regions from top to bottom, those of the columns together.
func (w *window) bands() [][]region {
	var bands [][]region
	for i, r := range w.regions {
		if i == 0 || r.Band != w.regions[i-1].Band {
			bands = append(bands, nil)
		}
		bands[len(bands)-1] = append(bands[len(bands)-1], r)
	}
	return bands
}

// drawBand draws regions side by side.
func (w *window) drawBand(band []region) []string {
	columns := w.drawColumns(band)
	rows := make([]string, len(columns[0].rows))
	end := strings.Repeat(" ", w.width-columns[len(columns)-1].Max.X)
	begin := strings.Repeat(" ", columns[0].Min.X)
	for y := range rows {
		var b strings.Builder
		b.WriteString(begin)
		for i := range columns {
			if i > 0 {
				b.WriteString(w.divider(columns[i-1].hasRule(y), columns[i].hasRule(y)))
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
	rules           []int    // the rows of the rules between its regions
}

func (to *column) hasRule(y int) bool { return slices.Contains(to.rules, y) }

// drawColumns draws regions, with a rule between those that stand one below the other.
func (w *window) drawColumns(band []region) []column {
	columns := make([]column, 0, len(band))
	for i, r := range band {
		isBelow := i > 0 && r.Rect.Min.Y > band[i-1].Rect.Min.Y
		if !isBelow {
			columns = append(columns, column{Rectangle: r.Rect, rows: make([]string, 0, r.Rect.Dy())})
		}
		to := &columns[len(columns)-1]
		if isBelow {
			to.rules = append(to.rules, len(to.rows))
			to.rows = append(to.rows, w.ruleOf(to.Dx(), r.hasFocus))
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
func (w *window) divider(left, right bool) string {
	switch {
	case left && right:
		return w.th.Border.Render("─┼─")
	case left:
		return w.th.Border.Render("─┤ ")
	case right:
		return w.th.Border.Render(" ├─")
	}
	return w.th.Border.Render(" │ ")
}
