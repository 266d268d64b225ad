package wire_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// pullCustomer1 reads a pull whose one customer has the members.
func pullCustomer1(t *testing.T, members string) desk.Customer {
	t.Helper()
	body := `{"message":[{"id":7,"name":"Asha",` + members + `}],"status":"success"}`
	all, err := wire.PullCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{Zone: berlinZone(t)})
	if err != nil || len(all) != 1 {
		t.Fatalf("%s: %d customers, %v", body, len(all), err)
	}
	return all[0]
}

// pullContact1 returns the first contact of such a customer.
func pullContact1(t *testing.T, members string) desk.Contact {
	t.Helper()
	c := pullCustomer1(t, `"contacts":[{"contactPerson":"Mei","own":"kept",`+members+`}]`)
	if len(c.Contacts) != 1 {
		t.Fatalf("%s: %d contacts", members, len(c.Contacts))
	}
	return c.Contacts[0]
}

// pullOrder1 reads a pull whose one order has the members.
func pullOrder1(t *testing.T, members string) desk.Order {
	t.Helper()
	body := `{"status":"success","message":[{"order_id":"7","own":"kept",` + members + `}]}`
	page, err := wire.PullOrder.Decode(strings.NewReader(body), wire.DecodeOptions{Zone: berlinZone(t)})
	if err != nil || len(page.Orders) != 1 {
		t.Fatalf("%s: %d orders, %v", body, len(page.Orders), err)
	}
	return page.Orders[0]
}

// isShown reports whether a record's labelled fields or groups hold a value.
func isShown(fields []desk.LabeledValue, groups []desk.FieldGroup, value string) bool {
	for _, f := range fields {
		if f.Value.String() == value && !f.Label.IsEmpty() {
			return true
		}
	}
	for _, g := range groups {
		for _, row := range g.Rows {
			if isShown(row, nil, value) {
				return true
			}
		}
	}
	return false
}

// forms are how upstreams send a member of a type, with what is shown of each; empty for nothing.
var forms = map[string]map[string]string{
	"number":  {`1234`: "1234", `"1234"`: "1234", `1234.0`: "1234.0", `0`: "", `"0"`: "", `""`: "", `null`: "", `[]`: "", `{}`: "", `"n/a"`: "n/a"},
	"decimal": {`1234.5`: "1234.5", `"1234.50"`: "1234.50", `0.0`: "", `""`: "", `null`: "", `1e3`: "1e3"},
	"boolean": {`true`: "Yes", `"true"`: "Yes", `"Y"`: "Yes", `1`: "Yes", `false`: "", `"No"`: "", `0`: "", `""`: "", `null`: "", `"perhaps"`: "perhaps"},
	"string":  {`"a &amp;amp; b"`: "a & b", `1234`: "1234", `true`: "true", `""`: "", `null`: "", `[]`: "", `{ }`: ""},
	"object":  {`{"own":"x"}`: "x", `[{"own":"x"}]`: "x", `"x"`: "x", `{}`: "", `[]`: "", `null`: "", `""`: ""},
	"text date": {
		`"Nov 20, 2026 2:05:09 PM"`: "2026-11-20 14:05:09", `"Nov 20, 2026 2:05:09\u202fPM"`: "2026-11-20 14:05:09",
		`"20-11-2026 14:05"`: "20-11-2026 14:05", `""`: "", `null`: "", `{}`: "",
		`{"year":2026,"month":10,"dayOfMonth":20,"hourOfDay":14,"minute":5,"second":9}`: "2026-11-20 14:05:09",
	},
	"date": {
		`{"year":2026,"month":10,"dayOfMonth":20,"hourOfDay":14,"minute":5,"second":9}`:       "2026-11-20 14:05:09",
		`{"year":"2026","month":"10","dayOfMonth":20.0,"hourOfDay":14,"minute":5,"second":9}`: "2026-11-20 14:05:09",
		`"Nov 20, 2026 2:05:09 PM"`: "2026-11-20 14:05:09", `null`: "", `[]`: "", `""`: "",
		`{"year":2026,"month":12}`: `{"year":2026,"month":12}`,
	},
}

