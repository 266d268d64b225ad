package service

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// saved is what Add Customer and Update Customer answer, by whether the customer was there.
var saved = map[bool]wire.CustomerSaved{
	false: {Message: "Customer added successfully", Customer: wire.SavedCustomer{Action: "Customer added", ActionEvent: wire.EventCustomerAdded}},
	true:  {Message: "Customer updated successfully", Customer: wire.SavedCustomer{Action: "Customer updated", ActionEvent: wire.EventCustomerUpdated}},
}

// saveCustomer answers PROTOCOL.md 4.1 and 4.2: with a customer_id it updates, without it adds.
func (s *Service) saveCustomer(req wire.CustomerSave) answer {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if !blank(req.Customer.ID) {
			named(w, wire.UpdateCustomer.Name)
		}
		id, enquiry, err := checkCustomer(req)
		if err != nil {
			return err
		}
		spoken := -1
		c, err := s.Store.WriteCustomer(ctx, id, enquiry, func(c *store.Customer, e *store.Enquiry) (bool, error) {
			was := c.Name
			fault := s.patchCustomer(c, req.Customer)
			if fault != nil {
				return false, fault
			}
			if spoken, fault = s.patchContacts(c, req.Contacts, false); fault != nil {
				return false, fault
			}
			s.mirror(c, was, req.Customer, spoken >= 0)
			return s.patchEnquiry(e, req.Enquiry)
		})
		if err != nil {
			return refused(err)
		}
		answer := saved[id != 0]
		answer.Status, answer.Customer.Result, answer.Customer.CustomerID = wire.StatusSuccess, true, c.ID
		answer.Customer.ContactID = c.Contacts[max(spoken, 0)].ID
		return replyWritten(w, answer)
	}
}

// checkCustomer checks an Add Customer or Update Customer request and reads the ids in it. A new customer
// needs a name and a way to be reached; one that is there only something of these (PROTOCOL.md 4.2).
func checkCustomer(req wire.CustomerSave) (id, enquiry int64, err error) {
	nameless, unreachable := blank(req.Customer.Name), !reachable(req.Customer, req.Contacts)
	isNew := blank(req.Customer.ID)
	if nameless && unreachable || isNew && (nameless || unreachable) {
		return 0, 0, errReach
	}
	id, err1 := key(req.Customer.ID, errNoCustomer)
	enquiry, err2 := key(req.Enquiry.ID, errNoEnquiry)
	return id, enquiry, cmp.Or(checkBlocks(req.Customer, req.Contacts, req.Enquiry), err1, err2)
}

// getCustomer answers PROTOCOL.md 4.3: e-mail and phone, where given, must be the customer's too.
func (s *Service) getCustomer(req wire.CustomerGet) answer {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if !req.ID.Given {
			return errCustomerID
		}
		var f store.Filter
		f.ID([]int64{req.ID.Value}, store.CustomerID)
		where(req.Email, f.Email)
		where(req.Phone, f.Phone)
		for c, err := range store.Records(s.Store.PullCustomers(ctx, f, store.Page{Limit: 1})) {
			if err != nil {
				return err
			}
			return reply(w, wire.CustomerFound{Details: s.customerRecord(c), Status: wire.StatusSuccess})
		}
		return missing(w)
	}
}

// missing answers that no record matches, in the shape that Get Customer has for it.
func missing(w http.ResponseWriter) error {
	const text = "The given information does not exist"
	body, err := json.Marshal(wire.CustomerMissing{Details: text, Message: text, Status: wire.StatusFailed})
	if err == nil {
		send(w, http.StatusNotFound, body)
	}
	return err
}

// pullCustomer answers PROTOCOL.md 4.4, on both of its paths.
func (s *Service) pullCustomer(req wire.CustomerPull) answer {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := s.account("cm_id", req.Account); err != nil {
			return err
		}
		from, to, err := window("createStartDate", req.StartDate, "createEndDate", req.EndDate, s.Zone)
		if err != nil {
			return err
		}
		rows, err := page(req.Limit, req.Offset)
		if err != nil {
			return err
		}
		f := customerFilter(req)
		f.Between(store.CustomerAdded, from, to)
		return pour(s, w, untold, s.Store.PullCustomers(ctx, f, rows), func(c store.Customer) any { return s.customerRecord(c) })
	}
}

// customerFilter is what a pull asks for; a filter that no record can answer lets nothing pass.
func customerFilter(req wire.CustomerPull) store.Filter {
	var f store.Filter
	where(req.Name, f.Named)
	where(req.Phone, f.Phone)
	where(req.Email, f.Email)
	where(req.DesignationType, func(string) { f.Nothing() }) // contacts have no designation here
	where(req.CustomerID, among(&f, store.CustomerID))
	where(req.CustomerCode, is(&f, store.CustomerCode))
	where(cmp.Or(trimmed(req.ZoneIDs), whole(req.ZoneID)), oneOf(&f, store.Zone))
	where(cmp.Or(whole(req.AssignedToID), trimmed(req.AssignedToIDs)), among(&f, store.CustomerAgent))
	switch {
	case req.IsOrganisation:
		f.Has(store.Organization)
	case bool(req.IsIndividual):
		f.Has(store.Individual)
	case bool(req.IsChannelPartner):
		f.Has(store.ChannelPartner)
	}
	where(whole(req.PrimarySourceID), is(&f, store.PrimarySource))
	where(whole(req.SecondarySourceID), is(&f, store.SecondarySource))
	where(whole(req.TertiarySourceID), is(&f, store.TertiarySource))
	for i, value := range req.List() {
		where(value, func(value string) { f.CustomerAttribute(i+1, value) })
	}
	return f
}

// whole is a number as text; unused filters are sent as 0, which is none.
func whole(n wire.Number) string {
	if n.Value == 0 {
		return ""
	}
	return strconv.FormatInt(n.Value, 10)
}
