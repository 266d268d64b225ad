package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
)

func TestTheContactToCallIsTheOneMarkedPrimary(t *testing.T) {
	for name, c := range map[string]struct {
		contacts []desk.Contact
		want     int64
	}{
		"marked":       {[]desk.Contact{{ID: 1}, {ID: 2, Primary: true}, {ID: 3, Primary: true}}, 2},
		"nobody is":    {[]desk.Contact{{ID: 1}, {ID: 2}}, 1},
		"nobody there": {nil, 0},
	} {
		customer := desk.Customer{Contacts: c.contacts}
		var got int64
		if p := customer.PrimaryContact(); p != nil {
			got = p.ID
		}
		if got != c.want {
			t.Errorf("%s: contact %d", name, got)
		}
	}
}
