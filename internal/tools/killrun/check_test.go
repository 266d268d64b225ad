package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// start is when the writes of these tests begin.
var start = time.Date(2026, 11, 23, 14, 0, 0, 0, time.UTC)

func at(second float64) time.Time { return start.Add(time.Duration(second * float64(time.Second))) }

// told is what a writer was told of a text, which all write with one key unless it says otherwise.
type told struct {
	by, author string
	outcome    outcome
}

// ledgerOf returns the run of some writers who have all written one text.
func ledgerOf(all ...told) (r *killRun, mark string) {
	r = newRun(&installation{}, options{seed: 1})
	for i, w := range all {
		p := r.writes.page(w.by, w.author, byHTTP)
		if i == 0 {
			mark = p.begin(true)
		}
		p.join(mark, true)
		p.send(mark)
		p.settle(mark, w.outcome, "")
	}
	return r, mark
}

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
			r, mark := ledgerOf(told{"Asha", "", test.told})
			requireViolation(t, r.compareWrites(map[entryKey]int{{mark, ""}: test.there}), test.want)
		})
	}
}

func TestCheck_FormThatVanishedHasToBeSaved(t *testing.T) {
	for there, want := range []string{"neither saved nor offered", ""} {
		r, mark := ledgerOf(told{"Asha", "", open})
		r.writes.page("Asha", "", byConsole).settle(mark, unknown, "Agent 01: "+vanished)
		requireViolation(t, r.compareWrites(map[entryKey]int{{mark, ""}: there}), want)
	}
}

func TestCheck_WriteThatNobodyMadeIsFound(t *testing.T) {
	r, mark := ledgerOf(told{"Asha", "", acknowledged})
	there := map[entryKey]int{{mark, ""}: 1}
	requireViolation(t, r.compareWrites(there), "")
	there[entryKey{mark, "Ben"}] = 1
	requireViolation(t, r.compareWrites(there), "a write that nobody made")
}

// TestCheck_LostWriteDoesNotCountAsSavedBecauseAnotherWroteTheSame: two writers write one text.
func TestCheck_LostWriteDoesNotCountAsSavedBecauseAnotherWroteTheSame(t *testing.T) {
	const missing, tooMany = "acknowledged 2 times and there 1 times", "there 2 times, where 1 may be"
	tests := map[string]struct {
		first, second told
		there         map[string]int // by author
		want          string
	}{
		"both are there":      {told{"Asha", "", acknowledged}, told{"Ben", "", acknowledged}, map[string]int{"": 2}, ""},
		"one of them is lost": {told{"Asha", "", acknowledged}, told{"Ben", "", acknowledged}, map[string]int{"": 1}, missing},
		"one of them is taken for the other's": {
			told{"Asha", "", foundThere}, told{"Ben", "", acknowledged}, map[string]int{"": 1}, missing,
		},
		"one of them is not known": {told{"Asha", "", unknown}, told{"Ben", "", acknowledged}, map[string]int{"": 1}, ""},
		"both are not known":       {told{"Asha", "", unknown}, told{"Ben", "", notFound}, map[string]int{"": 2}, ""},
		"a refused one is there":   {told{"Asha", "", refused}, told{"Ben", "", acknowledged}, map[string]int{"": 2}, tooMany},
		"the one that is not known is there twice": {
			told{"Asha", "", discarded}, told{"Ben", "", unknown}, map[string]int{"": 2}, tooMany,
		},
		"the other one has a key of its own": {
			told{"Asha", "", foundThere}, told{"Ben", "Ben", acknowledged}, map[string]int{"Ben": 1}, "acknowledged and missing",
		},
		"each has a key of its own": {
			told{"Asha", "Asha", acknowledged}, told{"Ben", "Ben", acknowledged}, map[string]int{"Asha": 1, "Ben": 1}, "",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r, mark := ledgerOf(test.first, test.second)
			there := map[entryKey]int{}
			for author, n := range test.there {
				there[entryKey{mark, author}] = n
			}
			requireViolation(t, r.compareWrites(there), test.want)
		})
	}
}

