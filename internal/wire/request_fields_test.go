package wire

import (
	"reflect"
	"strings"
	"testing"

	"frontdesk/internal/schema"
)

func TestEveryMemberOfATicketsWritesIsDescribedOnce(t *testing.T) {
	for op, request := range map[string]any{AddTicket.Name: AddTicketRequest{}, UpdateTicket.Name: UpdateTicketRequest{}} {
		t.Run(op, func(t *testing.T) {
			described := map[string]int{}
			for _, s := range schema.RequestOf(op).Sections {
				for _, f := range s.Fields {
					described[f.Key]++
				}
			}
			for _, member := range reflect.VisibleFields(reflect.TypeOf(request)) {
				name, options, _ := strings.Cut(member.Tag.Get("json"), ",")
				if options == "embed" {
					continue // an account's own members: nobody knows their names
				}
				if described[name] != 1 {
					t.Errorf("%s is described %d times", name, described[name])
				}
				delete(described, name)
			}
			for name := range described {
				t.Errorf("%s is described and no member of the request", name)
			}
		})
	}
	for _, op := range Operations() {
		if op.IsWrite != (schema.RequestOf(op.Name) != nil) {
			t.Errorf("%s: written %v, described %v", op.Name, op.IsWrite, schema.RequestOf(op.Name) != nil)
		}
	}
}

// valuesOfAll returns a valid value for each field of an operation.
func valuesOfAll(op string) Values {
	fit := map[schema.Kind]string{
		schema.Integer: "7", schema.Bool: "true", schema.Date: "2026-12-24", schema.CallbackTime: "2026-12-24 18:30:00", schema.Digits: "5550100",
		schema.Email: "asha@example.com", schema.Pairs: "shoe size\t42\ncolour\tblue",
	}
	all := Values{}
	for _, b := range schema.RequestOf(op).Sections {
		for _, element := range map[bool][]string{false: {b.Path}, true: {b.ElementPath("12"), b.ElementPath(schema.NewElementPrefix + "1")}}[b.Repeated] {
			for _, a := range b.Fields {
				if a.Names {
					continue
				}
				value, ok := fit[a.Kind]
				if !ok {
					value = "said of " + a.Key
				}
				all[schema.Join(element, a.Key)] = value
			}
		}
	}
	return all
}

func TestWhatIsSaidStandsInTheRequestAndIsReadBack(t *testing.T) {
	for op, make := range map[string]func(Values) (interface{ Values() Values }, error){
		AddTicket.Name:      func(v Values) (interface{ Values() Values }, error) { return NewAddTicketRequest(v) },
		UpdateTicket.Name:   func(v Values) (interface{ Values() Values }, error) { return NewUpdateTicketRequest("1", v) },
		UpdateCustomer.Name: func(v Values) (interface{ Values() Values }, error) { return NewSaveCustomerRequest("5", v) },
		UpdateOrder.Name:    func(v Values) (interface{ Values() Values }, error) { return NewSaveOrderRequest("9", "5", v) },
	} {
		t.Run(op, func(t *testing.T) {
			said := valuesOfAll(op)
			request, err := make(said)
			if err != nil {
				t.Fatal(err)
			}
			got := request.Values()
			for path, want := range said {
				if want = sortedPairs(want); got[path] != want {
					t.Errorf("%s is read back as %q, not %q", path, got[path], want)
				}
			}
			if len(got) != len(said) {
				t.Errorf("%d members say something, %d were said", len(got), len(said))
			}
		})
	}
}

// sortedPairs returns how a block's members come back: by their names.
func sortedPairs(v string) string {
	if strings.Contains(v, "\t") {
		return "colour\tblue\nshoe size\t42"
	}
	return v
}

func TestTheUpdateFlagsFollowFromTheIDs(t *testing.T) {
	r, err := NewSaveOrderRequest("9", "5", Values{"contact_info.12.title": "Dr", "contact_info.new1.title": "Mr", "contact_info.13.title": " ", "enquiry_info.enquiry_id": "4"})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Order.Flag("update") || r.Order.Text("order_id") != "9" || r.Customer.Text("customer_id") != "5" || r.Customer.Flag("update") ||
		!r.Enquiry.Flag("update") || len(r.Contacts) != 2 {
		t.Errorf("the request is %+v", r)
	}
	if c := r.Contacts; c[0].Text("contact_id") != "12" || !c[0].Flag("update") || c[1].Text("contact_id") != "" || c[1].Flag("update") {
		t.Errorf("the contacts are %+v", c)
	}
}

func TestTheDocumentsRulesAreHeldBeforeAnythingIsSent(t *testing.T) {
	long := strings.Repeat("x", MaxText+1)
	for _, c := range []struct {
		ask     schema.Field
		value   string
		refused string
	}{
		{schema.Field{Required: true}, " ", "is needed"},
		{schema.Field{}, "", ""},
		{schema.Field{}, long, "longer than 64 KiB"},
		{schema.Field{Kind: schema.Digits}, "555-0100", "digits"},
		{schema.Field{Kind: schema.Digits}, "5550100", ""},
		{schema.Field{Kind: schema.Integer}, "4x", "not a number"},
		{schema.Field{Kind: schema.Date}, "2026-02-30", "2026-02-30"},
		{schema.Field{Kind: schema.Date}, "2026-02-28", ""},
		{schema.Field{Kind: schema.Email}, "asha@", "not an e-mail"},
		{schema.Field{Kind: schema.Email}, "asha@example.com, b@example.com", "not an e-mail"},
		{schema.Field{Kind: schema.Email}, "asha@example.com", ""},
		{schema.Field{Kind: schema.Pairs}, "a\t1\na\t2", "twice"},
		{schema.Field{Kind: schema.Pairs}, "\t1", "no name"},
		{schema.Field{Kind: schema.Pairs}, "a\t1\n\t", ""},
	} {
		err := Check(AddCustomer.Name, c.ask, c.value, Known{})
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%v %.40q: %v", c.ask.Kind, c.value, err)
		}
	}
}
