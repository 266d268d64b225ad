package widget_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/widget"
)

func TestListWindow_CursorStaysVisibleWithRowsAroundIt(t *testing.T) {
	var l widget.ListWindow
	l.SetSize(10)
	l.SetCount(100_000)
	for _, step := range []struct {
		name           string
		do             func()
		cursor, offset int
	}{
		{"at the start", func() {}, 0, 0},
		{"up from the start", func() { l.Move(-1) }, 0, 0},
		{"down to the margin", func() { l.Move(7) }, 7, 0},
		{"into the margin", func() { l.Move(1) }, 8, 1},
		{"back, nothing scrolls", func() { l.Move(-5) }, 3, 1},
		{"up into the margin", func() { l.Move(-1) }, 2, 0},
		{"a window down", func() { l.Move(9) }, 11, 4},
		{"half a window up", func() { l.HalfPage(-1) }, 6, 4},
		{"to the end", l.GotoBottom, 99_999, 99_990},
		{"down from the end", func() { l.Move(27) }, 99_999, 99_990},
		{"most rows go", func() { l.SetCount(50) }, 49, 40},
		{"the window grows", func() { l.SetSize(20) }, 49, 30},
		{"to the start", l.GotoTop, 0, 0},
		{"far away", func() { l.SetCursor(30) }, 30, 13},
		{"its row moved down five", func() { l.MoveKeepingOffset(35) }, 35, 18},
		{"its row moved to the start", func() { l.MoveKeepingOffset(1) }, 1, 0},
		{"a window of two rows", func() { l.SetSize(2); l.Move(5) }, 6, 5},
		{"no window", func() { l.SetSize(0); l.Move(2) }, 8, 8},
		{"no rows", func() { l.SetCount(0); l.Move(4) }, 0, 0},
	} {
		step.do()
		if l.Cursor() != step.cursor || l.Offset() != step.offset {
			t.Errorf("%s: cursor %d, window at %d; want %d, %d", step.name, l.Cursor(), l.Offset(), step.cursor, step.offset)
		}
	}
}

func TestListWindow_OnlyExistingRowsAreVisible(t *testing.T) {
	for _, c := range []struct{ rows, height, cursor, from, to int }{
		{0, 10, 0, 0, 0}, {3, 10, 2, 0, 3}, {100, 10, 50, 43, 53}, {100, 10, 99, 90, 100}, {5, 0, 2, 2, 2}, {5, -1, -4, 0, 0}, {-1, 4, 2, 0, 0},
	} {
		var l widget.ListWindow
		l.SetSize(c.height)
		l.SetCount(c.rows)
		l.SetCursor(c.cursor)
		from, to := l.Visible()
		if c.height <= 0 {
			from, to = to-from, to-from
			c.from, c.to = 0, 0
		}
		if from != c.from || to != c.to || l.Len() != max(c.rows, 0) {
			t.Errorf("%+v: rows %d to %d of %d", c, from, to, l.Len())
		}
	}
}

func TestListWindow_ResizeKeepsTheCursorsRow(t *testing.T) {
	for _, row := range []int{0, 1, 40, 98, 99} {
		var l widget.ListWindow
		l.SetSize(20)
		l.SetCount(100)
		l.SetCursor(row)
		for _, height := range []int{5, 60, 1, 300, 2, 20} {
			l.SetSize(height)
			from, to := l.Visible()
			if l.Cursor() != row || row < from || row >= to {
				t.Errorf("in %d rows the cursor is on %d of %d to %d, want %d", height, l.Cursor(), from, to, row)
			}
			if to-from != min(height, 100) {
				t.Errorf("%d rows are seen of %d", to-from, height)
			}
		}
	}
}

func TestListWindow_CursorStaysOnItsTicketWhenRowsChange(t *testing.T) {
	var l widget.ListWindow
	l.SetSize(10)
	l.SetCount(100)
	l.SetCursor(50)
	place := l.Cursor() - l.Offset()
	for _, step := range []struct{ rows, row int }{{103, 53}, {99, 49}, {5000, 2500}, {40, 20}} {
		l.SetCount(step.rows)
		l.MoveKeepingOffset(step.row)
		if l.Cursor() != step.row || l.Cursor()-l.Offset() != place {
			t.Errorf("of %d rows the cursor is on %d at %d of the window, want %d at %d", step.rows, l.Cursor(), l.Cursor()-l.Offset(), step.row, place)
		}
	}
}

func TestListWindow_HundredThousandRowsCostNothing(t *testing.T) {
	var l widget.ListWindow
	l.SetSize(40)
	if n := testing.AllocsPerRun(10, func() {
		l.SetCount(100_000)
		l.Move(3)
		l.GotoBottom()
		l.HalfPage(-1)
		l.MoveKeepingOffset(70_000)
		l.GotoTop()
		l.SetCount(0)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkList moves through 100,000 rows and writes the 40 that are seen.
func BenchmarkList(b *testing.B) {
	titles := make([]string, 100_000)
	for i := range titles {
		titles[i] = fmt.Sprintf("713516%06d  Screen stays black & beeps, 画面が真っ暗  Unattended  2h", i)
	}
	var l widget.ListWindow
	l.SetSize(40)
	l.SetCount(len(titles))
	view := func() string {
		var s strings.Builder
		from, to := l.Visible()
		for _, title := range titles[from:to] {
			s.WriteString(termwidth.Pad(title, 120))
			s.WriteByte('\n')
		}
		return s.String()
	}
	for name, move := range map[string]func(){"one row": func() { l.Move(1) }, "both ends": func() { l.GotoBottom(); l.GotoTop() }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				move()
				_ = view()
			}
		})
	}
}
