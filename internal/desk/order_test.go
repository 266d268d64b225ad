package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
)

func TestEveryColumnHasANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for i, column := range desk.Columns() {
		name := column.String()
		if int(column) != i || name == "" || seen[name] {
			t.Errorf("column %d is %d, %q", i, column, name)
		}
		seen[name] = true
	}
	if name := desk.Column(200).String(); name != "column 200" {
		t.Errorf("a column of another version is called %q", name)
	}
	if desk.Columns()[0] != (desk.Order{}).By || (desk.Order{}).By.String() != "risk" {
		t.Error("the order that nobody chose is not by risk")
	}
}

func TestPrioritiesAreRankedByWhatTheySay(t *testing.T) {
	last := 0
	for _, label := range []string{"Critical", "URGENT", "Highest", "high", "Médium", "Normal", "Low", "lowest"} {
		rank, ranked := desk.Urgency(term(label))
		if !ranked || rank <= last {
			t.Errorf("%s has rank %d, %v", label, rank, ranked)
		}
		last = rank
	}
	for _, label := range []string{"", "P1", "very high"} {
		if rank, ranked := desk.Urgency(term(label)); ranked {
			t.Errorf("%q was given rank %d", label, rank)
		}
	}
}
