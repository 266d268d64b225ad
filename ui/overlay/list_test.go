package overlay_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// drawList draws a list of tickets with their states and queues.
func drawList(rows ...[]string) string {
	list := overlay.NewList(overlay.ListSpec{
		Spec: overlay.Spec{Title: func() string { return "Tickets" }, Scope: keymap.ListOverlay},
		Columns: []overlay.Column{
			{Title: "Title"},
			{Title: "State", Width: 30},
			{Title: "Queue", Width: 30},
			{Title: "What", Width: 6},
		},
		Rows: func() []overlay.Row {
			var all []overlay.Row
			for _, cells := range rows {
				all = append(all, overlay.Row{ID: cells[0], Cells: cells})
			}
			return all
		},
	}, keymap.Default())
	return ansi.Strip(list.View(theme.New(true, true), 60, 20))
}

func TestList_TitleTakesWhatTheOtherColumnsDoNotNeed(t *testing.T) {
	long := "Two debits of €349 on my card, yes two"
	screen := drawList([]string{long, "Closed", "stays", "sent"})
	if !strings.Contains(screen, long) {
		t.Errorf("the title is cut:\n%s", screen)
	}
}

func TestList_ColumnThatIsTheSameEverywhereIsLeftOut(t *testing.T) {
	if screen := drawList([]string{"One", "", "", ""}, []string{"Two", "", "", ""}); strings.Contains(screen, "Queue") ||
		strings.Contains(screen, "State") {
		t.Errorf("a column says nothing:\n%s", screen)
	}
	if screen := drawList([]string{"One", "", "", ""}, []string{"Two", "", "Billing", ""}); !strings.Contains(screen, "Queue") {
		t.Errorf("the queue is not shown:\n%s", screen)
	}
}
