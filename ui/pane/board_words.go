package pane

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/stats"
	"frontdesk/ui/accessible"
)

// Describe describes the board. Each bar is a row; its number lists the tickets of the bar.
func (p *Board) Describe(do Do) accessible.Place {
	place := accessible.Place{Name: "board", Title: "Board: " + accessible.Words(p.wordsTitle())}
	if !p.HasFigures() {
		for _, line := range p.nothing() {
			if words := accessible.Words(p.plain(line)); words != "" {
				place.Text = append(place.Text, words)
			}
		}
		return place
	}
	bars := p.barPlaces()
	place.Items = accessible.Items{
		Len: len(bars),
		At: func(i int) accessible.Item {
			return accessible.Item{ID: strconv.Itoa(i), Text: p.barWords(bars[i])}
		},
		Select: func(id string) { p.selectBar(bars, id) },
		Choose: func(id string) tea.Cmd {
			p.selectBar(bars, id)
			return do(keymap.Open)
		},
	}
	return place
}

// Waiting says that tickets are being counted for the first time.
func (p *Board) Waiting() string {
	if p.figures == nil && p.err == nil {
		return "counting the tickets"
	}
	return ""
}

// wordsTitle is the heading without colours.
func (p *Board) wordsTitle() string { return p.plain(p.heading()) }

// barPlaces returns the place of every bar, chart by chart. Hours without tickets are left out.
func (p *Board) barPlaces() []barPlace {
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

// selectBar moves the cursor to a bar by its number.
func (p *Board) selectBar(bars []barPlace, id string) {
	if i, err := strconv.Atoi(id); err == nil && i >= 0 && i < len(bars) {
		p.cursor = bars[i]
		p.reveal()
	}
}

// barWords says what a bar shows.
func (p *Board) barWords(at barPlace) string {
	chart := &p.figures.Charts[at.chart]
	b := chart.Bars[at.bar]
	label := chart.Title + ", " + accessible.Words(barLabel(chart, b)) + ": "
	if !p.isKnownDay(b) {
		return label + string(p.figures.DayOf(b.Day).State)
	}
	text := label + phrase.Count(b.Count, "ticket")
	if chart.Part != "" && b.Count > 0 {
		text += fmt.Sprintf(", %d %s", b.Part, chart.Part)
	}
	return text
}

// plain returns a drawn text without colours.
func (p *Board) plain(drawn string) string { return ansi.Strip(drawn) }
