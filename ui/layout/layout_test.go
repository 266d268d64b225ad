package layout_test

import (
	"fmt"
	"image"
	"testing"

	"frontdesk/ui/layout"
)

// halves lets the regions of a column share it. No article is suggested.
func halves(s layout.Slot, _, _ int) int {
	if s == layout.Suggest {
		return -1
	}
	return 0
}

// formatRegions formats the slots of a window with their columns, and with their rows where these differ.
func formatRegions(b layout.Breakpoint, width, height int, focus layout.Slot) string {
	s, body := "", layout.Body(width, height)
	for _, r := range b.Solve(body, focus, halves) {
		s += fmt.Sprintf(" %s %d–%d", r.Slot, r.Rect.Min.X, r.Rect.Max.X)
		if r.Rect.Dy() != body.Dy() {
			s += fmt.Sprintf(" rows %d–%d", r.Rect.Min.Y, r.Rect.Max.Y)
		}
	}
	return s[1:]
}

func TestSolve_RegionsPerWidth(t *testing.T) {
	for _, c := range []struct {
		template layout.Template
		width    int
		height   int
		focus    layout.Slot
		want     string
	}{
		{layout.Browsing, 80, 40, layout.List, "list 0–80"},
		{layout.Browsing, 80, 40, layout.Detail, "detail 1–79"},
		{layout.Browsing, 99, 40, layout.Detail, "detail 1–98"},
		{layout.Browsing, 100, 40, layout.Detail, "list 0–58 detail 61–99"},
		{layout.Browsing, 120, 40, layout.List, "list 0–73 detail 76–119"},
		{layout.Browsing, 160, 40, layout.List, "list 0–92 detail 95–159"},
		{layout.Browsing, 180, 45, layout.List, "list 0–78 detail 81–139 side 142–179"},
		{layout.Browsing, 200, 50, layout.List, "list 0–92 detail 95–159 side 162–199"},
		{layout.Browsing, 240, 60, layout.Side, "list 0–93 detail 96–172 side 175–239"},
		{layout.Writing, 80, 40, layout.Editor, "editor 1–79"},
		{layout.Writing, 100, 40, layout.Editor, "editor 1–51 detail 54–99"},
		{layout.Writing, 120, 40, layout.Detail, "editor 1–59 detail 62–119"},
		{
			layout.Writing, 200, 50, layout.Editor,
			"list 0–84 detail 87–159 rows 2–24 editor 87–159 rows 25–48 side 162–199",
		},
		{layout.Writing, 200, 30, layout.Editor, "editor 1–93 detail 96–159 side 162–199"},
		{layout.WritingAll, 180, 45, layout.Editor, "editor 1–78 detail 81–139 side 142–179"},
		{layout.WritingAll, 200, 50, layout.Editor, "editor 1–93 detail 96–159 side 162–199"},
		{layout.LookingUp, 120, 40, layout.Answers, "detail 1–55 answers 58–119"},
		{layout.LookingUp, 180, 45, layout.Answers, "list 0–65 detail 68–118 answers 121–179"},
		{layout.LookingUp, 200, 50, layout.Answers, "list 0–73 detail 76–138 answers 141–199"},
		{layout.LookingUp, 240, 60, layout.Answers, "list 0–73 detail 76–140 answers 143–239"},
		{
			layout.LookingUpForForm, 200, 50, layout.Answers,
			"detail 1–77 rows 2–24 editor 1–77 rows 25–48 answers 80–199",
		},
	} {
		row := c.template.For(c.width, c.height, []layout.Slot{c.focus}, nil)
		if got := formatRegions(row, c.width, c.height, c.focus); got != c.want {
			t.Errorf("%d×%d, focus on %s: %s, want %s", c.width, c.height, c.focus, got, c.want)
		}
	}
}

func TestSolve_AloneFillsTheWindow(t *testing.T) {
	if got := formatRegions(layout.Alone, 200, 50, layout.Detail); got != "detail 1–199" {
		t.Errorf("%s, want the ticket alone", got)
	}
}

func TestFor_LeavesOutRowsWithASlot(t *testing.T) {
	row := layout.Writing.For(200, 50, nil, []layout.Slot{layout.Side})
	if got := formatRegions(row, 200, 50, layout.Editor); got != "editor 1–93 detail 96–199" {
		t.Errorf("without the customer: %s", got)
	}
}

// every lists the templates.
var every = []layout.Template{
	layout.Browsing, layout.Writing, layout.WritingAll, layout.LookingUp, layout.LookingUpForForm,
	layout.LookingUpForTallForm,
}

func TestSolve_EveryRowFitsItsNarrowestWindow(t *testing.T) {
	for _, template := range every {
		for _, row := range template {
			for width := row.MinWidth; width < 300; width++ {
				right := 0
				for _, r := range row.Solve(layout.Body(width, 50), layout.List, halves) {
					if right = max(right, r.Rect.Max.X); r.Rect.Dx() < 37 || r.Rect.Dy() < 12 {
						t.Fatalf("%v at %d columns: %s is %v", row.Columns, width, r.Slot, r.Rect)
					}
				}
				if right < width-1 || right > width {
					t.Fatalf("%v ends in column %d of %d", row.Columns, right, width)
				}
			}
		}
	}
}

func TestBody_LeavesTheBars(t *testing.T) {
	for size, want := range map[[2]int]image.Rectangle{
		{80, 24}: image.Rect(0, 1, 80, 23), {80, 29}: image.Rect(0, 1, 80, 28), {80, 30}: image.Rect(0, 2, 80, 28), {80, 1}: image.Rect(0, 1, 80, 2),
	} {
		if got := layout.Body(size[0], size[1]); got != want {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
	}
}
