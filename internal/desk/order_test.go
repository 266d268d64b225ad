package desk_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func term(name string) desk.InternedLine { return desk.NewInternedLine(safetext.LineFromText(name)) }

func TestSortKeys_HaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for key := desk.SortByRisk; key <= desk.SortBySource; key++ {
		name := key.String()
		if name == "" || strings.HasPrefix(name, "sort key ") || seen[name] {
			t.Errorf("sort key %d is %q", key, name)
		}
		seen[name] = true
	}
	if name := desk.SortKey(200).String(); name != "sort key 200" {
		t.Errorf("a sort key of another version is called %q", name)
	}
	if desk.SortByRisk != (desk.Sort{}).Key || (desk.Sort{}).Key.String() != "risk" {
		t.Error("the order that nobody chose is not by risk")
	}
}

func TestPrioritiesAreRankedByWhatTheySay(t *testing.T) {
	last := 0
	for _, label := range []string{"Critical", "URGENT", "Highest", "high", "Médium", "Normal", "Low", "lowest"} {
		rank, ranked := desk.PriorityRank(term(label))
		if !ranked || rank <= last {
			t.Errorf("%s has rank %d, %v", label, rank, ranked)
		}
		last = rank
	}
	for _, label := range []string{"", "P1", "very high"} {
		if rank, ranked := desk.PriorityRank(term(label)); ranked {
			t.Errorf("%q was given rank %d", label, rank)
		}
	}
}
