package wire_test

import (
	"slices"
	"testing"

	"frontdesk/internal/wire"
)

func TestARecordShowsWhatWasAskedForOfWhatRecordsShow(t *testing.T) {
	found := wire.Values{
		"customer_info.city": "Pune", "customer_info.remarks": "a\n\nb & c", "contact_info.7.contact_person_name": "Asha Rao",
		"contact_info.7.contact_person_phone": "98", "order_info.remarks": "paid",
	}
	for name, c := range map[string]struct {
		asked  wire.Values
		shows  bool
		hidden []string
	}{
		"a value":                      {wire.Values{"customer_info.city": "Pune"}, true, nil},
		"spaces and entities apart":    {wire.Values{"customer_info.city": " Pune ", "customer_info.remarks": "a\n\nb &amp; c\n"}, true, nil},
		"another value":                {wire.Values{"customer_info.city": "Goa"}, false, nil},
		"one of two":                   {wire.Values{"customer_info.city": "Pune", "customer_info.state": "MH"}, false, nil},
		"a contact's":                  {wire.Values{"contact_info.7.contact_person_phone": "98"}, true, nil},
		"another contact's":            {wire.Values{"contact_info.8.contact_person_phone": "98"}, false, nil},
		"a new contact":                {wire.Values{"contact_info.new1.contact_person_phone": "98", "contact_info.new1.contact_person_name": "Asha  Rao"}, true, nil},
		"a new contact with a title":   {wire.Values{"contact_info.new1.contact_person_phone": "98", "contact_info.new1.title": "Dr"}, true, []string{"contact_info.new1.title"}},
		"a new contact without a mark": {wire.Values{"contact_info.new1.title": "Dr"}, false, []string{"contact_info.new1.title"}},
		"a new contact not there":      {wire.Values{"contact_info.new1.contact_person_phone": "99"}, false, nil},
		"an order's":                   {wire.Values{"order_info.remarks": "paid", "enquiry_info.action": "call"}, true, []string{"enquiry_info.action"}},
		"what no record shows":         {wire.Values{"enquiry_info.action": "call"}, false, []string{"enquiry_info.action"}},
		"nothing":                      {wire.Values{}, false, nil},
	} {
		if shows, hidden := wire.AllApplied(found, c.asked), wire.NotReturned(c.asked); shows != c.shows || !slices.Equal(hidden, c.hidden) {
			t.Errorf("%s: %v, hidden %q", name, shows, hidden)
		}
	}
}
