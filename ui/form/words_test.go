package form

import (
	"testing"

	"frontdesk/ui/theme"
)

func TestWords_KeyIsReadOnlyWhereTwoChoicesHaveTheSameName(t *testing.T) {
	f := New([]Field{{Name: "sub", Label: "Sub-status", Kind: Select, Options: []Option{
		{Value: "P", Label: "Pending" + KeySeparator + "P"},
		{Value: "PS", Label: "Pending" + KeySeparator + "PS"},
		{Value: "CL", Label: "Closed" + KeySeparator + "CL"},
	}}}, theme.New(true, true))
	f.SetValues(map[string]string{"sub": "PS"})
	field := f.Words()[0]
	if field.Shown != "Pending, PS" {
		t.Errorf("the value is read as %q", field.Shown)
	}
	for i, want := range []string{"Pending, P", "Pending, PS", "Closed"} {
		if got := field.Choices[i].Label; got != want {
			t.Errorf("choice %d is read as %q, not %q", i+1, got, want)
		}
	}
}
