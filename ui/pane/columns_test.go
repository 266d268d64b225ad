package pane

import (
	"slices"
	"testing"

	"frontdesk/internal/desk"
)

func TestColumns_EveryNameOfTheConfigurationIsDrawn(t *testing.T) {
	var drawn []string
	for _, c := range columns {
		drawn = append(drawn, c.name)
	}
	known := slices.Clone(desk.ListColumns())
	slices.Sort(known)
	slices.Sort(drawn)
	if !slices.Equal(drawn, known) {
		t.Errorf("drawn are %v, known are %v", drawn, known)
	}
	for _, names := range [][]string{desk.UsualColumns(), formerColumns} {
		if got := columnsNamed(names); len(got) != len(names) {
			t.Errorf("of %v %d are columns", names, len(got))
		}
	}
}
