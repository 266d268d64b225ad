package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	}
	c.inbox.SetBeside(c.besideList())
	zoom, shift := c.at.zoom && c.editor == nil, c.inbox.Wider()
	if !c.isBrowsing() {
		shift = 0
	}
	solved := c.template().Solve(layout.Body(c.width, c.height), c.at.focus, zoom, shift)
	c.regions = make([]region, len(solved))
	for i, r := range solved {
		c.regions[i] = region{r, c.contentOf(r.Slot), r.Slot == c.at.focus}
		c.regions[i].SetSize(r.Rect.Dx(), r.Rect.Dy())
	}
	return c.rerender()
}

// dividerStep is by how many columns a key moves the divider.
const dividerStep = 4

// moveDivider makes the list wider or narrower.
func (c *Console) moveDivider(by int) tea.Cmd {
	left, right := layout.Browsing.Shifts(c.width)
	now := min(max(c.inbox.Wider(), left), right)
	to := min(max(now+by, left), right)
	if to == now {
		c.notify(levelTransient, map[bool]string{true: "the list cannot be wider in this window", false: "the list cannot be narrower"}[by > 0])
		return nil
	}
	c.inbox.SetWider(to)
	return c.layout()
}

func (c *Console) narrowList() tea.Cmd { return c.moveDivider(-dividerStep) }
func (c *Console) widenList() tea.Cmd  { return c.moveDivider(dividerStep) }

// dividerReason says why there is no divider to move.
func dividerReason(c *Console, _ pane.Target) string {
	return unless(len(c.regions) > 1 && c.isBrowsing(), "only while the list is beside another pane")
}

// isBrowsing reports whether the list has its place on the screen.
func (c *Console) isBrowsing() bool { return c.editor == nil && !c.at.answers }

// template returns the layout of what is open.
func (c *Console) template() layout.Template {
	switch {
	case c.editor != nil && c.at.answers:
		return layout.Answering
	case c.editor != nil:
		return layout.Editing
	case c.at.answers:
		return layout.LookingUp
	}
	return layout.Browsing
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
	if s == layout.Editor {
		return formContent{c.editor, c.th}
	}
	return c.paneAt(s)
}

// body draws the regions side by side; each row is exactly as wide as the window.
func (c *Console) body() []string {
	columns := make([][]string, len(c.regions))
	for i, r := range c.regions {
		columns[i] = strings.Split(r.View(), "\n")
	}
	rule := c.th.Border.Render(" │ ")
	rows := make([]string, c.regions[0].Rect.Dy())
	for y := range rows {
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", c.regions[0].Rect.Min.X))
		for i, r := range c.regions {
			if i > 0 {
				b.WriteString(rule)
			}
			row := ""
			if y < len(columns[i]) {
				row = columns[i][y]
			}
			b.WriteString(fit(row, r.Rect.Dx()))
		}
		b.WriteString(strings.Repeat(" ", c.width-c.regions[len(c.regions)-1].Rect.Max.X))
		rows[y] = b.String()
	}
	return rows
}

// CheckLayout returns an error if the focused part is not on the screen or if the regions do not fill the window.
// Tests call it after every key.
func (c *Console) CheckLayout() error {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	const margin = 1
	end, visible := -layout.DividerWidth, false
	for i, r := range c.regions {
		visible = visible || r.hasFocus
		if gap := r.Rect.Min.X - end; gap != layout.DividerWidth && (i > 0 || gap != layout.DividerWidth+margin) {
			return fmt.Errorf("%s begins in column %d, and the region before ends in %d", r.Slot, r.Rect.Min.X, end)
		}
		if rows := strings.Count(r.View(), "\n") + 1; rows > r.Rect.Dy() {
			return fmt.Errorf("%s has %d rows where %d are shown", r.Slot, rows, r.Rect.Dy())
		}
		end = r.Rect.Max.X
	}
	switch {
	case !visible:
		return fmt.Errorf("the focus is on %s, which is not on the screen", c.at.focus)
	case end > c.width || end < c.width-margin:
		return fmt.Errorf("the regions end in column %d of %d", end, c.width)
	}
	return nil
}
