package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/theme"
)

// pairsDrawn collects the pairs of colours that scenes draw, each with one scene that does.
type pairsDrawn struct {
	mu     sync.Mutex
	in     map[theme.Pair]string
	scenes int
}

func (d *pairsDrawn) add(scene string, pairs map[theme.Pair]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.scenes++
	for pair := range pairs {
		d.in[pair] = scene
	}
}

// requireTestedPairs looks for the drawn pairs in those that the themes are tested for.
func requireTestedPairs(t *testing.T, drawn map[theme.Pair]string) {
	t.Helper()
	for pair, scene := range drawn {
		if pair.Role == "border" {
			continue // decoration that says nothing
		}
		if !slices.ContainsFunc(theme.Pairs(), func(p theme.Pair) bool { return p.Role == pair.Role && p.Background == pair.Background }) {
			t.Errorf("%s draws %s on %s, which is none of theme.Pairs", scene, pair.Role, pair.Background)
		}
	}
}

// requireDrawnPairs looks for the pairs that the themes are tested for in those that were drawn.
func requireDrawnPairs(t *testing.T, drawn map[theme.Pair]string) {
	t.Helper()
	for _, p := range theme.Pairs() {
		if _, found := drawn[theme.Pair{Role: p.Role, Background: p.Background}]; !found {
			t.Errorf("%s is never drawn on %s, and theme.Pairs has it", p.Role, p.Background)
		}
	}
}

// distinctTheme returns the dark theme with a colour of its own for each role, and the roles by their colours as they
// are written.
func distinctTheme() (s theme.Spec, roles map[string]string) {
	base, _ := theme.Find("dark", nil)
	roles = map[string]string{}
	s = base.Derive("distinct", "", func(p *theme.Palette) {
		for i, r := range theme.Roles() {
			if r.Name == "text" || r.Name == "background" {
				continue // not written with each text
			}
			*r.In(p) = fmt.Sprintf("#%02x%02x%02x", i+100, i+100, i+100)
			roles[fmt.Sprintf("%d;%d;%d", i+100, i+100, i+100)] = r.Name
		}
	})
	return s, roles
}

// drawnPairs adds to pairs the roles that are drawn in a frame, each with that of its background. Blanks are not read.
func drawnPairs(frame string, roles map[string]string, pairs map[theme.Pair]bool) {
	pen := theme.Pair{Role: "text", Background: "background"}
	reversed := false
	var state byte
	for frame != "" {
		sequence, _, n, next := ansi.DecodeSequence(frame, state, nil)
		state, frame = next, frame[n:]
		params, isStyle := strings.CutPrefix(sequence, "\x1b[")
		if !isStyle || !strings.HasSuffix(params, "m") {
			if strings.TrimSpace(sequence) != "" && !strings.HasPrefix(sequence, "\x1b") && !reversed {
				pairs[pen] = true
			}
			continue
		}
		params = ";" + strings.TrimSuffix(params, "m") + ";"
		if params == ";;" || params == ";0;" {
			pen, reversed = theme.Pair{Role: "text", Background: "background"}, false
		}
		for colour, role := range roles {
			if strings.Contains(params, ";38;2;"+colour+";") {
				pen.Role = role
			}
			if strings.Contains(params, ";48;2;"+colour+";") {
				pen.Background = role
			}
		}
		reversed = reversed || strings.Contains(params, ";7;")
	}
}
