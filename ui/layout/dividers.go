package layout

// limits returns how far a divider can be moved: to the left, as a negative number, and to the right.
func limits(columns []Column, widths []int, i int) (left, right int) {
	return min(columns[i].Min-widths[i], 0), max(widths[i+1]-columns[i+1].Min, 0)
}

// Move moves a divider, counted from 0, in a window of a width by a number of columns to the right. Moved is by how
// much each was moved before; Move returns it with the new value, as far as the divider can be moved, and false if it
// cannot be moved farther.
func (b Breakpoint) Move(window int, moved []int, i, by int) ([]int, bool) {
	if i < 0 || i >= len(b.Columns)-1 {
		return moved, false
	}
	now := make([]int, len(b.Columns)-1)
	copy(now, moved)
	before, plain := solveWidths(b.Columns, window, now), solveWidths(b.Columns, window, now[:i])
	left, right := limits(b.Columns, before, i)
	by = min(max(by, left), right)
	now[i] = before[i] - plain[i] + by
	return now, by != 0
}

// Divider returns the divider that belongs to a slot: the one on its right, or that on its left for the last column;
// false if there is none.
func (b Breakpoint) Divider(s Slot) (int, bool) {
	for i, c := range b.Columns {
		if c.Slot == s || c.Below == s {
			return min(i, len(b.Columns)-2), len(b.Columns) > 1
		}
	}
	return 0, false
}
