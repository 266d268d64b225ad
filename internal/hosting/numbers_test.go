package hosting

import (
	"slices"
	"testing"
)

func TestAudit_NamesARecordByItsNumberWithAllItsDigits(t *testing.T) {
	body := []byte(`{"CUSTOMER_ID": 9007199254740993, "list": [{"customer_id": "A-1"}, {"customer_id": 7}]}`)
	paths := []recordPath{{path: "customer_id", record: "customer"}, {path: "list.customer_id", record: "customer"}}
	want := []string{"customer=9007199254740993", "customer=7", "customer=A-1"}
	got := appendRecords(nil, body, paths)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
