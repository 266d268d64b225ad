package widget_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/ui/widget"
)

// newViewport returns a viewport over lines.
func newViewport(w, h int, lines ...string) *widget.Viewport {
	var s widget.Viewport
	s.SetSize(w, h)
	s.SetContentLines(lines)
	return &s
}

func numberedLines(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprint("line ", i)
	}
	return lines
}

func TestViewport_ScrollingStaysWithinTheText(t *testing.T) {
	s := newViewport(20, 10, numberedLines(100)...)
	for _, step := range []struct {
		name    string
		do      func()
		offset  int
		percent int
		atEnd   bool
	}{
		{"at the start", func() {}, 0, 10, false},
		{"up from the start", func() { s.Move(-3) }, 0, 10, false},
		{"down a line", func() { s.Move(1) }, 1, 11, false},
		{"down half a window", func() { s.HalfPage(1) }, 6, 16, false},
		{"down a window", func() { s.Move(9) }, 15, 25, false},
		{"up a window", func() { s.Move(-9) }, 6, 16, false},
		{"to the end", s.GotoBottom, 90, 100, true},
		{"down from the end", func() { s.Move(45) }, 90, 100, true},
		{"in a taller window", func() { s.SetSize(20, 30) }, 70, 100, true},
		{"in a window taller than the text", func() { s.SetSize(20, 300) }, 0, 100, true},
		{"in no window at all", func() { s.GotoTop(); s.SetSize(0, 0); s.Move(1); s.HalfPage(1) }, 2, 2, false},
		{"back to the start", s.GotoTop, 0, 0, false},
	} {
		step.do()
		if s.Offset() != step.offset || s.Percent() != step.percent || s.AtBottom() != step.atEnd {
			t.Errorf("%s: line %d, %d %%, at end %v; want %d, %d %%, %v",
				step.name, s.Offset(), s.Percent(), s.AtBottom(), step.offset, step.percent, step.atEnd)
		}
	}
}

func TestViewport_IsAlwaysFilled(t *testing.T) {
	s := newViewport(5, 3, "short", "\x1b[1mlonger than five\x1b[m", "漢字漢字", "end")
	if got, want := s.View(), "short\n\x1b[1mlong…\x1b[m\n漢字…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.SetContentLines(nil)
	if got := s.View(); got != "\n\n" {
		t.Errorf("an empty text is drawn as %q", got)
	}
	if s.Percent() != 100 || !s.AtBottom() {
		t.Error("an empty text is not at its end")
	}
}

func TestViewport_MoreTextDoesNotMoveIt(t *testing.T) {
	s := newViewport(20, 10, numberedLines(50)...)
	s.Move(17)
	s.SetContentLines(numberedLines(500))
	if s.Offset() != 17 {
		t.Errorf("line %d, want 17", s.Offset())
	}
}

func TestViewport_TextStaysInPlaceInAnotherSize(t *testing.T) {
	narrow, wide := numberedLines(120), make([]string, 40)
	for i := range wide {
		wide[i] = strings.Join(narrow[i*3:i*3+3], " ")
	}
	for _, c := range []struct {
		name           string
		scroll         func(s *widget.Viewport)
		before, narrow int
	}{
		{"the end", (*widget.Viewport).GotoBottom, 30, 96},
		{"what was at the top", func(s *widget.Viewport) { s.Move(10) }, 10, 30},
		{"what was at the top near the end", func(s *widget.Viewport) { s.Move(29) }, 29, 87},
		{"the start", (*widget.Viewport).GotoTop, 0, 0},
	} {
		t.Run(c.name+" in a narrower and higher window", func(t *testing.T) {
			s := newViewport(60, 10, wide...)
			c.scroll(s)
			s.SetSize(20, 24)
			s.SetContentLines(narrow[:50]) // the first step of drawing
			s.SetContentLines(narrow)
			if s.Offset() != c.narrow {
				t.Errorf("line %d, want %d", s.Offset(), c.narrow)
			}
		})
		t.Run(c.name+" in a window that was higher for a moment", func(t *testing.T) {
			s := newViewport(60, 10, wide...)
			c.scroll(s)
			s.SetSize(60, 30)
			s.SetSize(60, 10)
			if s.Offset() != c.before {
				t.Errorf("line %d, want %d", s.Offset(), c.before)
			}
		})
	}
}

func TestViewport_MovingDuringARedrawIsKept(t *testing.T) {
	s := newViewport(20, 5, numberedLines(100)...)
	s.Move(50)
	again := numberedLines(100)
	again[0] = "another line"
	s.SetContentLines(again[:20])
	s.GotoTop()
	s.SetContentLines(again)
	if s.Offset() != 0 {
		t.Errorf("line %d after going to the top", s.Offset())
	}
}