// TestCheck_TwoAgentsOnOneClaimAreFound shows a ticket as taken in two consoles.
func TestCheck_TwoAgentsOnOneClaimAreFound(t *testing.T) {
	const isTaken, isFree = "Clock▾\n ◆  K001", "Clock▾\n ◇  K001"
	emptying := []fault{{part: &part{kind: kindNATS}, means: emptied, from: at(3), to: at(4)}}
	restart := []fault{{part: &part{kind: kindNATS}, means: restarted, from: at(3), to: at(4)}}
	tests := map[string]struct {
		other, until float64 // when the second agent sees it, after the first has until second 40
		faults       []fault
		want         string
	}{
		"at the same time":                            {5, 8, nil, "two agents on one claim"},
		"one after another":                           {50, 53, nil, ""},
		"when the servers had forgotten it":           {5, 8, emptying, ""},
		"long after the servers had forgotten it":     {26, 29, emptying, "two agents on one claim"},
		"for long after the servers had forgotten it": {5, 30, emptying, "two agents on one claim"},
		"when the servers were restarted":             {5, 8, restart, "two agents on one claim"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := &claims{open: map[*agentSession]map[string]*claim{}}
			asha, ben := &agentSession{"Asha", "host1"}, &agentSession{"Ben", "host2"}
			c.see(asha, isTaken, at(0))
			c.see(asha, isTaken, at(40))
			c.see(asha, isFree, at(41))
			c.see(ben, isTaken, at(test.other))
			c.see(ben, isTaken, at(test.until))
			requireViolation(t, c.overlaps(test.faults), test.want)
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

func TestMarks_WhatIsLeftOfOneBeforeAnotherIsNoPartOfIt(t *testing.T) {
	if got := marksIn("kr0kr05401x04367q w001"); !slices.Equal(got, []string{"kr05401x04367q"}) {
		t.Errorf("found %q", got)
	}
}

func TestComment_IsReadInItsBoxAndWithoutWhatStandsBesideIt(t *testing.T) {
	const screen = `   Callback    tomorrow 10:00                               │ ── 1 message ──
 ▌ Comment ───────────────────────────────────────────────╮ │   kr00007x00001q of a message
 │ kr00007x00743q w001 w002 w003                          │ │   w004
 │ w005                                                   │ │
                                                            │   w006`
	got := commentOf(screen)
	for text, want := range map[string]bool{
		"kr00007x00743q w001 w002 w003": true, "w005": true, "kr00007x00001q": false, "w004": false, "w006": false,
	} {
		if strings.Contains(got, text) != want {
			t.Errorf("%q is in the comment: %v, want %v\n%s", text, !want, want, got)
		}
	}
}

// listWithTitle is a list of work in which the ticket of the first draft has a mark as its title: it was added by a
// script of the run. What was saved or discarded is listed, too.
const listWithTitle = ` My work ──────────────────────────────────────────────────────────────────────────╮
 ◇  K007│ State         At    Form          For                   What                            │
 ◇  K008│ not confirmed 18:07 Update ticket 713500000046 K004      Comment: kr00007x00299q w001…   │
 ◇  K008│ draft         18:07 Update ticket 713500000046 kr00007x00015q  Comment: kr00007x00743q w001…   │
 ◇  K009│ draft         18:06 Update ticket 713500000006 K005      Comment: icTkr00007x00271q w00…  │
 ◇  K010│ discarded           Update ticket 713500000006 K005      Comment: kr00007x00743q w001…   │
 ◇  K010│ saved         18:05 Update ticket 713500000006 K005      Comment: kr00007x00743q w001…   │
 ◇  K010│ was not confirmed 18:05 Update ticket 713500000006 K005  Comment: kr00007x00743q w001…   │
 ◇  K010│                                                                                   │
 ◇  K011│ Comment: kr00007x00743q w001 w002                                                 │`

func TestLists_OnlyUnsentRowsAreWork(t *testing.T) {
	rows := unsentIn(listWithTitle)
	want := []string{"kr00007x00299q", "kr00007x00743q", "kr00007x00271q"}
	if got := typedIn(strings.Join(rows, "\n")); !slices.Equal(got, want) {
		t.Errorf("%q are taken for what is unsent, want %q", got, want)
	}
	if hasAny(rows[0], isDraft) || !hasAny(rows[1], isDraft) {
		t.Errorf("drafts are not told from the outbox: %q", rows)
	}
}

func TestLists_RowIsGoneOnlyFromAListThatIsDrawn(t *testing.T) {
	for list, want := range map[string]bool{
		listWithTitle: true, listWithTitle + "\n" + listWithTitle: false, "": false, " My work ──": false,
		" My work ─╮\n│ Nothing is unsent, and nothing was sent today.": true,
	} {
		if got := isGone(list, "kr00007x00743q", 2); got != want {
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
