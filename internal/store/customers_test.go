package store_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/store"
)

// addCustomer adds a customer unchanged.
func addCustomer(t testing.TB, s *store.Store, c store.Customer) store.Customer {
	t.Helper()
	added, err := s.SaveCustomer(t.Context(), 0, 0, func(into *store.Customer, _ *store.Enquiry) (bool, error) {
		*into = c
		return false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// addOrder adds an order of a customer as it is.
func addOrder(t testing.TB, s *store.Store, key store.OrderRef, o store.Order, e store.Enquiry) store.OrderAggregate {
	t.Helper()
	sale, err := s.SaveOrder(t.Context(), key, func(into *store.OrderAggregate) error {
		into.Order, into.Enquiry = o, e
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sale
}

var everything = store.Page{Limit: 1000}

func names(t testing.TB, s *store.Store, f store.Filter, p store.Page) []string {
	t.Helper()
	found := []string{}
	for c, err := range store.DecodeAll(s.PullCustomers(t.Context(), f, p)) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, c.Name)
	}
	return found
}

func orders(t testing.TB, s *store.Store, f store.Filter, p store.Page) (int, []int64) {
	t.Helper()
	total, rows, err := s.PullOrders(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	found := []int64{}
	for o, err := range store.DecodeAll(rows) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, o.ID)
	}
	return total, found
}

func filterWith(asks ...func(*store.Filter)) store.Filter {
	var f store.Filter
	for _, ask := range asks {
		ask(&f)
	}
	return f
}

func TestCustomersAreFoundByWhatIsKnownOfThem(t *testing.T) {
	s := newStore(t)
	addCustomer(t, s, store.Customer{
		Name: "Café Zürich &amp; Söhne 100%", Code: "C_1", Zone: "7", City: "Pune", Organization: true, PrimarySource: "12", Created: 100,
		Phone: "9876543210", Email: "Info@Example.com", Assigned: store.Employee{Code: "E1", Name: "Asha"},
		Additional: []byte(`{"attr1":" gold ","attr2":5,"attr3":true,"attr4":null,"attr5":["x"],"attr16":"no"}`),
		Contacts:   []store.Contact{{Name: "Anna", CountryCode: "+41", Phone: "791234567", AdditionalPhone: "442223344", Email: "anna@example.com"}},
	})
	addCustomer(t, s, store.Customer{Name: "1000 refunds", Code: "CX1", Zone: "8", Individual: true, Created: 200, Phone: "XXXXXX3210"})
	const zurich, refunds = "Café Zürich &amp; Söhne 100%", "1000 refunds"
	for name, c := range map[string]struct {
		ask  func(*store.Filter)
		want []string
	}{
		"everything":             {func(*store.Filter) {}, []string{zurich, refunds}},
		"name without accents":   {func(f *store.Filter) { f.NameContains("ZURICH & so") }, []string{zurich}},
		"name with a percent":    {func(f *store.Filter) { f.NameContains("100%") }, []string{zurich}},
		"name of a joker":        {func(f *store.Filter) { f.NameContains("_") }, nil},
		"name of nothing":        {func(f *store.Filter) { f.NameContains("\u0301") }, nil},
		"phone":                  {func(f *store.Filter) { f.ReachableByPhone("98765 432-10") }, []string{zurich}},
		"phone with its country": {func(f *store.Filter) { f.ReachableByPhone("+41 79 123 45 67") }, []string{zurich}},
		"phone without it":       {func(f *store.Filter) { f.ReachableByPhone("791234567") }, []string{zurich}},
		"the other phone":        {func(f *store.Filter) { f.ReachableByPhone("0041442223344") }, []string{zurich}},
		"a part of a phone":      {func(f *store.Filter) { f.ReachableByPhone("9876") }, nil},
		"what is masked":         {func(f *store.Filter) { f.ReachableByPhone("3210") }, nil},
		"the mask":               {func(f *store.Filter) { f.ReachableByPhone("XXXXXX3210") }, nil},
		"no phone at all":        {func(f *store.Filter) { f.ReachableByPhone("-") }, nil},
		"e-mail":                 {func(f *store.Filter) { f.ReachableByEmail(" INFO@example.com ") }, []string{zurich}},
		"a contact's e-mail":     {func(f *store.Filter) { f.ReachableByEmail("anna@example.com") }, []string{zurich}},
		"an e-mail as a phone":   {func(f *store.Filter) { f.ReachableByEmail("9876543210") }, nil},
		"code":                   {func(f *store.Filter) { f.Equal(store.CustomerCode, "C_1") }, []string{zurich}},
		"place in another case":  {func(f *store.Filter) { f.Equal(store.CustomerColumn("city"), "PUNE") }, []string{zurich}},
		"one of the zones":       {func(f *store.Filter) { f.In(store.Zone, []string{"8", "9"}) }, []string{refunds}},
		"no zones":               {func(f *store.Filter) { f.In(store.Zone, nil) }, nil},
		"agent":                  {func(f *store.Filter) { f.IDIn([]int64{1}, store.CustomerAssignee) }, []string{zurich}},
		"no agent's":             {func(f *store.Filter) { f.IDNotIn([]int64{1}, store.CustomerAssignee) }, []string{refunds}},
		"no ids":                 {func(f *store.Filter) { f.IDIn(nil, store.CustomerID) }, nil},
		"organisations":          {func(f *store.Filter) { f.IsTrue(store.Organization) }, []string{zurich}},
		"individuals":            {func(f *store.Filter) { f.IsTrue(store.Individual) }, []string{refunds}},
		"partners":               {func(f *store.Filter) { f.IsTrue(store.ChannelPartner) }, nil},
		"source":                 {func(f *store.Filter) { f.Equal(store.PrimarySource, "12") }, []string{zurich}},
		"a text attribute":       {func(f *store.Filter) { f.CustomerAttribute(1, "gold") }, []string{zurich}},
		"a number attribute":     {func(f *store.Filter) { f.CustomerAttribute(2, "5") }, []string{zurich}},
		"a flag attribute":       {func(f *store.Filter) { f.CustomerAttribute(3, "true") }, []string{zurich}},
		"another attribute":      {func(f *store.Filter) { f.CustomerAttribute(2, "gold") }, nil},
		"what nobody tells":      {(*store.Filter).MatchNone, nil},
		"the first moment": {func(f *store.Filter) {
			f.Between(store.CustomerCreated, time.Unix(100, 0), time.Unix(200, 0))
		}, []string{zurich}},
		"an open end": {func(f *store.Filter) { f.Between(store.CustomerCreated, time.Unix(101, 0), time.Time{}) }, []string{refunds}},
		"both": {func(f *store.Filter) {
			f.IsTrue(store.Organization)
			f.Equal(store.CustomerCode, "CX1")
		}, nil},
	} {
		if got := names(t, s, filterWith(c.ask), everything); !slices.Equal(got, c.want) {
			t.Errorf("%s found %q, not %q", name, got, c.want)
		}
	}
	if got := names(t, s, store.Filter{}, store.Page{Limit: 1, Offset: 1}); !slices.Equal(got, []string{refunds}) {
		t.Errorf("the second page holds %q", got)
	}
}

func TestACustomerThatChangedIsFoundByTheNewAndNotByTheOld(t *testing.T) {
	s := newStore(t)
	was := addCustomer(t, s, store.Customer{Name: "Old", Phone: "111", Additional: []byte(`{"attr1":"a"}`), Contacts: []store.Contact{{Email: "old@example.com"}}})
	now, err := s.SaveCustomer(t.Context(), was.ID, 0, func(c *store.Customer, e *store.Enquiry) (bool, error) {
		c.Name, c.Phone, c.Additional, c.Contacts[0].Email, e.Remarks = "New", "222", []byte(`{"attr1":"b"}`), "new@example.com", "asks"
		c.Contacts = append(c.Contacts, store.Contact{Name: "Second"})
		return true, nil
	})
	if err != nil || now.ID != was.ID || now.Enquiries != 1 || len(now.Contacts) != 2 || now.Contacts[0].ID != was.Contacts[0].ID || now.Contacts[1].ID == 0 || now.Contacts[0].EnquiryID == 0 {
		t.Fatalf("%+v, %v", now, err)
	}
	for ask, want := range map[*store.Filter]int{
		new(filterWith(func(f *store.Filter) { f.NameContains("old") })):                 0,
		new(filterWith(func(f *store.Filter) { f.ReachableByPhone("111") })):             0,
		new(filterWith(func(f *store.Filter) { f.ReachableByEmail("old@example.com") })): 0,
		new(filterWith(func(f *store.Filter) { f.CustomerAttribute(1, "a") })):           0,
		new(filterWith(func(f *store.Filter) { f.NameContains("new") })):                 1,
		new(filterWith(func(f *store.Filter) { f.ReachableByPhone("222") })):             1,
		new(filterWith(func(f *store.Filter) { f.ReachableByEmail("NEW@example.com") })): 1,
		new(filterWith(func(f *store.Filter) { f.CustomerAttribute(1, "b") })):           1,
		new(filterWith(func(f *store.Filter) { f.IDIn([]int64{was.ID}, "c.id") })):       1,
	} {
		if got := names(t, s, *ask, everything); len(got) != want {
			t.Errorf("%+v found %q", *ask, got)
		}
	}
}

func TestOrdersAreFoundByWhatIsKnownOfThem(t *testing.T) {
	s := newStore(t)
	anna := addCustomer(t, s, store.Customer{Name: "Anna", City: "Pune", Additional: []byte(`{"attr1":"hers"}`), Contacts: []store.Contact{{Phone: "111"}}})
	bert := addCustomer(t, s, store.Customer{Name: "Bert"})
	one := addOrder(t, s, store.OrderRef{Name: "Anna"}, store.Order{
		Added: 100, CreatedAt: 50, DeliveryStatus: "Packed", ERPOrderID: "ERP-1", Assigned: store.Employee{Name: "Asha"}, Associate: []byte(`{"attr2":"b"}`),
	}, store.Enquiry{SubStatus: "Won", FollowUpAt: 500})
	two := addOrder(t, s, store.OrderRef{Customer: bert.ID}, store.Order{Added: 200, CreatorID: 1}, store.Enquiry{})
	for name, c := range map[string]struct {
		ask  func(*store.Filter)
		want []int64
	}{
		"everything":     {func(*store.Filter) {}, []int64{one.Order.ID, two.Order.ID}},
		"customer":       {func(f *store.Filter) { f.IDIn([]int64{anna.ID, 99}, store.CustomerID) }, []int64{one.Order.ID}},
		"enquiry":        {func(f *store.Filter) { f.IDIn([]int64{two.Enquiry.ID}, store.EnquiryID) }, []int64{two.Order.ID}},
		"phone":          {func(f *store.Filter) { f.ReachableByPhone("111") }, []int64{one.Order.ID}},
		"city":           {func(f *store.Filter) { f.Equal(store.CustomerColumn("city"), "pune") }, []int64{one.Order.ID}},
		"status":         {func(f *store.Filter) { f.In(store.DeliveryStatus, []string{"Shipped", "Packed"}) }, []int64{one.Order.ID}},
		"sub-status":     {func(f *store.Filter) { f.In(store.EnquirySubStatus, []string{"Won"}) }, []int64{one.Order.ID}},
		"ERP order":      {func(f *store.Filter) { f.Equal(store.ERPOrderID, "ERP-1") }, []int64{one.Order.ID}},
		"agent or maker": {func(f *store.Filter) { f.IDIn([]int64{1}, store.OrderCreator, store.OrderAssignee) }, []int64{one.Order.ID, two.Order.ID}},
		"not hers":       {func(f *store.Filter) { f.IDNotIn([]int64{1}, store.OrderAssignee) }, []int64{two.Order.ID}},
		"own attribute":  {func(f *store.Filter) { f.OrderAttribute(2, "b") }, []int64{one.Order.ID}},
		"its customer's": {func(f *store.Filter) { f.OrderAttribute(1, "hers") }, []int64{one.Order.ID}},
		"follow-up":      {func(f *store.Filter) { f.Between(store.NextFollowUp, time.Unix(500, 0), time.Unix(501, 0)) }, []int64{one.Order.ID}},
		"any follow-up":  {func(f *store.Filter) { f.Between(store.NextFollowUp, time.Time{}, time.Unix(501, 0)) }, []int64{one.Order.ID}},
		"created":        {func(f *store.Filter) { f.Between(store.OrderCreated, time.Unix(50, 0), time.Unix(51, 0)) }, []int64{one.Order.ID}},
		"added":          {func(f *store.Filter) { f.Between(store.OrderReceived, time.Unix(150, 0), time.Time{}) }, []int64{two.Order.ID}},
		"nothing":        {(*store.Filter).MatchNone, nil},
	} {
		if total, got := orders(t, s, filterWith(c.ask), everything); total != len(c.want) || !slices.Equal(got, c.want) {
			t.Errorf("%s found %d: %d, not %d", name, total, got, c.want)
		}
	}
	if total, got := orders(t, s, store.Filter{}, store.Page{Limit: 1, Offset: 1}); total != 2 || !slices.Equal(got, []int64{two.Order.ID}) {
		t.Errorf("the second page holds %d of %d", got, total)
	}
}

func TestAnOrderNeedsItsCustomerAndItsEnquiry(t *testing.T) {
	s := newStore(t)
	anna, twin := addCustomer(t, s, store.Customer{Name: "Anna"}), addCustomer(t, s, store.Customer{Name: "Twin"})
	addCustomer(t, s, store.Customer{Name: "Twin"})
	sale := addOrder(t, s, store.OrderRef{Customer: anna.ID}, store.Order{}, store.Enquiry{})
	for name, c := range map[string]struct {
		key  store.OrderRef
		want error
	}{
		"an unknown name":                {store.OrderRef{Name: "anna"}, store.ErrCustomerNotFound},
		"a name of two":                  {store.OrderRef{Name: "Twin"}, store.ErrAmbiguousCustomer},
		"an unknown customer":            {store.OrderRef{Customer: 99, Name: "Anna"}, store.ErrCustomerNotFound},
		"an unknown order":               {store.OrderRef{Order: 99, Customer: anna.ID}, store.ErrOrderNotFound},
		"an unknown enquiry":             {store.OrderRef{Customer: anna.ID, Enquiry: 99}, store.ErrEnquiryNotFound},
		"another's enquiry":              {store.OrderRef{Customer: twin.ID, Enquiry: sale.Enquiry.ID}, store.ErrEnquiryNotFound},
		"an order with an enquiry of no": {store.OrderRef{Order: sale.Order.ID, Enquiry: 99}, store.ErrEnquiryNotFound},
	} {
		if _, err := s.SaveOrder(t.Context(), c.key, func(*store.OrderAggregate) error { t.Error(name, "was written"); return nil }); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused := errors.New("refused")
	_, err := s.SaveOrder(t.Context(), store.OrderRef{Customer: anna.ID}, func(s *store.OrderAggregate) error { s.Customer.Name = "changed"; return refused })
	_, err2 := s.SaveCustomer(t.Context(), anna.ID, 0, func(c *store.Customer, _ *store.Enquiry) (bool, error) { c.Name = "changed"; return true, refused })
	total, _ := orders(t, s, store.Filter{}, everything)
	if got := names(t, s, store.Filter{}, everything); !errors.Is(err, refused) || !errors.Is(err2, refused) || total != 1 || got[0] != "Anna" {
		t.Errorf("%v %v left %d orders of %q", err, err2, total, got)
	}
	if _, err := s.SaveCustomer(t.Context(), 99, 0, nil); !errors.Is(err, store.ErrCustomerNotFound) {
		t.Error(err)
	}
	if _, err := s.SaveCustomer(t.Context(), twin.ID, sale.Enquiry.ID, nil); !errors.Is(err, store.ErrEnquiryNotFound) {
		t.Error(err)
	}
}

func TestOrdersWrittenAtOnceLoseNothing(t *testing.T) {
	s := newStore(t)
	anna := addCustomer(t, s, store.Customer{Name: "Anna"})
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			_, err := s.SaveOrder(t.Context(), store.OrderRef{Customer: anna.ID}, func(sale *store.OrderAggregate) error {
				sale.Customer.Contacts = append(sale.Customer.Contacts, store.Contact{Name: fmt.Sprint(i)})
				sale.Contact = len(sale.Customer.Contacts) - 1
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for c, err := range store.DecodeAll(s.PullCustomers(t.Context(), store.Filter{}, everything)) {
		if err != nil || c.Enquiries != 50 || len(c.Contacts) != 50 {
			t.Errorf("%d enquiries, %d contacts, %v", c.Enquiries, len(c.Contacts), err)
		}
	}
	if total, _ := orders(t, s, store.Filter{}, everything); total != 50 {
		t.Errorf("%d orders", total)
	}
}

func TestEmployeesAreKnownAgain(t *testing.T) {
	s := newStore(t)
	var ids []int64
	for _, e := range []store.Employee{{Code: "E1", Email: "a@x", Name: "Asha"}, {Code: "E1"}, {Email: "a@x"}, {Name: "Asha"}, {Code: "E2", Email: "a@x"}, {}} {
		ids = append(ids, addCustomer(t, s, store.Customer{Name: "x", Assigned: e}).Assigned.ID)
	}
	if !slices.Equal(ids, []int64{1, 1, 1, 1, 2, 0}) {
		t.Error(ids)
	}
}

func sampleHasCustomersAndOrders(t *testing.T, s *store.Store, want store.Dataset) {
	var got []store.Customer
	for c, err := range store.DecodeAll(s.PullCustomers(t.Context(), store.Filter{}, everything)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c)
	}
	if len(got) != len(want.Customers) || len(got) < 100 {
		t.Fatalf("%d customers of %d", len(got), len(want.Customers))
	}
	people := map[int64]store.Customer{}
	for _, c := range want.Customers {
		people[c.ID] = c
	}
	for _, c := range got {
		w := people[c.ID]
		if fmt.Sprintf("%+v", c) != fmt.Sprintf("%+v", w) || len(c.Contacts) == 0 || c.Assigned.Code == "" {
			t.Errorf("%+v\nis not %+v", c, w)
		}
	}
	total, ids := orders(t, s, filterWith(func(f *store.Filter) { f.IDIn([]int64{want.Sales[0].Order.CustomerID}, store.CustomerID) }), everything)
	if all, _ := orders(t, s, store.Filter{}, store.Page{Limit: 1}); all != len(want.Sales) || total == 0 || ids[0] != want.Sales[0].Order.ID {
		t.Errorf("%d orders of %d; %d of the first customer", all, len(want.Sales), total)
	}
}
