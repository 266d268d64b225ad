package ui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/layout"
)

// Part returns where a part of the window stands: the whole window, header and footer, the overlay, a pane, the form, or
// a part of the ticket; false if it is not on the screen.
func (c *Console) Part(name string) (image.Rectangle, bool) {
	window := image.Rect(0, 0, c.width, c.height)
	switch name {
	case "window":
		return window, true
	case "header":
		return image.Rect(0, 0, c.width, 1), !c.tooSmall()
	case "footer":
		return image.Rect(0, c.height-1, c.width, c.height), !c.tooSmall()
	case "overlay":
		return c.mouse.box, len(c.overlays) > 0
	case "search", "head", "messages", "foot":
		return c.partOfTicket(name)
	}
	var all image.Rectangle // of a call, which has several regions
	for _, r := range c.regions {
		if c.scopeIn(r.Slot).Name() == name {
			all = all.Union(r.Rect)
		}
	}
	return all, !all.Empty() && !c.tooSmall()
}

// scopeIn returns the scope of what a slot shows.
func (c *Console) scopeIn(s layout.Slot) keymap.Scope {
	switch {
	case s == layout.Side, s == layout.Suggest:
		return keymap.Customer
	case s == layout.Detail && c.hasSide():
		return keymap.Ticket
	case c.call.Part(s, c.row) != nil:
		return keymap.Call
	}
	return c.shownIn(s).scope
}

// partOfTicket returns where the ticket's search field stands, its head, its messages with all that follows them, or its
// last row.
func (c *Console) partOfTicket(name string) (image.Rectangle, bool) {
	ticket, shown := c.Part(keymap.Ticket.Name())
	head, foot := ticket.Min.Y+c.ticket.HeadRows(), ticket.Max.Y-1
	search := ticket.Min.Y
	if c.ticket.CapturesText() {
		search++
	}
	switch name {
	case "search":
		ticket.Max.Y = search
	case "head":
		ticket.Min.Y, ticket.Max.Y = search, head
	case "messages":
		ticket.Min.Y, ticket.Max.Y = head, foot
	default:
		ticket.Min.Y = foot
	}
	return ticket, shown && !ticket.Empty()
}

// ListDays lists the tickets of other days before these are asked for.
func (c *Console) ListDays(days desk.DateRange) tea.Cmd { return c.inbox.SetSpan(days) }

// CheckLayout returns an error if the focused part is not on the screen or if the regions do not fill the window.
func (c *Console) CheckLayout() error {
	if c.width == 0 || c.tooSmall() {
		return nil
	}
	visible := 0
	for _, r := range c.regions {
		if r.hasFocus {
			visible++
		}
		if rows := strings.Count(r.View(), "\n") + 1; rows > r.Rect.Dy() {
			return fmt.Errorf("%s has %d rows where %d are shown", r.Slot, rows, r.Rect.Dy())
		}
	}
	if visible != 1 {
		return fmt.Errorf("the focus is on %s, which is on the screen %d times", c.at.focus, visible)
	}
	return c.checkFilled()
}

// checkFilled returns an error if the regions overlap, or leave more than dividers, rules and margins.
func (c *Console) checkFilled() error {
	body := layout.Body(c.width, c.height)
	bands := c.bands()
	for i, band := range bands {
		rows := image.Rect(0, body.Min.Y, 0, band[len(band)-1].Rect.Max.Y)
		if gap := band[0].Rect.Min.Y - body.Min.Y; i > 0 && gap <= layout.RuleHeight {
			rows.Min.Y += gap
		}
		if i == len(bands)-1 {
			rows.Max.Y = body.Max.Y
		}
		if err := c.checkBand(band, rows); err != nil {
			return err
		}
		body.Min.Y = rows.Max.Y
	}
	return nil
}

// checkBand returns an error if the regions of a band do not fill its rows.
func (c *Console) checkBand(band []region, rows image.Rectangle) error {
	const margin = 1
	last := image.Rect(-layout.DividerWidth, 0, -layout.DividerWidth, rows.Max.Y)
	for i, r := range band {
		gap := r.Rect.Min.X - last.Max.X
		isBelow := i > 0 && r.Rect.Min.Y > last.Min.Y
		switch {
		case isBelow && (r.Rect.Min.Y != last.Max.Y+layout.RuleHeight || last.Max.X-r.Rect.Max.X > margin):
			return fmt.Errorf("%s is %v, and what is above it %v", r.Slot, r.Rect, last)
		case isBelow:
		case gap != layout.DividerWidth && (i > 0 || gap != layout.DividerWidth+margin):
			return fmt.Errorf("%s begins in column %d, and the region before ends in %d", r.Slot, r.Rect.Min.X, last.Max.X)
		case r.Rect.Min.Y != rows.Min.Y || last.Max.Y != rows.Max.Y:
			return fmt.Errorf("%s is %v in the rows %v, and the column before it ends in row %d",
				r.Slot, r.Rect, rows, last.Max.Y)
		}
		last = r.Rect
	}
	if last.Max.X > c.width || last.Max.X < c.width-margin || last.Max.Y != rows.Max.Y {
		return fmt.Errorf("the regions end in %v of %v", last.Max, rows.Max)
	}
	return nil
}
