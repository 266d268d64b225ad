package console

import (
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestView_IsFoundHoweverItsNameIsCapitalised(t *testing.T) {
	of := func(agent string) config.Config { return config.Config{Agent: safetext.LineFromText(agent)} }
	saved := []desk.View{{Name: "Rückfragen"}, {Name: "late\x1b[2J"}}
	for typed, want := range map[string]string{"": "", "callbacks": "Callbacks", "ruckfragen": "Rückfragen", "MINE": "Mine"} {
		if got, err := findView(typed, of("Asha"), saved); err != nil || got.Name != want {
			t.Errorf("%q opens %q, %v", typed, got, err)
		}
	}
	for name, want := range map[string][2]string{
		"Next": {"is:open", "is:open any:day"}, "Unattended": {"is:unattended", "is:unattended any:day"}, "All": {},
		"Callbacks": {"has:callback any:day", "has:callback any:day"}, // a promised call must be made however old its ticket is
	} {
		kept := of("Asha")
		kept.OpenSince = 90
		shown, err1 := findView(name, of("Asha"), nil)
		queue, err2 := findView(name, kept, nil)
		if shown.Filter != want[0] || queue.Filter != want[1] || err1 != nil || err2 != nil {
			t.Errorf("%s is %q, and %q with the whole queue", name, shown.Filter, queue.Filter)
		}
	}
	_, err := findView("mine", of(""), saved)
	const want = `there is no view "mine"; there are Next, Callbacks, At risk, Unattended, All, Rückfragen, late␛[2J`
	if err == nil || err.Error() != want {
		t.Errorf("said %v, not %s", err, want)
	}
}
