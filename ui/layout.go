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
	solved := w.row.Solve(layout.Body(w.width, w.height), focus, w.rowsOf)
	w.inbox.SetAlone(len(w.row.Columns) <= 1)
	w.regions = make([]region, len(solved))
	for i, r := range solved {
		w.regions[i] = region{r, w.contentOf(r.Slot), r.Slot == focus}
		w.regions[i].SetSize(r.Rect.Dx(), r.Rect.Dy())
	}
	w.showAnswered()
}

// rowsOf returns how many rows a slot takes of those that it could have: see layout.Rows.
func (w *window) rowsOf(s layout.Slot, width, room int) int {
	switch {
	case s == layout.Suggest && (room < roomForAnswers || w.suggestions.Height() == 0):
		return -1
	case s == layout.Suggest:
		return w.suggestions.Height()
	case s == layout.Detail && w.row.Columns[0].Slot == layout.Editor && !w.wide():
		return min(room-layout.RuleHeight-w.formRows(width, room)-ticketBelow, 0)
	case s == layout.Editor && !w.wide():
		return w.formRows(width, room)
	}
	return w.call.RowsOf(s, width, room)
}

// roomForAnswers is the height from which articles stand below the customer beside a ticket.
const roomForAnswers = 30

// The rows of a form above the ticket that it answers, in a window without room beside it: at least, and beside those
// of the comment. ticketBelow is the least rows of the ticket: who wrote, two lines, and how far it is scrolled.
const (
	formAbove     = 13
	formOfComment = 8
	ticketBelow   = 4
)

// formRows returns how many rows a form takes above the ticket that it answers: a long comment takes that room for
// itself.
func (w *window) formRows(width, room int) int {
	lines := len(termwidth.Wrap(w.editor.Form.Values()[backend.FieldComment], width))
	return max(formAbove, formOfComment+lines, w.editor.Least(), room/2)
}

// answered returns the ticket that the form answers, as far as it is shown; nil for none.
func (w *window) answered() *desk.TicketDetails {
	if d := w.ticket.Detail(); d != nil && w.editor != nil && w.editor.Answers(d.ID) {
		return d
	}
	return nil
}

// showAnswered scrolls the ticket below its form to the newest message, once.
func (w *window) showAnswered() {
	d := w.answered()
	switch {
	case d == nil || w.wide() || w.at.focus != layout.Editor:
		w.below = desk.ID{}
	case w.below != d.ID && w.shows(layout.Detail):
		if w.ticket.GotoNewest() {
			w.below = d.ID
		}
	}
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
	if row := w.template().For(w.width, w.height, with, without); len(row.Columns) > 0 {
		return row
	}
	return w.rowWithTicketBelow()
}

// rowWithTicketBelow returns the row for a window with room for one column: the list or the form, with its ticket below
// it if there is one to read.
func (w *window) rowWithTicketBelow() layout.Breakpoint {
	switch {
	case w.at.focus == layout.Editor && w.answered() != nil:
		return layout.FormAboveTicket
	case w.at.focus == layout.List && w.inbox.WantsPreview() && w.hasRoomBelow():
		w.at.detail = keymap.Ticket
		return layout.ListAboveTicket
	}
	return layout.Alone
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
		return w.customer
	case s == layout.Suggest:
		return w.suggestions
	case s == layout.Detail && w.hasSide():
		return w.ticket
	}
	if part := w.call.Part(s, w.row); part != nil {
		return part
	}
	shown, _ := w.shownIn(s).pane.(pane.Pane) // all but the call are
	return shown
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
