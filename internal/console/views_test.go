package console

import (
	"testing"

	"frontdesk/internal/desk"
)

func TestView_IsFoundHoweverItsNameIsCapitalised(t *testing.T) {
	saved := []desk.View{{Name: "Rückfragen"}, {Name: "late\x1b[2J"}}
	for typed, want := range map[string]string{"": "", "callbacks": "Callbacks", "ruckfragen": "Rückfragen", "MINE": "Mine"} {
		if got, err := findView(typed, "Asha", saved); err != nil || got != want {
			t.Errorf("%q opens %q, %v", typed, got, err)
		}
	}
	_, err := findView("mine", "", saved)
	const want = `there is no view "mine"; there are Next, Callbacks, At risk, Unattended, All, Rückfragen, late␛[2J`
	if err == nil || err.Error() != want {
		t.Errorf("said %v, not %s", err, want)
	}
}