func TestEveryMemberOfARecordIsReadHoweverItIsTyped(t *testing.T) {
	for _, c := range []struct {
		section section
		holds   func(t *testing.T, members, value string) bool
	}{
		{customerRecord, func(t *testing.T, members, value string) bool {
			c := pullCustomer1(t, members)
			return isShown(c.Fields, c.Groups, value)
		}},
		{contactRecord, func(t *testing.T, members, value string) bool {
			c := pullContact1(t, members)
			return isShown(c.Fields, c.Groups, value)
		}},
		{orderRecord, func(t *testing.T, members, value string) bool {
			p := pullOrder1(t, members)
			return isShown(p.Fields, p.Groups, value)
		}},
	} {
		t.Run(c.section.name, func(t *testing.T) {
			for name, kind := range c.section.all() {
				if name == "update" {
					continue // says what to do with an order, not what it is
				}
				for sent, value := range forms[kind] {
					members := fmt.Sprintf("%q:%s", name, sent)
					if value != "" && !c.holds(t, members, value) {
						t.Errorf("%s does not show %q", members, value)
					}
					if raw := strings.Trim(sent, `"`); value == "" && raw != "" && c.holds(t, members, raw) {
						t.Errorf("%s shows %q", members, raw)
					}
				}
			}
		})
	}
}

func TestACustomerIsReadIntoItsPlaces(t *testing.T) {
	c := pullCustomer1(t, `"cmId":"3","customerCode":"C-1","customerType":"Retail","classification":"Gold","currentStatus":"Active","city":"Pune",
		"country":"India","zone":"4","assignedToId":5,"isOrganization":"true","isChannelPartner":1,"deleted":"yes","remarks":"calls &amp;amp; mails",
		"generationDate":"Nov 20, 2026 2:05:09 PM","lastModificationTime":{"year":2026,"month":0,"dayOfMonth":31,"hourOfDay":0,"minute":0,"second":0},
		"contacts":[{"id":"8","leadId":7,"contactPerson":"Mei","phone":911,"phoneCountryCode":"+91","additionalPhone":"912","email":"mei@x.example",
		"isActive":false},{"id":9,"isPrimaryContact":true,"generationDate":{"year":2025,"month":11,"dayOfMonth":1,"hourOfDay":10,"minute":0,"second":0}}]`)
	got := fmt.Sprint(c.ID, c.AccountID, c.Name, c.Code, c.Type, c.Classification, c.Status, c.Text("city"), c.Text("country"), c.Zone, c.AssignedTo, c.Organization, c.ChannelPartner, c.Deleted, c.Remarks)
	if want := "7 3 Asha C-1 Retail Gold Active Pune India 4 5 true true true calls & mails"; got != want {
		t.Errorf("got %s", got)
	}
	if at := c.Created.In(berlinZone(t)).Format(time.DateTime) + ", " + c.Modified.In(berlinZone(t)).Format(time.DateTime); at != "2026-11-20 14:05:09, 2026-01-31 00:00:00" {
		t.Error(at)
	}
	first, second := c.Contacts[0], c.Contacts[1]
	if got := fmt.Sprint(first.ID, first.CustomerID, first.Name, first.Phone, first.CountryCode, first.OtherPhone, first.Email, first.Primary, first.Active); got != "8 7 Mei 911 +91 912 mei@x.example false false" {
		t.Errorf("got %s", got)
	}
	if at := second.Created.In(berlinZone(t)).Format(time.DateTime); at != "2025-12-01 10:00:00" || !second.Active || c.PrimaryContact().ID != 9 {
		t.Error(at, second.Active, c.PrimaryContact())
	}
}

func TestAnOrderIsReadIntoItsPlacesUnderEitherSpelling(t *testing.T) {
	p := pullOrder1(t, `"customer_id":3,"customer_name":"Asha","enquiry_id":"4","contact_id":5,"delivery_status":"Shipped","erp_order_id":"E1",
		"invoice_no":6,"payment_mode":"Card","ticket_id":713516551148,"create_date":"2026-11-20"`)
	if got := fmt.Sprintln(p.ID.Raw(), p.Customer, p.CustomerName, p.Enquiry, p.Contact, p.Delivery, p.ERPOrder, p.Invoice, p.Payment, p.Ticket.Raw(), p.Created); got !=
		"7 3 Asha 4 5 Shipped E1 6 Card 713516551148 2026-11-20\n" {
		t.Errorf("got %s", got)
	}
	page, err := wire.PullOrder.Decode(strings.NewReader(`{"status":"success","totalCount":"12","orders":{"orderId":8,"customerId":"9","customerName":"Mei"}}`), wire.DecodeOptions{})
	if err != nil || page.Total != 12 || len(page.Orders) != 1 {
		t.Fatalf("%+v %v", page, err)
	}
	if p := page.Orders[0]; p.ID.Raw() != "8" || p.Customer != 9 || p.CustomerName.String() != "Mei" {
		t.Errorf("got %+v", p)
	}
}

