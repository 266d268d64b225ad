package terminal

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
)

// TestRenderer_ChangedLinesLookLikeAFullDraw covers styles that run on over lines, links, wide characters, lists that
// scroll, and other sizes.
func TestRenderer_ChangedLinesLookLikeAFullDraw(t *testing.T) {
	pieces := []string{
		"", "refund", "漢字 und Größe", "\x1b[1;31mred\x1b[m", "\x1b[7mreverse\x1b[0m plain", "\x1b[44mruns on", "\x1b[mends",
		"\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\\x1b[m", "\x1b]8;;https://a.example\x07\x1b[1mlink runs on\x1b[m",
		"👩‍👩‍👧 family", "\x1b[1mbold\x1b[m" + strings.Repeat("x", 90), strings.Repeat("漢", 39) + " ", "\x1b[31munfinished \x1b[",
	}
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		height := 8 + int(seed)
		d, emu := newTestRenderer(40, height)
		lines := make([]string, height)
		for step := range 40 {
			changeLines(random, lines, pieces)
			f := frame{width: 40, height: height, profile: colorprofile.TrueColor, erase: random.IntN(20) == 0}
			f.view = tea.View{AltScreen: true, Content: strings.Join(lines[:1+random.IntN(len(lines))], "\n")}
			if random.IntN(3) > 0 {
				f.view.Content = strings.Join(lines, "\n")
			}
			if err := d.show(f); err != nil {
				t.Fatal(err)
			}
			whole, wholeEmu := newTestRenderer(f.width, f.height)
			if err := whole.show(f); err != nil {
				t.Fatal(err)
			}
			if got, want := renderScreen(emu), renderScreen(wholeEmu); got != want {
				t.Fatalf("seed %d, step %d: %q\nshows %q\nwant  %q", seed, step, f.view.Content, got, want)
			}
		}
	}
}

// TestRenderer_LastLineThatGoesLeavesTheOneAboveIt covers an overlay without keys in the footer: the cell renderer
// clears the screen from one row too far up.
func TestRenderer_LastLineThatGoesLeavesTheOneAboveIt(t *testing.T) {
	const rule, background = "────────", "\x1b[44m        \x1b[m"
	for _, c := range []struct{ line, before, after string }{
		{rule, "title\nlist\n" + rule + "\nu update", "title\nbox\n" + rule + "\n        "},
		{rule, "title\nlist\n" + rule + "\nu update", "title\nlist\n" + rule + "\n"},
		{rule, "title\n" + rule + "\nlist\nu update", "title\n" + rule + "\n\n"},
		{background, "title\nlist\n" + background + "\nu update", "title\nbox\n" + background + "\n"},
	} {
		d, emu := newTestRenderer(20, 4)
		f := frame{width: 20, height: 4, profile: colorprofile.TrueColor}
		for _, content := range []string{c.before, c.after, c.before, c.after} {
			f.view = tea.View{AltScreen: true, Content: content}
			if err := d.show(f); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(renderScreen(emu), c.line) {
				t.Errorf("after %q the line is gone: %q", content, renderScreen(emu))
			}
		}
	}
}

// newTestRenderer returns a renderer on a new terminal.
func newTestRenderer(width, height int) (*renderer, *vt.Emulator) {
	emu := vt.NewEmulator(width, height)
	return newRenderer(&device{out: emu, env: []string{"TERM=dumb"}, term: "xterm-256color"}), emu
}

// links are left out: the emulator mixes them up when one line's goes on in the next.
var links = regexp.MustCompile("\x1b]8;.*?\x07")

// renderScreen returns what a terminal shows.
func renderScreen(emu *vt.Emulator) string { return links.ReplaceAllString(emu.Render(), "") }

// changeLines changes a few lines or scrolls them.
func changeLines(random *rand.Rand, lines, pieces []string) {
	switch random.IntN(5) {
	case 0:
		copy(lines, lines[1:])
	case 1:
		copy(lines[1:], lines)
	case 2: // a list between lines that stand still
		from := 1 + random.IntN(len(lines)-2)
		list := lines[from : from+random.IntN(len(lines)-from)]
		by := random.IntN(len(list) + 1)
		if random.IntN(2) == 0 {
			copy(list, list[by:])
		} else {
			copy(list[by:], slices.Clone(list))
		}
	}
	for range random.IntN(3) {
		lines[random.IntN(len(lines))] = fmt.Sprint(pieces[random.IntN(len(pieces))], pieces[random.IntN(len(pieces))])
	}
}
