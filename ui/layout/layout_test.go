package layout_test

import (
	"fmt"
	"image"
	"testing"

	"frontdesk/ui/layout"
)

// formatWidths formats the slots of a template with their widths.
func formatWidths(t layout.Template, width int, focus layout.Slot, zoom bool) string {
	s := ""
	for _, r := range t.Solve(layout.Body(width, 40), focus, zoom, 0) {
		s += fmt.Sprintf(" %s %d–%d", r.Slot, r.Rect.Min.X, r.Rect.Max.X)
	}
	return s[1:]
}

func TestSolve_RegionsPerWidth(t *testing.T) {
	for _, c := range []struct {
		template layout.Template
		width    int
		focus    layout.Slot
		zoom     bool
		want     string
	}{
		{layout.Browsing, 80, layout.List, false, "list 0–80"},
		{layout.Browsing, 80, layout.Detail, false, "detail 1–79"},
		{layout.Browsing, 99, layout.Detail, false, "detail 1–98"},
		{layout.Browsing, 100, layout.Detail, false, "list 0–58 detail 61–99"},
		{layout.Browsing, 120, layout.List, false, "list 0–73 detail 76–119"},
		{layout.Browsing, 160, layout.List, false, "list 0–92 detail 95–159"},
		{layout.Browsing, 200, layout.List, false, "list 0–120 detail 123–199"},
		{layout.Browsing, 200, layout.Detail, true, "detail 1–199"},
		{layout.Editing, 80, layout.Editor, false, "editor 1–79"},
		{layout.Editing, 100, layout.Editor, false, "editor 1–51 detail 54–99"},
		{layout.Editing, 120, layout.Detail, false, "editor 1–59 detail 62–119"},
		{layout.Editing, 200, layout.Editor, false, "editor 1–93 detail 96–199"},
	} {
		if got := formatWidths(c.template, c.width, c.focus, c.zoom); got != c.want {
			t.Errorf("%d columns, focus on %s, zoom %v: %s, want %s", c.width, c.focus, c.zoom, got, c.want)
		}
	}
}

func TestSolve_ThreeColumns(t *testing.T) {
	three := layout.Template{{180, []layout.Column{
		{Slot: layout.List, Min: 78, Ideal: 92}, {Slot: layout.Detail, Min: 56, Ideal: 60}, {Slot: "side", Min: 40, Max: 64},
	}}}
	for width, want := range map[int]string{
		180: "list 0–78 detail 81–137 side 140–179", 240: "list 0–92 detail 95–172 side 175–239",
	} {
		if got := formatWidths(three, width, layout.List, false); got != want {
			t.Errorf("%d columns: %s, want %s", width, got, want)
		}
	}
}

func TestSolve_DividerMovesToTheMinimumWidths(t *testing.T) {
	for shift, want := range map[int]image.Point{-4: {X: 69, Y: 72}, 4: {X: 74, Y: 77}, -99: {X: 58, Y: 61}, 99: {X: 74, Y: 77}} {
		r := layout.Browsing.Solve(layout.Body(120, 40), layout.List, false, shift)
		if got := (image.Point{X: r[0].Rect.Max.X, Y: r[1].Rect.Min.X}); got != want {
			t.Errorf("moved by %d: the list ends and the ticket begins in %v, want %v", shift, got, want)
		}
	}
	if left, right := layout.Browsing.Shifts(99); left != 0 || right != 0 {
		t.Errorf("there is no divider in a window of 99 columns, and it moves by %d, %d", left, right)
	}
}

func TestAt_FindsTheRegionBelowAPoint(t *testing.T) {
	regions := layout.Browsing.Solve(layout.Body(120, 40), layout.List, false, 0)
	for p, want := range map[image.Point]layout.Slot{
		{X: 0, Y: 2}: layout.List, {X: 72, Y: 37}: layout.List, {X: 76, Y: 2}: layout.Detail, {X: 118, Y: 20}: layout.Detail,
		{X: 74, Y: 5}: "", {X: 10, Y: 1}: "", {X: 10, Y: 38}: "", {X: 119, Y: 5}: "",
	} {
		if got, _ := layout.At(regions, p); got != want {
			t.Errorf("%v is on %q, want %q", p, got, want)
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
