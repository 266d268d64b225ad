package markdown_test

import (
	"os"
	"strings"
	"testing"

	"frontdesk/ui/markdown"
	"frontdesk/ui/widget"
)

// newViewport returns a viewport over lines.
func newViewport(w, h int, lines ...string) *widget.Viewport {
	var v widget.Viewport
	v.SetSize(w, h)
	v.SetContentLines(lines)
	return &v
}

func TestViewport_ResizeKeepsTheTopWords(t *testing.T) {
	raw, err := os.ReadFile(documents + "/guide.html")
	if err != nil {
		t.Fatal(err)
	}
	r := markdown.NewRenderer()
	narrow := draw(t, r, "guide", string(raw), markdown.Options{Width: 40, Theme: dark})
	wide := draw(t, r, "guide", string(raw), markdown.Options{Width: 76})
	s := newViewport(40, 5, narrow...)
	for i := range narrow {
		s.Move(1)
		if !strings.Contains(narrow[i], "Wait & plug") {
			continue
		}
		s.Move(-1)
		s.SetSize(76, 5)
		s.SetContentLines(wide[:6]) // the first step of drawing
		s.SetContentLines(wide)
		if top, _, _ := strings.Cut(s.View(), "\n"); !strings.Contains(top, "Wait & plug") {
			t.Errorf("at the top is %q", top)
		}
		return
	}
	t.Fatal("the words are not in the text")
}

func TestViewport_ResizeKeepsTheMatchVisible(t *testing.T) {
	raw, err := os.ReadFile(documents + "/guide.html")
	if err != nil {
		t.Fatal(err)
	}
	r := markdown.NewRenderer()
	s := newViewport(40, 5, draw(t, r, "guide", string(raw), markdown.Options{Width: 40, Theme: dark})...)
	if s.Len() <= 5 || s.Search("plug") == 0 {
		t.Fatal("there is nothing to find")
	}
	for _, width := range []int{76, 30, 120, 40} {
		s.SetSize(width, 5)
		s.SetContentLines(draw(t, r, "guide", string(raw), markdown.Options{Width: width, Theme: dark}))
		if !strings.Contains(s.View(), "\x1b[7m") {
			t.Errorf("in %d columns no match is in sight:\n%s", width, s.View())
		}
	}
}
