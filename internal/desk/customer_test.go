package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
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

func TestContact_PhoneNumberGetsItsCountryCodeOnce(t *testing.T) {
	for _, c := range []struct{ code, phone, want string }{
		{"+91", "9000012345", "+91 9000012345"},
		{"0091", "919000012345", "+91 9000012345"},
		{"91", "+919000012345", "+919000012345"},
		{"91", "00919000012345", "00919000012345"},
		{"", "9000012345", "9000012345"},
		{"91", "", ""},
		{"91", "910123", "+91 910123"},
	} {
		contact := desk.Contact{CountryCode: safetext.LineFromText(c.code), Phone: safetext.LineFromText(c.phone)}
		if got := contact.FullPhone().String(); got != c.want {
			t.Errorf("%q with %q is %q, want %q", c.phone, c.code, got, c.want)
		}
	}
}
