package pane

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestFolds_LineAtTheTopStaysWhenTheyOpenAndClose(t *testing.T) {
	whole := strings.Fields("a b >1 1x 1y c >2 2x d")
	d := newFoldedDocument(whole, []fold{{2, 5, "<1"}, {6, 8, "<2"}}, 5, 9)
	if want := strings.Fields("a b <1 c <2 d"); !slices.Equal(d.lines(false), want) {
		t.Fatalf("closed: %q", d.lines(false))
	}
	for folded, unfolded := range []int{0, 1, 2, 5, 6, 8} {
		if got := d.openLine(folded); got != unfolded {
			t.Errorf("line %d opens to %d, want %d", folded, got, unfolded)
		}
		if got := d.closedLine(unfolded); got != folded {
			t.Errorf("line %d closes to %d, want %d", unfolded, got, folded)
		}
	}
	for inside, folded := range map[int]int{3: 2, 4: 2, 7: 4, 9: 6} {
		if got := d.closedLine(inside); got != folded {
			t.Errorf("line %d closes to %d, want %d", inside, got, folded)
		}
	}
	if from, to := d.newestRange(false); from != 3 || to != 6 {
		t.Errorf("the newest message is in %d to %d", from, to)
	}
	if !d.hides("2X") || d.hides("b") {
		t.Error("what is hidden is not found, or what is not")
	}
}

func TestConversation_UndatedEntriesStayAtItsEnd(t *testing.T) {
	at := func(minutes int) desk.UnixTime { return desk.UnixTime(1_700_000_000 + 60*minutes) }
	for name, c := range map[string]struct {
		times                    []desk.UnixTime
		newestFirst, oldestFirst string
		newest                   int
	}{
		"all dated":    {[]desk.UnixTime{at(1), at(2), at(3)}, "[2 1 0]", "[0 1 2]", 2},
		"some undated": {[]desk.UnixTime{at(1), at(2), 0, 0}, "[1 0 2 3]", "[0 1 2 3]", 1},
		"none dated":   {[]desk.UnixTime{0, 0}, "[1 0]", "[0 1]", 1},
		"nothing":      {nil, "[]", "[]", -1},
	} {
		all := make([]message, len(c.times))
		for i := range all {
			all[i].at = c.times[i]
		}
		newest := newestMessage(all)
		up, down := &ticketRenderer{newestFirst: true}, &ticketRenderer{}
		got := fmt.Sprint(newest, " ", up.readingOrder(all, newest), " ", down.readingOrder(all, newest))
		if want := fmt.Sprint(c.newest, " ", c.newestFirst, " ", c.oldestFirst); strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestConversation_NobodyIsTakenForACustomerOrAnAgentWithoutAReason(t *testing.T) {
	line := safetext.LineFromText
	p := people{
		customer: &desk.Customer{Name: line("Priya Natarajan"), Contacts: []desk.Contact{{Name: line("Ravi"), Email: line("ravi@example.com")}}},
		isAgent:  func(name string) bool { return name == "Asha Rao" || name == "Ravi" },
		email:    "priya@example.com",
	}
	for name, want := range map[string]side{
		"Asha Rao": agentSide, "priya natarajan": customerSide, "Priya <priya@example.com>": customerSide, "ravi@example.com": customerSide,
		"Ravi": unknownSide, "Acme bot": unknownSide, "": unknownSide,
	} {
		if got := p.side(name); got != want {
			t.Errorf("%q is %q, want %q", name, got.word(), want.word())
		}
	}
	said := func(member, value string) *desk.HistoryEntry {
		return &desk.HistoryEntry{Author: line("Asha Rao"), Values: []desk.LabeledValue{{Member: member, Value: safetext.BlockFromText(value)}}}
	}
	if got := p.sideOf(said("direction", "Inbound")); got != customerSide {
		t.Errorf("an inbound entry is of %q", got.word())
	}
	if got := p.sideOf(said("direction", "sideways")); got != agentSide {
		t.Errorf("an entry with a direction that says nothing is of %q", got.word())
	}
	if got := channelOf(said("channel", "WhatsApp")); got != "WhatsApp" {
		t.Errorf("the channel is %q", got)
	}
}
