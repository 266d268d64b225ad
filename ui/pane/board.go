package pane

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// Board shows the figures of the desk as charts. A cursor stands on one bar, whose tickets the inbox can list.
type Board struct {
	base

	style   stats.BarStyle
	request func() stats.Request // what is to be counted now
	asked   stats.Request        // what was asked for last
	figures *stats.Figures       // as last counted; nil before
	counted stats.Request        // what they are of
	err     error

	cursor barPlace
	cards  []card // where the charts are, for the figures and the size
	offset int    // the first row of the cards that is shown
	frame  boardFrame
	drawn  map[int]drawnCard // by chart
}

// cardFrame is what a card is drawn from.
type cardFrame struct {
	figures *stats.Figures
	th      *theme.Theme
	rect    image.Rectangle
	most    int
	bar     int // the one under the cursor; -1 for none
}

// drawnCard is a card as it was drawn last.
type drawnCard struct {
	cardFrame
	lines []string
}

// barPlace is a bar of a chart.
type barPlace struct{ chart, bar int }

// boardFrame is the last frame, and the values that it was drawn from: the board is drawn with every key, but changes
// seldom.
type boardFrame struct {
	figures       *stats.Figures
	err           error
	cursor        barPlace
	th            *theme.Theme
	width, height int
	focused       bool
	offset        int
	drawn         string
}

// NewBoard returns the board. request returns the days and the filter that the figures are for.
func NewBoard(d Deps, style stats.BarStyle, request func() stats.Request) *Board {
	return &Board{base: newBase(d), style: style, request: request}
}

// SetTheme changes the colours.
func (p *Board) SetTheme(th *theme.Theme) { p.th = th }

// Cursor returns nil: nothing is typed on the board.
func (p *Board) Cursor() *tea.Cursor { return nil }

// Count computes the figures again.
func (p *Board) Count() tea.Cmd {
	p.asked = p.request()
	return p.cmds.ComputeFigures(p.asked, p.show)
}

// countIfShown computes the figures again if the board is on the screen. A hidden board costs nothing.
func (p *Board) countIfShown() tea.Cmd {
	if !p.focused {
		return nil
	}
	return p.Count()
}

// CountForTime counts again if the board is shown: with each minute tickets grow older, and late.
func (p *Board) CountForTime() tea.Cmd { return p.countIfShown() }

// Update counts again when tickets or days have changed, and shows what was counted.
func (p *Board) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case backend.StoreChangedMsg, backend.PullDone:
		return p.countIfShown()
	case backend.TicketsListedMsg:
		if p.asked.Days != p.request().Days {
			return p.countIfShown()
		}
	}
	return nil
}

// show takes over figures and keeps the cursor on its bar.
func (p *Board) show(figures *stats.Figures, err error) tea.Cmd {
	if p.err = err; err != nil {
		return nil
	}
	before, was := p.Bar()
	p.figures, p.counted = figures, p.asked
	if was {
		p.findBar(before)
	}
	p.place()
	return nil
}

// findBar moves the cursor to the bar of the same tickets in its chart, or to the nearest one.
func (p *Board) findBar(before stats.Bar) {
	bars := p.figures.Charts[p.cursor.chart].Bars
	i := slices.IndexFunc(bars, func(b stats.Bar) bool { return b.Filter == before.Filter && b.Label == before.Label })
	if i < 0 {
		i = min(p.cursor.bar, len(bars)-1)
	}
	p.cursor.bar = max(i, 0)
}

// HasFigures reports whether tickets were counted, of at least one day that was read.
func (p *Board) HasFigures() bool {
	return p.figures != nil && slices.ContainsFunc(p.figures.Read, stats.Day.IsKnown)
}

// Bar returns the bar under the cursor.
func (p *Board) Bar() (stats.Bar, bool) {
	if !p.HasFigures() {
		return stats.Bar{}, false
	}
	bars := p.figures.Charts[p.cursor.chart].Bars
	if p.cursor.bar >= len(bars) {
		return stats.Bar{}, false
	}
	return bars[p.cursor.bar], true
}

// SetSize sets the size in columns and rows.
func (p *Board) SetSize(w, h int) {
	if w == p.width && h == p.height {
		return
	}
	p.width, p.height = w, h
	p.place()
}

// isKnownDay reports whether the tickets behind a bar were read: all but those of a day that was not.
func (p *Board) isKnownDay(b stats.Bar) bool {
	return b.Day == (desk.Date{}) || p.figures.DayOf(b.Day).IsKnown()
}
