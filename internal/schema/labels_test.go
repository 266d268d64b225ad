package schema_test

import (
	"testing"

	"frontdesk/internal/schema"
)

func TestRefusalNamesFieldsAsTheFormDoes(t *testing.T) {
	for _, c := range []struct{ operation, message, want string }{
		{"add-order", "erp_order_id exists already", "“ERP order” exists already"},
		{"add-order", "order_info.erp_order_id exists already", "“ERP order” exists already"},
		{"update-order", "order_id does not exist", "“Order id” does not exist"},
		{
			"add-order", "several customers have that name; customer_id is required",
			"several customers have that name; “Customer id” is required",
		},
		{"add-customer", "customer_info.phone is too short.", "“Phone” is too short."},
		{"add-customer", "the phone and the zone are wrong", "the phone and the zone are wrong"},
		{"update-ticket", "No Data found/ticket_id is missing", "No Data found/“Ticket” is missing"},
		{"update-ticket", "unknown sub_status: XY; known are P, CL", "unknown “Sub-status”: XY; known are P, CL"},
		{"update-customer", "subStatus is not one of Open, Won", "“Sub-status” is not one of Open, Won"},
		{"get-ticket", "ticket_id is not yours", "“Ticket” is not yours"},
		{"add-ticket", "made_up_name is wrong, in Zürich", "made_up_name is wrong, in Zürich"},
		{"add-ticket", "", ""},
	} {
		if got := schema.WithLabels(c.operation, c.message); got != c.want {
			t.Errorf("%s %q reads %q, want %q", c.operation, c.message, got, c.want)
		}
	}
}
