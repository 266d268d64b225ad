package pane

import (
	"image"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
)

// lettersIn returns rows of letters, and the letter that the cursor was moved to last.
func lettersIn(list *[]string) (rows Rows, pointed *string) {
	pointed = new(string)
	return Rows{
		Len:   func() int { return len(*list) },
		ID:    func(i int) string { return (*list)[i] },
		Words: func(i int) string { return "letter " + (*list)[i] },
		Point: func(i int) { *pointed = (*list)[i] },
		Opens: keymap.Open,
	}, pointed
}

func TestRows_FindTheRowThatWasMeantAfterTheListHasChanged(t *testing.T) {
	list := []string{"a", "b", "c"}
	rows, pointed := lettersIn(&list)
	click := rows.spot(1, "enter")
	place := Shown{Rows: rows}.Describe(func(keymap.Action) tea.Cmd { return nil })
	list = []string{"new", "a", "b"}
	if click.Select(); *pointed != "b" {
		t.Errorf("the click has moved to %q", *pointed)
	}
	*pointed = ""
	if place.Items.Choose("a"); *pointed != "a" {
		t.Errorf("the number has moved to %q", *pointed)
	}
	*pointed = ""
	list = nil
	if click.Select(); *pointed != "" {
		t.Errorf("the click has moved to %q of an empty list", *pointed)
	}
}

func TestShown_RowsAreReadAndOpenedOrSeveralOfThemChosen(t *testing.T) {
	list := []string{"a", "b"}
	rows, pointed := lettersIn(&list)
	rows.Choose = func(typed string) bool { return typed == "1-2" }
	var done []keymap.Action
	place := Shown{Rows: rows}.Describe(func(a keymap.Action) tea.Cmd { done = append(done, a); return nil })
	if got := place.Items.At(1); got.ID != "b" || got.Text != "letter b" || place.Items.Len != 2 {
		t.Errorf("reads %+v of %d rows", got, place.Items.Len)
	}
	place.Items.Select("a")
	place.Items.Choose("b")
	place.Ask.Done("2-1")
	place.Ask.Done("1-2")
	if want := []keymap.Action{keymap.Open, keymap.Open}; !slices.Equal(done, want) || *pointed != "b" {
		t.Errorf("did %v, on %s", done, *pointed)
	}
}

func TestAreas_TheFirstOneAtACellCountsAndNoneIsOutsideTheFrame(t *testing.T) {
	all := Areas{
		{Rectangle: image.Rect(2, 0, 4, 1), Spot: onClick(func() {}, "x")},
		{Rectangle: image.Rect(0, -1, 9, 9), Spot: onClick(func() {}, "y")},
	}.within(image.Rect(0, 0, 9, 3))
	for at, key := range map[image.Point]string{
		{X: 2}: "x", {X: 1}: "y", {X: 4}: "y", {X: 8, Y: 2}: "y", {X: 2, Y: 3}: "", {X: 2, Y: -1}: "",
	} {
		if spot, ok := all.SpotAt(at); spot.Key != key || ok != (key != "") {
			t.Errorf("at %v is %q", at, spot.Key)
		}
	}
}
