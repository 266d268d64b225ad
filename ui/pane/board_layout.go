package pane

import (
	"image"

	"frontdesk/internal/stats"
)

// card is the place of a chart among the cards, which are scrolled together.
type card struct {
	rect    image.Rectangle
	columns bool // bars stand side by side instead of one below the other
	most    int  // rows for bars
}

// Sizes of cards.
const (
	cardWidth    = 37 // the least, unless there is one column
	cardMost     = 66 // the most, if more columns fit
	cardGap      = 3  // columns between cards
	oneCard      = 90 // width up to which there is one column
	columnRows   = 4  // rows of a chart whose bars stand side by side
	mostDays     = 14 // days from which they do
	fewBars      = 5  // rows of bars if the cards do not fit
	manyBars     = 24 // rows of bars at most
	boardHeading = 2  // rows above the cards
	boardFooting = 2  // rows below them
)

// place puts the charts into columns of cards, each below the shortest so far: as few columns as all bars fit in, or
// else the most with fewer bars of each chart.
func (p *Board) place() {
	if p.figures == nil || p.width == 0 {
		return
	}
	fewest, most := 1, 1
	if p.width >= oneCard {
		most = min(max((p.width+cardGap)/(cardWidth+cardGap), 1), len(p.figures.Charts))
		fewest = min((p.width+cardGap+cardMost+cardGap-1)/(cardMost+cardGap), most)
	}
	columns, bars := fewest, manyBars
	for p.placeIn(columns, bars) > p.cardRows() && (columns < most || bars > fewBars) {
		if columns < most {
			columns++
		} else {
			bars--
		}
	}
	p.reveal()
}

// cardRows returns the rows for cards.
func (p *Board) cardRows() int { return max(p.height-boardHeading-boardFooting, 1) }

// placeIn places the cards in n columns with at most so many bars each, and returns their height together.
func (p *Board) placeIn(n, most int) (height int) {
	width := (p.width - (n-1)*cardGap) / n
	ends := make([]int, n)
	p.cards = p.cards[:0]
	for i := range p.figures.Charts {
		c := &p.figures.Charts[i]
		into := 0
		for column, end := range ends {
			if end < ends[into] {
				into = column
			}
		}
		made := card{columns: standSideBySide(c), most: len(c.Bars)}
		if c.Ranked {
			made.most = most
		}
		x, y := into*(width+cardGap), ends[into]
		made.rect = image.Rect(x, y, x+width, y+1+made.bodyRows(p.figures, c))
		ends[into] = made.rect.Max.Y + 1
		height = max(height, made.rect.Max.Y)
		p.cards = append(p.cards, made)
	}
	return height
}

// standSideBySide reports whether a chart has so many bars in a natural order that they stand side by side.
func standSideBySide(c *stats.Chart) bool { return c.Dated && len(c.Bars) > mostDays }

// bodyRows returns the rows of a card below its title.
func (c card) bodyRows(f *stats.Figures, chart *stats.Chart) int {
	rows := max(min(len(chart.Bars), c.most), 1)
	if c.columns {
		rows = columnRows + 1
	}
	if hasNote(f, chart) {
		rows++
	}
	return rows
}

// window returns the first and the last but one bar of a chart that are shown, with the cursor among them.
func (p *Board) window(chart int) (from, to int) {
	n, room := len(p.figures.Charts[chart].Bars), p.cards[chart].most
	if p.cards[chart].columns {
		room = p.cards[chart].rect.Dx() / barColumns(n, p.cards[chart].rect.Dx())
	}
	if n <= room {
		return 0, n
	}
	if !p.cards[chart].columns {
		room-- // the last row says how many are not shown
	}
	if chart == p.cursor.chart {
		from = min(max(p.cursor.bar-room+1, 0), n-room)
	} else if p.cards[chart].columns {
		from = n - room
	}
	return from, from + room
}

// barColumns returns how wide each of n bars is that stand side by side.
func barColumns(n, width int) int { return min(max(width/max(n, 1), 1), 3) }

// reveal scrolls until the card of the cursor is shown, or as much of it as fits around the bar.
func (p *Board) reveal() {
	if len(p.cards) == 0 {
		return
	}
	at, rows := p.cards[p.cursor.chart].rect, p.cardRows()
	bar := at.Max.Y
	if !p.cards[p.cursor.chart].columns {
		from, _ := p.window(p.cursor.chart)
		bar = at.Min.Y + 1 + p.cursor.bar - from
	}
	if at.Max.Y > p.offset+rows {
		p.offset = min(at.Max.Y-rows, max(at.Min.Y, bar+1-rows))
	}
	if at.Min.Y < p.offset {
		p.offset = max(min(at.Min.Y, bar), bar+1-rows)
	}
	end := 0
	for _, c := range p.cards {
		end = max(end, c.rect.Max.Y)
	}
	p.offset = max(min(p.offset, end-rows), 0)
}
