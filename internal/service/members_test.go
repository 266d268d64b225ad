package service

import (
	"reflect"
	"strings"
	"testing"

	"frontdesk/internal/schema"
	"frontdesk/internal/store"
)

// TestMembers_EveryTextOfARequestHasItsPlaceInTheStore: a text is kept in the member that names it in its tag, but for
// the employee and the ids, which are looked up.
func TestMembers_EveryTextOfARequestHasItsPlaceInTheStore(t *testing.T) {
	for _, object := range []struct {
		section schema.Section
		record  any
	}{
		{schema.Customer, store.Customer{}},
		{schema.Contact, store.Contact{}},
		{schema.Enquiry, store.Enquiry{}},
		{schema.Order, store.Order{}},
	} {
		kept := map[string]bool{}
		for _, member := range reflect.VisibleFields(reflect.TypeOf(object.record)) {
			if key := member.Tag.Get("request"); key != "" {
				kept[key] = true
			}
		}
		for _, f := range object.section.Fields {
			isLookedUp := f.Names || f.Key == "enquiry_id" || strings.Contains(f.Key, "assign_emp_")
			isText := f.Kind != schema.Bool && f.Kind != schema.Pairs && !isLookedUp
			if kept[f.Key] != isText {
				t.Errorf("%s: the store has %s: %v", object.section.Path, f.Key, kept[f.Key])
			}
			delete(kept, f.Key)
		}
		for key := range kept {
			t.Errorf("%s: no member of the request is called %s", object.section.Path, key)
		}
	}
}
