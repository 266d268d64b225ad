package service

import (
	"reflect"
	"testing"

	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// TestMembers_EveryTextOfARequestHasItsPlaceInTheStore: a text is kept in the member of the same name, but for the
// employee and the ids, which are looked up.
func TestMembers_EveryTextOfARequestHasItsPlaceInTheStore(t *testing.T) {
	elsewhere := map[string]bool{"AssignName": true, "AssignCode": true, "AssignEmail": true, "ID": true}
	for _, object := range []struct {
		section schema.Section
		request any
		record  any
	}{
		{schema.Customer, wire.CustomerInfo{}, store.Customer{}},
		{schema.Contact, wire.ContactInfo{}, store.Contact{}},
		{schema.Enquiry, wire.EnquiryInfo{}, store.Enquiry{}},
		{schema.Order, wire.OrderInfo{}, store.Order{}},
	} {
		kept := map[string]bool{}
		given := reflect.TypeOf(object.request)
		for _, m := range sharedTexts(object.section, object.request, object.record) {
			kept[given.Field(m.source).Name] = true
		}
		for _, member := range reflect.VisibleFields(given) {
			if member.Type.Kind() == reflect.String && !kept[member.Name] && !elsewhere[member.Name] {
				t.Errorf("%s: the store has no text called %s", object.section.Path, member.Name)
			}
		}
	}
}