func TestMembersOfTheAccountsOwnAreShownLastAsTheyCame(t *testing.T) {
	c := pullCustomer1(t, `"loyaltyPoints":0,"own_list":[{"awb":"X1"},{"awb":"X2"}],"plan":{"name":"Gold"},"nothing":null`)
	last := c.Fields[len(c.Fields)-1]
	if last.Label.String() != "Loyalty points" || last.Value.String() != "0" {
		t.Errorf("fields %+v", c.Fields)
	}
	if len(c.Groups) != 2 || c.Groups[0].Title.String() != "Own list" || len(c.Groups[0].Rows) != 2 || c.Groups[1].Rows[0][0].Value.String() != "Gold" {
		t.Errorf("groups %+v", c.Groups)
	}
	contact := pullContact1(t, `"nickname":"M"`)
	order := pullOrder1(t, `"associate_fields":{"gift":"yes"},"courier":{"awb":"X1"},"slot":"am"`)
	if !isShown(contact.Fields, nil, "M") || !isShown(order.Fields, nil, "am") || !isShown(nil, order.Groups, "X1") || !isShown(nil, order.Groups, "yes") {
		t.Errorf("contact %+v order %+v", contact, order)
	}
	if own := order.Groups[0]; own.Member != "associate_fields" || own.Title.String() != "Custom fields" {
		t.Errorf("the block that the order's form sets is %+v", own)
	}
}

func TestWhatHoldsNothingIsNoRecord(t *testing.T) {
	customers, err := wire.PullCustomer.Decode(strings.NewReader(`{"status":"success","message":[{},null,[],{"id":0,"name":""},{"id":1}]}`), wire.DecodeOptions{})
	if err != nil || len(customers) != 1 {
		t.Errorf("%d customers, %v", len(customers), err)
	}
	for _, contacts := range []string{`null`, `""`, `[]`, `{}`, `[null,{},{"id":0,"isGuest":false}]`, `"none"`} {
		if c := pullCustomer1(t, `"contacts":`+contacts); len(c.Contacts) != 0 || c.PrimaryContact() != nil {
			t.Errorf("%s: %d contacts", contacts, len(c.Contacts))
		}
	}
	if c := pullCustomer1(t, `"contacts":{"id":1}`); len(c.Contacts) != 1 {
		t.Errorf("one contact that is not in an array: %d contacts", len(c.Contacts))
	}
}

func TestBlocksWithinBlocksAreReadAsLabelledValues(t *testing.T) {
	for sent, want := range map[string]string{
		`{"awb":"X1"}`: "AWB: X1",
		`{"items":[{"sku":"K1","qty":2},{"sku":"K2"}],"shipment":{"awb":"S1"}}`: "Items SKU: K1 | Items qty: 2 | Items SKU: K2 | Shipment AWB: S1",
		`{"tags":["red","blue",3],"none":[],"nothing":{}}`:                      "Tags: red, blue, 3",
		`{"a":{"b":{"c":{"d":{"e":1}}}}}`:                                       `A b c d: {"e":1}`, // deeper than people read
		`[[1,[2]],{"x":"y"}]`:                                                   ": 1 | : 2 | X: y",
	} {
		page, err := wire.PullOrder.Decode(strings.NewReader(`{"status":"success","message":[{"order_id":1,"associate_fields":`+sent+`}]}`), wire.DecodeOptions{})
		if err != nil || len(page.Orders) != 1 || len(page.Orders[0].Groups) != 1 {
			t.Fatalf("%s: %+v, %v", sent, page, err)
		}
		var got []string
		for _, row := range page.Orders[0].Groups[0].Rows {
			for _, f := range row {
				got = append(got, f.Label.String()+": "+f.Value.String())
			}
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s reads %q, not %q", sent, strings.Join(got, " | "), want)
		}
	}
}
