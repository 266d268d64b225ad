package desk_test

import (
	"slices"
	"testing"

	"frontdesk/internal/desk"
)

// TestNewest_StandsInThePlaceOfTheFirst and records without an id all stay.
func TestNewest_StandsInThePlaceOfTheFirst(t *testing.T) {
	type record struct {
		id  string
		age int
	}
	got := desk.Newest(
		[]record{{"a", 2}, {"", 5}, {"b", 1}, {"a", 1}, {"", 6}, {"b", 3}},
		func(r *record) string { return r.id },
		func(now, before *record) bool { return now.age <= before.age },
	)
	if want := []record{{"a", 1}, {"", 5}, {"b", 1}, {"", 6}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
