package gallery

import (
	"fmt"
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

// bars are the rows around a frame.
const bars = 3

// terminalColors is the terminal's own colours for each theme, so that both can be looked at on any terminal.
var terminalColors = map[bool]struct{ fore, back color.Color }{
	false: {color.RGBA{0xd8, 0xdb, 0xe2, 0xff}, color.RGBA{0x14, 0x16, 0x1b, 0xff}},
	true:  {color.RGBA{0x22, 0x24, 0x2a, 0xff}, color.RGBA{0xfb, 0xfb, 0xfd, 0xff}},
}

// View is the scene between two lines that say what it is and what the keys do.
func (b *Browser) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = safetext.WindowTitle("frontdesk gallery · " + All[b.at].Name)
	if b.width < 1 || b.height <= bars {
		return v
	}
	v.ForegroundColor, v.BackgroundColor = terminalColors[b.look.Light].fore, terminalColors[b.look.Light].back
	rows := append([]string{b.caption(), b.th.Border.Render(strings.Repeat("─", b.width))}, b.body()...)
	v.SetContent(strings.Join(append(rows, b.keys()), "\n"))
	return v
}

// caption says what is looked at, and how.
func (b *Browser) caption() string {
	s := All[b.at]
	look := b.look
	if s.Width > 0 {
		look.Width, look.Height = s.Width, s.Height
	}
	how := fmt.Sprintf("%d×%d %s", look.Width, look.Height, map[bool]string{true: "light", false: "dark"}[look.Light])
	if look.Plain || s.Plain {
		how += ", no colours"
	}
	if look.Width > b.width || look.Height > b.height-bars {
		how += ", larger than this window"
	}
	line := fmt.Sprintf(" %d/%d  %s  %s  %s", b.at+1, len(All), b.th.Emphasis.Render(s.Name), s.Description, b.th.Muted.Render(how))
	return ansi.Truncate(line, b.width, "…")
}

// hints are the keys, the ones most wanted first.
var hints = [][2]string{
	{"← →", "scenes"}, {"⏎", "list"}, {"1 2 3", "size"}, {"t", "light, dark"}, {"c", "colours"}, {"↑ ↓", "scroll"}, {"shift+← →", "sideways"}, {"q", "leave"},
}

func (b *Browser) keys() string {
	var line strings.Builder
	for _, h := range hints {
		line.WriteString(" " + b.th.Key.Render(h[0]) + " " + h[1] + " ")
	}
	return ansi.Truncate(line.String(), b.width, "…")
}

// body is the list, the frame, or why there is none.
func (b *Browser) body() []string {
	height := b.height - bars
	rows := []string{" playing…"}
	if b.listing {
		rows = b.list(height)
	} else if played, ok := b.frames[b.showing()]; ok {
		rows = strings.Split(played.frame, "\n")
		if played.Err != nil {
			rows = []string{b.th.Error.Render(" ✗ " + safetext.LineFromText(played.Err.Error()).String())}
		}
	}
	b.top = max(min(b.top, len(rows)-height), 0)
	out := make([]string, height)
	for i := range out {
		if at := b.top + i; at < len(rows) {
			out[i] = safetext.FitStyled(safetext.SkipColumns(rows[at], b.left), b.width, "")
		}
	}
	return out
}

// list is the scenes around the one that is looked at.
func (b *Browser) list(height int) []string {
	first := max(min(b.at-height/2, len(All)-height), 0)
	rows := make([]string, 0, height)
	for i := first; i < len(All) && len(rows) < height; i++ {
		mark, ink := "  ", b.th.Muted
		if i == b.at {
			mark, ink = "▌ ", b.th.Selected
		}
		rows = append(rows, ink.Render(safetext.Pad(mark+safetext.Pad(All[i].Name, 28)+" "+All[i].Description, b.width)))
	}
	return rows
}
