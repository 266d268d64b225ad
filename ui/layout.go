package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/pane"
)

const (
	leastWidth, leastHeight = 50, 12
	splitMinWidth           = 100 // minimum width for two regions side by side
	rulesMinHeight          = 30  // minimum height for rules between bars and body
	dividerWidth            = 3   // of the rule between two regions
	margin                  = 1   // beside a ticket or a form, to align it with the text of the header
	maxDetailWidth          = 76  // maximum width of the region beside the list: longer lines are hard to read
)

// region is a part of the body with its content, first column and width.
type region struct {
	x, width int
	regionContent
}

func (c *Console) wide() bool { return c.width >= splitMinWidth }

func (c *Console) tooSmall() bool { return c.width < leastWidth || c.height < leastHeight }

// bodyTop returns the first row of the body, counted from 0.
func (c *Console) bodyTop() int {
	if c.height >= rulesMinHeight {
		return 2
	}
	return 1
}

func (c *Console) bodyHeight() int { return max(c.height-2*c.bodyTop(), 1) }

// layout sets the size of every visible part and updates the focus.
func (c *Console) layout() tea.Cmd {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	for _, p := range c.panes() {
		p.SetFocus(!c.editorFocused && p == c.focus)
	}
	c.inbox.SetBeside(c.besideList())
	c.regions = c.arrange()
	return tea.Batch(c.ticket.Rerender(), c.faq.Resized())
}

// arrange returns the visible regions: list and ticket or customer side by side if the window is wide enough, the
// form in the list's place, the FAQ alone or beside the form, and the customer alone when it is enlarged.
func (c *Console) arrange() []region {
	faq := c.focus == pane.Pane(c.faq)
	alone := faq || c.customerView.alone && c.focus == pane.Pane(c.customer)
	switch {
	case !c.wide() && c.editorFocused:
		return c.oneColumn(c.sheetSlot(), margin)
	case !c.wide() && c.focus == pane.Pane(c.inbox):
		return c.oneColumn(c.paneSlot(c.inbox), 0)
	case !c.wide(), alone && c.editor == nil:
		return c.oneColumn(c.paneSlot(c.focus), margin)
	case c.editor != nil:
		return c.twoColumns(c.sheetSlot(), c.paneSlot(c.besideForm()), margin, c.formWidth())
	}
	return c.twoColumns(c.paneSlot(c.inbox), c.paneSlot(c.detailPane()), 0, c.listWidth())
}

// The widths of the list with something beside it.
const (
	minListWidth   = 58
	idealListWidth = 73 // shows most sub-statuses in full, with enough of the title
	minDetailWidth = 46 // of the region beside it, rule included, before the list gets its ideal width
)

func (c *Console) listWidth() int {
	return max(minListWidth, c.width*58/100, min(idealListWidth, c.width-minDetailWidth), c.width-maxDetailWidth-dividerWidth-margin)
}

func (c *Console) formWidth() int { return max(50, min(c.width/2-2, 92)) }

// regionContent is the content of a region: a pane, or the form when pane is nil.
type regionContent struct {
	pane   pane.Pane
	size   func(w, h int)
	view   func() string
	cursor func() *tea.Cursor
}

func (c *Console) paneSlot(p pane.Pane) regionContent {
	return regionContent{p, p.SetSize, p.View, func() *tea.Cursor {
		if c.editorFocused || p != c.focus {
			return nil
		}
		return p.Cursor()
	}}
}

func (c *Console) sheetSlot() regionContent {
	s := c.editor
	return regionContent{nil, s.SetSize, func() string { return s.View(c.th) }, func() *tea.Cursor {
		if !c.editorFocused {
			return nil
		}
		return s.Cursor()
	}}
}

func (c *Console) oneColumn(p regionContent, beside int) []region {
	width := c.width - 2*beside
	p.size(width, c.bodyHeight())
	return []region{{beside, width, p}}
}

// twoColumns places two contents side by side: the left one at a column with a width, the right one in the remaining
// columns.
func (c *Console) twoColumns(left, right regionContent, from, width int) []region {
	second := from + width + dividerWidth
	rest := c.width - second - margin
	left.size(width, c.bodyHeight())
	right.size(rest, c.bodyHeight())
	return []region{{from, width, left}, {second, rest, right}}
}

// body draws the regions side by side; each row is exactly as wide as the screen.
func (c *Console) body() []string {
	height := c.bodyHeight()
	columns := make([][]string, len(c.regions))
	for i, s := range c.regions {
		columns[i] = strings.Split(s.view(), "\n")
	}
	rule := c.th.Border.Render(" │ ")
	rows := make([]string, height)
	for y := range rows {
		var b strings.Builder
		for i, s := range c.regions {
			if i > 0 {
				b.WriteString(rule)
			} else {
				b.WriteString(strings.Repeat(" ", s.x))
			}
			row := ""
			if y < len(columns[i]) {
				row = columns[i][y]
			}
			b.WriteString(fit(row, s.width))
		}
		rows[y] = b.String() + strings.Repeat(" ", c.width-c.rightEdge())
	}
	return rows
}

// rightEdge returns the column behind the last region.
func (c *Console) rightEdge() int {
	last := c.regions[len(c.regions)-1]
	return last.x + last.width
}

// CheckLayout returns an error if the focused part is not on the screen or if the regions do not fill the window.
// Tests call it after every key.
func (c *Console) CheckLayout() error {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	wanted := c.focus
	if c.editorFocused {
		wanted = nil
	}
	if !slices.ContainsFunc(c.regions, func(s region) bool { return s.pane == wanted }) {
		return fmt.Errorf("the keys go to %s, which is not on the screen", c.scope())
	}
	end := c.regions[0].x
	if end > margin {
		return fmt.Errorf("%d columns are empty on the left", end)
	}
	for i, s := range c.regions {
		if i > 0 && s.x != end+dividerWidth {
			return fmt.Errorf("part %d begins in column %d, and the one before ends in %d", i+1, s.x, end)
		}
		end = s.x + s.width
		if rows := strings.Count(s.view(), "\n") + 1; rows > c.bodyHeight() {
			return fmt.Errorf("part %d has %d rows where %d are shown", i+1, rows, c.bodyHeight())
		}
	}
	if end > c.width || end < c.width-margin {
		return fmt.Errorf("the parts end in column %d of %d", end, c.width)
	}
	return nil
}
