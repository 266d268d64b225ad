package table_test

import (
	"reflect"
	"testing"

	"frontdesk/internal/table"
)

func TestRead_RowsWithTheirSection(t *testing.T) {
	got := table.Read("# a comment\n\n[fruit]\napple | red\nplum  |\n\n[tools]\nsaw | cuts | loudly\n", 2)
	want := []table.Row{
		{Section: "fruit", Cells: []string{"apple", "red"}},
		{Section: "fruit", Cells: []string{"plum", ""}},
		{Section: "tools", Cells: []string{"saw", "cuts | loudly"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %q", got)
	}
}

func TestRead_RowWithoutACellIsAMistakeOfTheProgram(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row of one cell passed for one of two")
		}
	}()
	table.Read("apple\n", 2)
}
