package pane

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// everyState returns each combination of what can be known of a ticket besides its values.
func everyState() (all []rowState) {
	for bits := range 1 << 6 {
		for _, claim := range []rowState{{}, {mine: true}, {others: true}} {
			has := func(bit int) bool { return bits&(1<<bit) != 0 }
			s := rowState{marked: has(0), unread: has(1), draft: has(2), update: has(3), done: has(4), outbox: has(5), mine: claim.mine, others: claim.others}
			if !s.draft || !s.update { // the draft of an update that is about to be sent is not shown as one
				all = append(all, s)
			}
		}
	}
	return all
}

// drawnStates returns the rows of a ticket in every state, with and without the cursor.
func drawnStates(th *theme.Theme, lines int) map[string]string {
	rows := map[string]string{}
	words := newListWords()
	at := noon
	at.words = words
	shown := columnsNamed([]string{"clock", "priority", "title", "sub-status"})
	for i, width := range []int{8, 1, 40, 13} {
		shown[i].width = width
	}
	ticket := desk.Ticket{
		Title: safetext.LineFromText("Screen stays black"), Due: beforeNoon(-100 * 60e9), Priority: interned("High"),
		SubStatus: desk.NewCode("US", safetext.LineFromText("Unattended")),
	}
	for _, state := range everyState() {
		for _, under := range []bool{false, true} {
			t := listedTicket{Ticket: &ticket, state: state, under: under}
			row := t.row(th, shown, 68, at)
			if lines > 1 {
				row += "\n" + t.secondLine(th, shown, 68, at)
			}
			if under {
				row = th.Selected.Render(row)
			}
			rows[row] = strings.TrimSpace(strings.Join(state.names(), " "))
		}
	}
	return rows
}

func (s rowState) names() (all []string) {
	for name, is := range map[string]bool{
		"marked": s.marked, "new": s.unread, "draft": s.draft, "update": s.update, "outbox": s.outbox, "done": s.done, "mine": s.mine, "taken": s.others,
	} {
		if is {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func TestInboxRow_EveryStateIsToldApartWithoutColour(t *testing.T) {
	seen := map[string]string{}
	rows := drawnStates(theme.New(true, true), 1)
	if want := 2 * len(everyState()); len(rows) != want {
		t.Fatalf("%d rows of %d differ", len(rows), want)
	}
	for row, state := range rows {
		letters := ansi.Strip(row)
		if other, known := seen[letters]; known {
			t.Errorf("%s and %s are both drawn as %q", state, other, letters)
		}
		seen[letters] = state
		if got := termwidth.Width(letters); got != 68 {
			t.Errorf("%s is %d columns wide", state, got)
		}
	}
}

func TestInboxRow_StatesHaveColoursOfTheTerminalWithSixteen(t *testing.T) {
	for _, dark := range []bool{true, false} {
		th := theme.NewANSI16(dark)
		if got, want := len(drawnStates(th, 1)), 2*len(everyState()); got != want {
			t.Errorf("dark %v: %d of %d rows differ", dark, got, want)
		}
		for row, state := range drawnStates(th, 2) {
			if strings.Contains(row, "38;") || strings.Contains(row, "48;") {
				t.Errorf("%s has a colour that is not among the sixteen: %q", state, row)
			}
		}
		styles := map[string]string{}
		for _, state := range []rowState{{}, {marked: true}, {unread: true}, {others: true}} {
			sequence := state.titleStyle(plain).themeStyle(th).Render("x")
			if other, known := styles[sequence]; known {
				t.Errorf("dark %v: the title of %v looks like that of %s", dark, state.names(), other)
			}
			styles[sequence] = strings.Join(state.names(), " ")
		}
	}
}

func TestInboxRow_EachSymbolHasOneMeaning(t *testing.T) {
	all := []symbol{
		markedSymbol, updateSymbol, draftSymbol, mineSymbol, othersSymbol, unreadSymbol, untouched, inWork, waiting, closed,
		{text: "☎"},
		{text: "⚑"},
		{text: cursorBar},
	}
	for _, priority := range []string{"Urgent", "High", "Normal", "Low"} {
		all = append(all, prioritySymbol(interned(priority)))
	}
	seen := map[string]bool{}
	for _, s := range all {
		if seen[s.text] || termwidth.Width(s.text) != 1 {
			t.Errorf("%q has two meanings, or %d columns", s.text, termwidth.Width(s.text))
		}
		seen[s.text] = true
	}
}

func TestInboxRow_InitialsStandForAgents(t *testing.T) {
	for name, want := range map[string]string{
		"Asha Rao": "AR", "ravi": "RA", "Lucía Fernández Gil": "LG", "acme-bot": "AB", "山田 太郎": "山", "Ørsted Åse": "ØÅ", "": "", "X": "X", "आशा राव": "आ",
	} {
		if got := initials(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestInboxRow_ShortWordsTellSubStatusesApart(t *testing.T) {
	labels := []string{
		"Unattended", "Closed", "Customer contacted", "Resolved, awaiting confirmation", "Replacement on its way", "Waiting for customer",
		"Waiting for parts", "In progress", "対応中です。少々お待ちください", "escalated to the supplier",
	}
	got := shortWords(labels)
	for label, want := range map[string]string{
		"Unattended": "", "Customer contacted": "Contacted", "Resolved, awaiting confirmation": "Resolved", "Replacement on its way": "Replacement",
		"Waiting for customer": "Customer", "Waiting for parts": "Parts", "In progress": "", "escalated to the supplier": "Escalated",
	} {
		if got[label] != want {
			t.Errorf("%s is %q, want %q", label, got[label], want)
		}
	}
	seen := map[string]bool{}
	for _, word := range got {
		if seen[word] {
			t.Errorf("two sub-statuses are %s", word)
		}
		seen[word] = true
	}
}