func TestViewport_SearchIgnoresCaseAndAccents(t *testing.T) {
	s := newViewport(40, 4, "nothing", "Das \x1b[1mRÉSU\x1b[mMÉ liegt bei", "Straße", "resume, Resume", "x", "y", "z", "a resume")
	for words, want := range map[string]int{"resume": 3, "RÉSUMÉ": 3, "strasse": 1, "as": 2, "missing": 0, "": 0, "[1m": 0} {
		if got := s.Search(words); got != want {
			t.Errorf("%q is in %d lines, want %d", words, got, want)
		}
	}
}

func TestViewport_MatchesAreReversed(t *testing.T) {
	for _, c := range []struct{ line, words, want string }{
		{"a resume, Resume", "resume", "a <resume>, <Resume>"},
		{"Das \x1b[1mRÉSU\x1b[mMÉ", "resume", "Das \x1b[1m<RÉSU>\x1b[m<MÉ>"},
		{"Straße", "s", "<S>tra<ß>e"},
		{"Straße", "ass", "Str<aß>e"},
		{"日本語と日本", "日本", "<日本>語と<日本>"},
		{"é̂ e", "e", "<é̂> <e>"},
		{"aaa", "aa", "<aa>a"},
	} {
		s := newViewport(60, 1, c.line)
		s.Search(c.words)
		got := strings.NewReplacer("\x1b[7m", "<", "\x1b[27m", ">").Replace(s.View())
		if got != c.want {
			t.Errorf("%q in %q is shown as %q, want %q", c.words, c.line, got, c.want)
		}
		if err := safetext.ValidateFrame(s.View()); err != nil {
			t.Error(err)
		}
	}
}

func TestViewport_GoesFromMatchToMatch(t *testing.T) {
	lines := numberedLines(100)
	s := newViewport(20, 10, lines...)
	s.Move(35)
	if n := s.Search("9"); n != 19 {
		t.Fatalf("%d matches", n)
	}
	if s.Offset() != 35 {
		t.Errorf("line %d: the match at 39 is in the window already", s.Offset())
	}
	for _, step := range []struct{ by, at, line int }{{1, 5, 49}, {1, 6, 59}, {-3, 3, 29}, {-3, 19, 99}, {1, 1, 9}} {
		at, of := s.NextMatch(step.by)
		if at != step.at || of != 19 {
			t.Errorf("match %d of %d, want %d", at, of, step.at)
		}
		if s.Offset() > step.line || s.Offset()+10 <= step.line {
			t.Errorf("line %d is not in the window, which starts at %d", step.line, s.Offset())
		}
	}
	s.Search("nowhere")
	if at, of := s.NextMatch(1); at != 0 || of != 0 {
		t.Errorf("match %d of %d of what is not there", at, of)
	}
}

func TestViewport_SearchContinuesInMoreText(t *testing.T) {
	s := newViewport(20, 5, numberedLines(10)...)
	s.Search("line 5")
	s.SetContentLines(numberedLines(60))
	if _, of := s.NextMatch(1); of != 11 {
		t.Errorf("%d matches, want 11", of)
	}
}

func TestViewport_HundredThousandLinesCostTheSame(t *testing.T) {
	cost := func(n int) float64 {
		s := newViewport(80, 40, numberedLines(n)...)
		return testing.AllocsPerRun(10, func() {
			s.GotoBottom()
			_ = s.View()
			s.GotoTop()
			_ = s.View()
		})
	}
	if short, long := cost(100), cost(100_000); long > short {
		t.Errorf("%v allocations instead of %v", long, short)
	}
}

// BenchmarkScroll moves and draws a window of 120×40 over 100,000 lines.
func BenchmarkScroll(b *testing.B) {
	lines := make([]string, 100_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("\x1b[1m%06d\x1b[m Hold the power button for ten seconds and tell the customer what to expect", i)
	}
	var s widget.Viewport
	s.SetSize(120, 40)
	s.SetContentLines(lines)
	b.Run("move", func(b *testing.B) {
		for b.Loop() {
			s.Move(1)
			_ = s.View()
		}
	})
	b.Run("ends", func(b *testing.B) {
		for b.Loop() {
			s.GotoBottom()
			_ = s.View()
			s.GotoTop()
			_ = s.View()
		}
	})
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			s.Search("customer")
			_ = s.View()
		}
	})
}
