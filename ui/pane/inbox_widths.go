package pane

import (
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
)

// Widths that divide the remaining columns between sub-status and title.
const (
	minSubStatusWidth   = 11 // fits the column's title and sort arrow
	usualSubStatusWidth = 22 // fits most names; more only if the title can spare it
	minTitleWidth       = 24 // with less, titles are hard to distinguish
	ampleTitleWidth     = 32
	smallestTitleWidth  = 8

	narrowTitleWidth   = 22 // with less, columns give way
	someSubStatusWidth = 18 // with less, the less important columns give way
)

// mainColumns is how many columns stay until the title itself becomes too narrow, by importance. The others also give
// way to a sub-status of the usual width.
const mainColumns = 7

// subStatusWidth returns the width of the longest sub-status, limited by what the title can spare.
func (in *Inbox) subStatusWidth(rest int) int {
	longest := minSubStatusWidth
	for _, code := range in.last.Vocabulary.SubStatuses {
		longest = max(longest, termwidth.Width(code.Label()))
	}
	spare := max(min(usualSubStatusWidth, rest-minTitleWidth), rest-ampleTitleWidth)
	return max(min(longest, spare), minSubStatusWidth)
}

// SetColumns chooses the columns, except for views that have their own.
func (in *Inbox) SetColumns(names []string) { in.columns = names }

// chosenColumns returns the columns of the current view, whether there is room for them or not.
func (in *Inbox) chosenColumns() []column {
	view := &in.views[in.view]
	names := in.columns
	switch {
	case len(view.Columns) > 0:
		return columnsNamed(view.Columns)
	case len(names) == 0:
		names = formerColumns
	}
	if view.Callbacks && !slices.Contains(names, callbackColumn) {
		names = slices.Insert(slices.Clone(names), 1, callbackColumn)
	}
	return columnsNamed(names)
}

// shown returns the visible columns with their widths. The title takes what the others leave, and they give way to it
// by importance.
func (in *Inbox) shown() []column {
	chosen := in.chosenColumns()
	rest := in.width - leadWidth
	least, ample := narrowTitleWidth, minTitleWidth // what title and sub-status together must keep, and should
	stays := map[string]bool{}
	for rank, name := range desk.ListColumns() {
		i := slices.IndexFunc(chosen, func(c column) bool { return c.name == name })
		if i < 0 {
			continue
		}
		keep := ample
		switch c := chosen[i]; {
		case c.by == desk.SortByTitle:
			keep = 0
		case c.by == desk.SortBySubStatus:
			least, ample = least+minSubStatusWidth, ample+someSubStatusWidth
			keep = least
		case rank < mainColumns:
			keep = least
		}
		if needs := chosen[i].width + 1; rest-needs >= keep || keep == 0 {
			stays[name] = true
			rest -= needs
		}
	}
	return in.divide(slices.DeleteFunc(chosen, func(c column) bool { return !stays[c.name] }), rest)
}

// divide gives the rest of the width to sub-status and title.
func (in *Inbox) divide(shown []column, rest int) []column {
	for i := range shown {
		if shown[i].by == desk.SortBySubStatus {
			shown[i].width = in.subStatusWidth(rest)
			rest -= shown[i].width
		}
	}
	for i := range shown {
		if shown[i].by == desk.SortByTitle {
			shown[i].width = max(rest, smallestTitleWidth)
		}
	}
	return shown
}
