package layout

import "image"

// At returns the slot at a point of the window; false on a bar, a divider, a rule or a margin.
func At(regions []Region, p image.Point) (Slot, bool) {
	for _, r := range regions {
		if p.In(r.Rect) {
			return r.Slot, true
		}
	}
	return "", false
}

// DividerAt returns the divider between two columns at a point of the window, counted from 0 as in Move. The blanks
// beside the rule belong to it, so that it is easily hit.
func DividerAt(regions []Region, p image.Point) (int, bool) {
	i := -1
	for _, r := range regions {
		if isBelow := i >= 0 && r.Rect.Min.Y > regions[0].Rect.Min.Y; isBelow {
			continue
		}
		between := image.Rect(r.Rect.Min.X-DividerWidth, r.Rect.Min.Y, r.Rect.Min.X, bottom(regions))
		if i >= 0 && p.In(between) {
			return i, true
		}
		i++
	}
	return 0, false
}

// bottom returns the row below all regions.
func bottom(regions []Region) int {
	y := 0
	for _, r := range regions {
		y = max(y, r.Rect.Max.Y)
	}
	return y
}
