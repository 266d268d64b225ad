// Package picture draws frames of the console as files that can be looked at elsewhere: SVG pictures whose text stays
// text, animated ones, and recordings for asciinema. It knows nothing of the console: a frame is rows of styled text.
//
//	picture.go  a frame as a picture
//	cells.go    a frame as cells, and runs of them that look alike
//	styles.go   how runs look, as classes of a style sheet
//	animate.go  frames one after the other as one picture
//	paper.go    the colours of the terminal
//	cast.go     frames one after the other as a recording
package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Options describe a picture.
type Options struct {
	Width, Height int // of the window, in cells
	Paper         Paper
	Title         string // what the picture shows, in a few words
}

// Measures of a picture, in pixels. The height of a cell is such that lines of box characters have no gaps.
const (
	cellWidth  = 8.4
	cellHeight = 16
	baseline   = 12 // of a text below the top of its cell
	fontSize   = 14
	margin     = 12 // around the cells
	corner     = 8
)

// fonts are tried in this order. Every run is given its exact width, so that each of them fits.
const fonts = `"JetBrains Mono","Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace`

// SVG draws a frame: one text element for each run of characters that look alike.
func SVG(frame string, o Options) []byte {
	d := newDrawing(o)
	var rows strings.Builder
	for y, row := range cellsOf(frame, o.Width, o.Height) {
		d.row(&rows, row, y)
	}
	return d.file(rows.String(), "")
}

// drawing is a picture that is being drawn.
type drawing struct {
	options Options
	styles  styles
}

func newDrawing(o Options) *drawing { return &drawing{options: o, styles: newStyles(o.Paper)} }

// row draws a row of cells: backgrounds, then texts.
func (d *drawing) row(b *strings.Builder, row []cell, y int) {
	top := y * cellHeight
	for _, r := range runsOf(row, func(c *cell) string { return d.styles.background(&c.style) }) {
		if fill := d.styles.background(&r.style); fill != "" {
			fmt.Fprintf(b, `<rect x="%s" y="%d" width="%s" height="%d" fill="%s"/>`,
				pixels(r.from), top, pixels(r.to-r.from), cellHeight, fill)
		}
	}
	for _, r := range runsOf(row, func(c *cell) string { return c.alone + d.styles.class(&c.style) }) {
		for _, part := range r.parts() {
			d.text(b, part, top+baseline)
		}
	}
	b.WriteString("\n")
}

// text draws a run of characters at its exact place and width.
func (d *drawing) text(b *strings.Builder, r run, y int) {
	attributes := ""
	if c := d.styles.class(&r.style); c != "" {
		attributes = ` class="` + c + `"`
	}
	if strings.ContainsFunc(r.text, isStretched) {
		attributes += ` lengthAdjust="spacingAndGlyphs"`
	}
	fmt.Fprintf(b, `<text x="%s" y="%d" textLength="%s"%s>%s</text>`,
		pixels(r.from), y, pixels(r.to-r.from), attributes, escape(r.text))
}

// isStretched reports whether a character fills its cell: lines and blocks, and what another font may have to draw.
func isStretched(r rune) bool { return r >= 0x2500 && r < 0x25A0 || !isOfEveryFont(string(r)) }

// pixels returns the width of so many cells.
func pixels(cells int) string {
	return strconv.FormatFloat(math.Round(float64(cells)*cellWidth*10)/10, 'f', -1, 64)
}

// file puts what was drawn into a window on the paper.
func (d *drawing) file(rows, css string) []byte {
	o := &d.options
	width := int(math.Ceil(float64(o.Width)*cellWidth)) + 2*margin
	height := o.Height*cellHeight + 2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(o.Title))
	fmt.Fprintf(&b, "<style>\ntext{font:%dpx %s;fill:%s;white-space:pre}\nrect{shape-rendering:crispEdges}\n%s%s</style>\n",
		fontSize, fonts, o.Paper.Text, d.styles.sheet(), css)
	fmt.Fprintf(&b, `<rect x=".5" y=".5" width="%d" height="%d" rx="%d" fill="%s" stroke="%s" style="shape-rendering:auto"/>`+"\n",
		width-1, height-1, corner, o.Paper.Background, o.Paper.Edge)
	fmt.Fprintf(&b, `<g transform="translate(%d %d)" xml:space="preserve">`+"\n", margin, margin)
	b.WriteString(rows)
	b.WriteString("</g>\n</svg>\n")
	return []byte(b.String())
}
