package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCheck_FindsWhatMustNotBe gives the check a desk for each outcome of a write.
func TestCheck_FindsWhatMustNotBe(t *testing.T) {
	tests := map[string]struct {
		told  outcome
		there int
		want  string // in the violation; empty for none
	}{
		"acknowledged and there":            {acknowledged, 1, ""},
		"acknowledged and missing":          {acknowledged, 0, "acknowledged and missing"},
		"acknowledged and there twice":      {acknowledged, 2, "written 2 times"},
		"found by the console, and missing": {foundThere, 0, "acknowledged and missing"},
		"refused and not there":             {refused, 0, ""},
		"refused and there":                 {refused, 1, "refused and there"},
		"unknown and there":                 {unknown, 1, ""},
		"unknown and not there":             {unknown, 0, ""},
		"unknown and there twice":           {unknown, 2, "written 2 times"},
		"not found, and came later":         {notFound, 1, ""},
		"discarded and there":               {discarded, 1, "never sent and there"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRun(&installation{}, options{seed: 1})
			mark := r.writes.begin(byHTTP, true)
			r.writes.send(mark)
			r.writes.settle(mark, test.told, "")
			requireViolation(t, r.compareWrites(map[string]int{mark: test.there}), test.want)
		})
	}
}

func TestCheck_FormThatVanishedHasToBeSaved(t *testing.T) {
	for there, want := range []string{"neither saved nor offered", ""} {
		r := newRun(&installation{}, options{seed: 1})
		mark := r.writes.begin(byConsole, false)
		r.writes.send(mark)
		r.writes.settle(mark, unknown, "Agent 01: "+vanished)
		requireViolation(t, r.compareWrites(map[string]int{mark: there}), want)
	}
}

func TestCheck_WriteThatNobodyMadeIsFound(t *testing.T) {
	r := newRun(&installation{}, options{seed: 1})
	requireViolation(t, r.compareWrites(map[string]int{"kr00001x00001q": 1}), "a write that nobody made")
}

// TestCheck_DraftOlderThanASecondIsFound loses a host after three words, half a second apart.
func TestCheck_DraftOlderThanASecondIsFound(t *testing.T) {
	lost := time.Date(2026, 11, 23, 14, 0, 0, 0, time.UTC)
	typed := &form{mark: "kr", words: []time.Time{lost.Add(-1500 * time.Millisecond), lost.Add(-900 * time.Millisecond)}}
	for offered, want := range []string{"draft too old", "", ""} {
		all := &drafts{}
		c := comparison{lost: lost}
		c.compare(typed, offered)
		all.add(c)
		requireViolation(t, all.tooOld(), want)
	}
}

// TestCheck_TwoAgentsOnOneClaimAreFound shows a ticket as taken in two consoles.
func TestCheck_TwoAgentsOnOneClaimAreFound(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2026, 11, 23, 14, 0, second, 0, time.UTC) }
	const isTaken, isFree = "Clock▾\n ◆  K001", "Clock▾\n ◇  K001"
	tests := map[string]struct {
		other int // when the second agent sees it, after the first has until second 10
		want  string
	}{
		"at the same time":  {5, "two agents on one claim"},
		"one after another": {20, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := &claims{open: map[*agentSession]map[string]*claim{}}
			asha, ben := &agentSession{"Asha", "host1"}, &agentSession{"Ben", "host2"}
			c.see(asha, isTaken, at(0))
			c.see(asha, isTaken, at(10))
			c.see(asha, isFree, at(11))
			c.see(ben, isTaken, at(test.other))
			c.see(ben, isTaken, at(test.other+3))
			requireViolation(t, c.overlaps(), test.want)
		})
	}
}

func TestMarks_WordsOfACommentAreCountedWithoutAGap(t *testing.T) {
	for text, want := range map[string]int{
		"krx w001 w002": 3, "krx": 1, "w001": 0, "krx w001 w003": 2,
	} {
		if got := wordsIn(text, "krx"); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
}

// listWithTitle is a list of drafts in which the ticket of the first one has a mark as its title: it was added by a
// script of the run.
const listWithTitle = `─ Drafts ─────────────────────────────────────────────────────────────────────╮
 ◇  K007│ Typed Form          For                          What                           │
 ◇  K008│ 18:07 Update ticket 713500000046 kr00007x00015q  Comment: kr00007x00743q w001…   │
 ◇  K009│ 18:06 Update ticket 713500000006 K005            Comment: kr00007x00271q w001…   │
 ◇  K010│                                                                                  │
 ◇  K011│ Comment: kr00007x00743q w001 w002                                                │`

func TestLists_TitleOfATicketIsNotTakenForWhatWasTyped(t *testing.T) {
	want := []string{"kr00007x00743q", "kr00007x00271q", "kr00007x00743q"}
	if got := typedIn(listWithTitle); !slices.Equal(got, want) {
		t.Errorf("%q are taken for what was typed, want %q", got, want)
	}
}

func TestLists_RowIsGoneOnlyFromAListThatIsDrawn(t *testing.T) {
	for list, want := range map[string]bool{
		listWithTitle: false, "": false, "─ Outbox ──": false, "The outbox is empty.": true,
		" 18:06 Update ticket 713500000006 K005  Comment: kr00007x00271q w001…": true,
	} {
		if got := isGone(list, "kr00007x00743q"); got != want {
			t.Errorf("gone from %q: %v", list, got)
		}
	}
}

func requireViolation(t *testing.T, found []violation, want string) {
	t.Helper()
	switch {
	case want == "" && len(found) > 0:
		t.Errorf("it finds %v", found)
	case want != "" && (len(found) != 1 || !strings.Contains(found[0].what, want)):
		t.Errorf("it finds %v, want %q", found, want)
	}
}
