package picture

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Frame is a frame of a recording.
type Frame struct {
	At      time.Duration // since the recording began
	Content string
}

// Animate draws frames one after the other, and then again from the first, until the length of the recording. A row is
// drawn once for as long as it stays the same. Where nothing may move, the first frame is shown.
func Animate(frames []Frame, length time.Duration, o Options) []byte {
	d := newDrawing(o)
	var all, css strings.Builder
	names := map[string]string{} // of spans of time
	for _, s := range d.spans(frames, length) {
		var row strings.Builder
		d.row(&row, s.cells, s.y)
		drawn := strings.TrimSuffix(row.String(), "\n")
		switch {
		case drawn == "":
			continue
		case s.from == 0 && s.to == length:
			fmt.Fprintf(&all, "%s\n", drawn)
			continue
		}
		key := fmt.Sprint(s.from, s.to)
		if names[key] == "" {
			names[key] = "t" + strconv.Itoa(len(names))
			css.WriteString(keyframes(names[key], s.from, s.to, length))
		}
		fmt.Fprintf(&all, "<g class=\"%s\">%s</g>\n", names[key], drawn)
	}
	css.WriteString("@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n")
	return d.file(all.String(), css.String())
}

// span is a row of cells that stays the same for some time.
type span struct {
	y        int
	from, to time.Duration
	cells    []cell
}

// spans returns the rows of all frames, those that are there from the beginning first.
func (d *drawing) spans(frames []Frame, length time.Duration) []span {
	var ended []span
	open := make([]span, d.options.Height)
	drawn := make([]string, d.options.Height)
	for i, f := range frames {
		for y, cells := range cellsOf(f.Content, d.options.Width, d.options.Height) {
			var row strings.Builder
			d.row(&row, cells, y)
			if i > 0 && row.String() == drawn[y] {
				continue
			}
			if i > 0 {
				open[y].to = f.At
				ended = append(ended, open[y])
			}
			open[y], drawn[y] = span{y: y, from: f.At, cells: cells}, row.String()
		}
	}
	for y := range open {
		open[y].to = length
	}
	return append(ended, open...)
}

// keyframes returns the rules of a class that is seen for some time of each round.
func keyframes(name string, from, to, length time.Duration) string {
	percent := func(at time.Duration) string {
		return strconv.FormatFloat(100*at.Seconds()/length.Seconds(), 'f', 2, 64) + "%"
	}
	seen := "visible"
	rules := "0%{visibility:visible}"
	if from > 0 {
		seen, rules = "hidden", "0%{visibility:hidden}"+percent(from)+"{visibility:visible}"
	}
	if to < length {
		rules += percent(to) + "{visibility:hidden}"
	}
	return fmt.Sprintf(
		".%s{visibility:%s;animation:%s %ss step-end infinite}\n@keyframes %s{%s}\n", name, seen, name,
		strconv.FormatFloat(length.Seconds(), 'f', -1, 64), name, rules,
	)
}
