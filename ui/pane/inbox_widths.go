package pane

import (
	"slices"

	"frontdesk/internal/desk"
)

// How wide the title has to stay for more columns, or for their longer forms.
const (
	smallestTitle = 8
	leastTitle    = 20 // with less, titles are hard to tell apart
	fairTitle     = 24
	readableTitle = 30 // enough for columns that the agent has chosen
	usualTitle    = 40
	ampleTitle    = 60 // fits nearly every title
)

// form is how much a column shows.
type form uint8

const (
	short form = iota
	long
	longest // of sub-statuses: the longest name in full
	forms   // how many there are
)

// columnStep is a column, or a longer form of it, with how wide the title has to stay for it.
type columnStep struct {
	column string
	form   form
	title  int
	chosen bool // only if the agent has chosen the columns
}

// sortedColumn stands for the column that the list is sorted by.
const sortedColumn = ""

// columnSteps are what a list shows with growing width. The title takes what they leave. What is shown beside the list
// anyway waits until the title is ample; in a list that has the screen to itself it comes sooner.
var columnSteps = []columnStep{
	{"clock", short, leastTitle, false},
	{callbackColumn, short, leastTitle, false},
	{"sub-status", short, leastTitle, false},
	{"priority", short, fairTitle, false},
	{"number", short, readableTitle, true},
	{sortedColumn, short, readableTitle, false},
	{"number", long, readableTitle, true},
	{"assignee", short, usualTitle, false},
	{"age", short, ampleTitle, false},
	{"clock", long, ampleTitle, false},
	{"sub-status", long, ampleTitle, false},
	{"queue", short, ampleTitle, false},
	{"assignee", long, ampleTitle, false},
	{"priority", long, ampleTitle, false},
	{"number", short, ampleTitle, false},
	{"number", long, ampleTitle, false},
	{"customer", short, ampleTitle, false},
	{"last-activity", short, ampleTitle, false},
	{"source", short, ampleTitle, false},
	{"sub-status", longest, ampleTitle, false},
}

// callbackSteps are the steps of a view of callbacks: its clock says the same as the time of the callback.
var callbackSteps = append(slices.Clone(columnSteps[1:]), columnStep{"clock", short, ampleTitle, false})

// listColumns is the columns of the list, and the lines of its tickets.
type listColumns struct {
	names       []string // see SetColumns
	ticketLines int      // of each ticket
	alone       bool     // the list has the width of the screen to itself
	words       *listWords
}

// steps returns the steps of the current view.
func (c *listColumns) steps(views *inboxViews) []columnStep {
	if views.isOfCallbacks && !c.hasChosen(views) {
		return callbackSteps
	}
	return columnSteps
}

// titleFor returns how wide the title has to stay for a step.
func (c *listColumns) titleFor(s columnStep, hasChosen bool) int {
	switch {
	case hasChosen:
		return min(s.title, readableTitle)
	case c.alone:
		return min(s.title, usualTitle)
	}
	return s.title
}

// SetColumns chooses the columns, except for views that have their own.
func (in *Inbox) SetColumns(names []string) { in.columns.names = names }

// SetAlone sets whether the list has the screen to itself, so that nothing beside it shows more of a ticket.
func (in *Inbox) SetAlone(is bool) { in.columns.alone = is }

// hasChosen reports whether the agent has chosen the columns of the current view.
func (c *listColumns) hasChosen(views *inboxViews) bool {
	return len(views.CurrentView().Columns) > 0 || !slices.Equal(c.names, desk.UsualColumns())
}

// of returns the names of the columns of the current view, whether there is room for them or not.
func (c *listColumns) of(views *inboxViews) []string {
	view := views.CurrentView()
	names := c.names
	switch {
	case len(view.Columns) > 0:
		return view.Columns
	case len(names) == 0:
		names = formerColumns
	}
	if views.isOfCallbacks && !slices.Contains(names, callbackColumn) {
		names = slices.Insert(slices.Clone(names), 1, callbackColumn)
	}
	return names
}

// showsFlags reports whether the list shows callbacks and escalations.
func (c *listColumns) showsFlags(of *inboxViews) bool { return slices.Contains(c.of(of), flagsColumn) }

// shown returns the visible columns with their widths.
func (c *listColumns) shown(width int, views *inboxViews) []column {
	all, hasChosen := columnsNamed(c.of(views)), c.hasChosen(views)
	title := width - leadWidth
	for _, s := range c.steps(views) {
		i := slices.IndexFunc(all, func(shown column) bool {
			return shown.name == s.column || s.column == sortedColumn && shown.by == views.order.Key
		})
		if i < 0 || s.chosen && !hasChosen || c.isOnSecondLine(all[i].name) {
			continue
		}
		wide := c.widthOf(&all[i], s.form)
		more := wide - all[i].width
		if all[i].width == 0 {
			more++ // the blank between two columns
		}
		if wide > all[i].width && title-more >= c.titleFor(s, hasChosen) {
			all[i].width = wide
			title -= more
		}
	}
	for i := range all {
		if all[i].by == desk.SortByTitle {
			all[i].width = max(title, smallestTitle)
		}
	}
	return slices.DeleteFunc(all, func(c column) bool { return c.width == 0 })
}

// widthOf returns the width of a form of a column.
func (c *listColumns) widthOf(of *column, f form) int {
	switch {
	case of.by == desk.SortBySubStatus:
		return c.words.widths[f]
	case f == short:
		return of.short
	}
	return of.long
}
