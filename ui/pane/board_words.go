package pane

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/stats"
	"frontdesk/ui/accessible"
)

// Shown returns the bars, chart by chart, or why there are none. The number of a bar lists its tickets.
func (p *Board) Shown() Shown {
	title := "Board: " + accessible.Words(ansi.Strip(p.heading()))
	s := Shown{Place: accessible.Place{Name: "board", Title: title}}
	if !p.HasFigures() {
		s.Text = accessible.Sentences(p.nothing(wholeLine)...)
		return s
	}
	bars := p.spokenBars()
	s.Rows = Rows{
		Len:   func() int { return len(bars) },
		Words: func(i int) string { return p.barWords(bars[i]) },
		Point: func(i int) { p.cursor = bars[i]; p.reveal() },
		Opens: keymap.Open,
	}
	return s
}

// Waiting says that tickets are being counted for the first time.
func (p *Board) Waiting() string {
	if p.figures == nil && p.err == nil {
		return "counting the tickets"
	}
	return ""
}

// spokenBars returns the place of every bar that is read out: all but hours without tickets.
func (p *Board) spokenBars() []barPlace {
	var all []barPlace
	for chart := range p.figures.Charts {
		for bar, b := range p.figures.Charts[chart].Bars {
			if p.figures.Charts[chart].Name != stats.CreatedPerHour || b.Count > 0 {
				all = append(all, barPlace{chart, bar})
			}
		}
	}
	return all
}

// barWords names a bar and says what it counts.
func (p *Board) barWords(at barPlace) string {
	chart := &p.figures.Charts[at.chart]
	bar := chart.Bars[at.bar]
	return chart.Title + ", " + accessible.Words(barLabel(chart, bar)) + ": " + p.counts(chart, bar)
}

// counts says how many tickets a bar counts, or why it counts none.
func (p *Board) counts(chart *stats.Chart, bar stats.Bar) string {
	if !p.isKnownDay(bar) {
		return string(p.figures.DayOf(bar.Day).State)
	}
	text := phrase.Count(bar.Count, "ticket")
	if chart.Part != "" && bar.Count > 0 {
		text += fmt.Sprintf(", %d %s", bar.Part, chart.Part)
	}
	return text
}
