package ui

import (
	"fmt"
	"image"
	"strings"

	"frontdesk/ui/layout"
)

// CheckLayout returns an error if the focused part is not on the screen or if the regions do not fill the window.
// Tests call it after every key.
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
	const margin = 1
	body := layout.Body(c.width, c.height)
	last := image.Rect(-layout.DividerWidth, 0, -layout.DividerWidth, body.Max.Y)
	for i, r := range c.regions {
		gap := r.Rect.Min.X - last.Max.X
		isBelow := i > 0 && r.Rect.Min.X == last.Min.X
		switch {
		case isBelow && (r.Rect.Min.Y != last.Max.Y+layout.RuleHeight || r.Rect.Max.X != last.Max.X):
			return fmt.Errorf("%s is %v, and what is above it %v", r.Slot, r.Rect, last)
		case isBelow:
		case gap != layout.DividerWidth && (i > 0 || gap != layout.DividerWidth+margin):
			return fmt.Errorf("%s begins in column %d, and the region before ends in %d", r.Slot, r.Rect.Min.X, last.Max.X)
		case r.Rect.Min.Y != body.Min.Y || last.Max.Y != body.Max.Y:
			return fmt.Errorf("%s is %v, and the column before it ends in row %d", r.Slot, r.Rect, last.Max.Y)
		}
		last = r.Rect
	}
	if last.Max.X > c.width || last.Max.X < c.width-margin || last.Max.Y != body.Max.Y {
		return fmt.Errorf("the regions end in %v of %v", last.Max, body.Max)
	}
	return nil
}
