package picture

import (
	"cmp"
	"strconv"

	"frontdesk/ui/theme"
)

// Paper is what a terminal brings besides a palette: the colours that it writes in, and its own sixteen.
type Paper struct {
	Background, Text string
	Edge             string // around the window
	Own              [16]string
}

// PaperOf returns what a theme is drawn on: its own colours, and those of a dark or a light terminal for what it leaves
// to the terminal.
func PaperOf(th *theme.Theme) Paper {
	p := lightPaper
	if th.Dark {
		p = darkPaper
	}
	for into, own := range map[*string]string{
		&p.Text: th.Palette.Text, &p.Background: th.Palette.Background, &p.Edge: th.Palette.Border,
	} {
		if n, err := strconv.Atoi(own); err == nil && n >= 0 && n < len(p.Own) {
			own = p.Own[n]
		}
		*into = cmp.Or(own, *into)
	}
	return p
}

var (
	darkPaper = Paper{
		Background: "#14161B", Text: "#D8DBE2", Edge: "#4C4E54",
		Own: [16]string{
			"#24262C", "#E06C6C", "#7EC88C", "#D2B14A", "#6A9DF0", "#B69CF5", "#5FBFCA", "#C8C9CC",
			"#75777D", "#FF8181", "#8FDC9D", "#E6C454", "#7DAEFF", "#BEA8FF", "#69CDD7", "#FFFFFF",
		},
	}
	lightPaper = Paper{
		Background: "#FBFBFD", Text: "#22242A", Edge: "#B2B3B5",
		Own: [16]string{
			"#181A1E", "#B81C1C", "#147632", "#8C5A00", "#1458BE", "#7038B4", "#006C7C", "#B2B3B5",
			"#626467", "#D13438", "#1B8A3C", "#A66C00", "#1F6FE0", "#8A4FD3", "#00808F", "#FFFFFF",
		},
	}
)
