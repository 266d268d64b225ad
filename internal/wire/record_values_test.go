package wire

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
)

// readOne reads a customer record.
func readOne(t *testing.T, record string) desk.Customer {
	t.Helper()
	c, err := GetCustomer.Decode(strings.NewReader(`{"status":"success","Customer Details":`+record+`}`), DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestARecordsValuesStandWhereTheyCanBeSaidAgain(t *testing.T) {
	c := readOne(t, `{"id":5,"name":"Isla  MacPherson","pinCode":"EH6","zone":3,"isOrganization":true,"address":"1 Shore\n Leith","remarks":"two\nlines",
		"City":"an account's own","contacts":[{"id":51,"contactPerson":"Isla","phone":"5550106","additionalPhone":"5550107","email":"isla@example.org"},{"id":0,"contactPerson":"Nobody"}]}`)
	want := Values{
		"customer_info.customer_name": "Isla MacPherson", "customer_info.pincode": "EH6", "customer_info.zone": "3", "customer_info.organization": "true",
		"customer_info.address": "1 Shore Leith", "customer_info.remarks": "two\nlines", "contact_info.51.contact_person_name": "Isla",
		"contact_info.51.contact_person_phone": "5550106", "contact_info.51.additional_contact_phone": "5550107", "contact_info.51.contact_person_email": "isla@example.org",
	}
	got := EditableCustomer(&c)
	for path, value := range want {
		if got[path] != value {
			t.Errorf("%s is %q, want %q", path, got[path], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the values are %q", got)
	}
}

func TestWhatIsMaskedIsNeverAValue(t *testing.T) {
	for _, contact := range []string{
		`{"id":51,"phone":"XXXXXXX106","email":"i***@example.org"}`,
		`{"id":51,"phone":"5550106","email":"isla@example.org","isMobileMasked":true,"isEmailMasked":true}`,
		`{"id":51,"phone":"98XXXXXX10","email":"raxxxxx@example.com"}`,
		`{"id":51,"phone":"•••••••106","additionalPhone":"********07","email":"is••@example.org"}`,
	} {
		c := readOne(t, `{"id":5,"name":"Isla","contacts":[`+contact+`]}`)
		for path, value := range EditableCustomer(&c) {
			if strings.Contains(path, "phone") || strings.Contains(path, "email") {
				t.Errorf("%s: %s is %q", contact, path, value)
			}
		}
		masked := MaskedFields(&c)
		if masked["contact_info.51.contact_person_phone"] == "" || masked["contact_info.51.contact_person_email"] == "" {
			t.Errorf("%s: masked is %q", contact, masked)
		}
	}
}

func TestCustomer_PhoneWithAnExtensionIsNotMasked(t *testing.T) {
	c := readOne(t, `{"id":5,"name":"Isla","contacts":[{"id":51,"phone":"5550106 x12"}]}`)
	if masked := MaskedFields(&c); len(masked) != 0 {
		t.Errorf("masked is %q", masked)
	}
}

func TestAnOrdersValuesHaveTheNamesOfOrderInfo(t *testing.T) {
	page, err := PullOrder.Decode(strings.NewReader(`{"status":"success","message":[{"order_id":"900","customer_id":5,"customer_name":"Isla","delivery_status":"Packed","dealDetails":"a\nb","associate_fields":{"colour":"blue"},"update":true}]}`), DecodeOptions{})
	if err != nil || len(page.Orders) != 1 {
		t.Fatal(err)
	}
	got := EditableOrder(&page.Orders[0])
	want := Values{"customer_info.customer_name": "Isla", "order_info.delivery_status": "Packed", "order_info.dealDetails": "a\nb"}
	for path, value := range want {
		if got[path] != value {
			t.Errorf("%s is %q, want %q", path, got[path], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the values are %q", got)
	}
}
