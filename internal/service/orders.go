package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

var (
	errOrderID      = &apiError{http.StatusBadRequest, "order_id is missing"}
	errOrderIDGiven = &apiError{http.StatusBadRequest, "order_id must be empty where update is false"}
	errOtherOrder   = &apiError{http.StatusBadRequest, "the order belongs to another customer than customer_id"}
	errNoFilter     = &apiError{http.StatusBadRequest, "customer_Ids or another filter is required"}
)

// saveOrder handles Add Order and Update Order (PROTOCOL.md 4.5 and 4.6). It writes the order, its enquiry and its
// contact; the customer's own fields are unchanged.
func (s *Service) saveOrder(req wire.SaveOrderRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if req.Order.Flag("update") {
			setOperation(w, wire.UpdateOrder.Name)
		}
		names, err := checkOrder(req)
		if err != nil {
			return err
		}
		sale, err := s.Store.SaveOrder(ctx, names, func(sale *store.OrderAggregate) error {
			if names.Order != 0 && names.Customer != 0 && names.Customer != sale.Customer.ID {
				return errOtherOrder
			}
			changed, err := s.patchContacts(&sale.Customer, req.Contacts, true)
			if err != nil {
				return err
			}
			if len(changed) > 0 {
				sale.Contact = changed[0]
			} else if names.Order == 0 && len(sale.Customer.Contacts) > 0 {
				sale.Contact = 0
			}
			_, err = s.patchEnquiry(&sale.Enquiry, req.Enquiry)
			return errors.Join(err, s.patchOrder(&sale.Order, req.Order))
		})
		if err != nil {
			return toAPIError(err)
		}
		action, event, added := "Order added", wire.EventOrderAdded, sale.Order.ID
		if req.Order.Flag("update") {
			action, event, added = "Order updated", wire.EventOrderUpdated, 0
		}
		return writeCommitted(w, wire.SavedOrder(action+" successfully", action, event,
			added, sale.Customer.ID, sale.Enquiry.ID, sale.Order.ContactID))
	}
}

// checkOrder validates an Add Order or Update Order request and parses the records it refers to.
func checkOrder(req wire.SaveOrderRequest) (store.OrderRef, error) {
	if len(req.Contacts) > maxRequestContacts {
		return store.OrderRef{}, errRequestContacts
	}
	names := store.OrderRef{Name: req.Customer.Text("customer_name")}
	order, isUpdate := req.Order.Text("order_id"), req.Order.Flag("update")
	switch hasID := !isBlank(order); {
	case isBlank(names.Name): // before the rules of update and order_id
		return store.OrderRef{}, errCustomerName
	case isUpdate && !hasID:
		return store.OrderRef{}, errOrderID
	case !isUpdate && hasID:
		return store.OrderRef{}, errOrderIDGiven
	}
	var err1, err2, err3 error
	names.Order, err1 = parseID(order, errNoOrder)
	names.Customer, err2 = parseID(req.Customer.Text("customer_id"), errNoCustomer)
	names.Enquiry, err3 = parseID(req.Enquiry.Text("enquiry_id"), errNoEnquiry)
	return names, cmp.Or(problemError(req.Validate(), errCustomerName), err1, err2, err3)
}

// patchOrder applies order_info to a new or stored order.
func (s *Service) patchOrder(o *store.Order, in wire.OrderInfo) error {
	copyTexts(schema.Order, in, o)
	setEmployee(&o.Assigned, in, "assign_emp_")
	if o.ID == 0 {
		o.Added = s.Now().Unix()
	}
	o.CreatedAt = o.Added
	if at, ok := parseDateOrTime(o.CreateDate, s.Zone); ok {
		o.CreatedAt = at
	}
	return mergePairs(&o.Associate, in, "associate_fields")
}

// pullOrder handles Pull Order (PROTOCOL.md 4.7).
func (s *Service) pullOrder(req wire.PullOrderRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := s.checkAccount(req, "cmId"); err != nil {
			return err
		}
		if !wire.HasFilter(req) {
			return errNoFilter
		}
		f, err := s.orderFilter(req)
		if err != nil {
			return err
		}
		limit, err1 := wire.ParseLooseInt(req.Text("limit"))
		offset, err2 := wire.ParseLooseInt(req.Text("offset"))
		rows, err3 := parsePage(limit, offset.Value)
		switch {
		case err1 != nil:
			return errLimit
		case err2 != nil:
			return errOffset
		case err3 != nil:
			return err3
		}
		total, orders, err := s.Store.PullOrders(ctx, f, rows)
		if err != nil {
			return err
		}
		return streamRecords(s, w, total, orders, s.orderRecord)
	}
}

// orderFilter returns the filter of a pull of orders (PROTOCOL.md 4.7): every given condition must match, and one
// that no record can answer matches nothing. viewId and sortParam are not filters.
func (s *Service) orderFilter(req wire.PullOrderRequest) (store.Filter, error) {
	var f store.Filter
	nothing := func(string) { f.MatchNone() }
	for _, c := range []struct {
		key string
		ask func(string)
	}{
		{"customer_Ids", matchIDs(&f, store.CustomerID)},
		{"customerIds", matchIDs(&f, store.CustomerID)},
		{"leadIdStr", matchIDs(&f, store.CustomerID)}, // contact records call the owning customer's id leadId
		{"orderIds", matchIDs(&f, store.OrderID)},
		{"enquiryIds", matchIDs(&f, store.EnquiryID)},
		{"creatorIdStr", matchIDs(&f, store.OrderCreator)},
		{"creatorOrAssignedIdStr", matchIDs(&f, store.OrderCreator, store.OrderAssignee)},
		{"assignToIdsStr", matchIDs(&f, store.OrderAssignee)},
		{"assignIdStr", matchIDs(&f, store.OrderAssignee)},
		{"notAssignToIdsStr", excludeIDs(&f, store.OrderAssignee)},
		{"name", f.NameContains},
		{"phone", f.ReachableByPhone},
		{"email", f.ReachableByEmail},
		{"zoneIdStr", matchAnyText(&f, store.Zone)},
		{"statusStr", matchAnyText(&f, store.DeliveryStatus)},
		{"subStatusStr", matchAnyText(&f, store.EnquirySubStatus)},
		{"erpOrderId", matchText(&f, store.ERPOrderID)},
		{"erpInvoiceId", matchText(&f, store.ERPInvoiceNo)},
		{"unitId", matchText(&f, store.UnitName)},
		{"blockId", matchText(&f, store.BlockName)},
		{"leadPriorityStr", nothing},
		{"clientReferenceIds", nothing},
		{"approvedIds", nothing},
		{"approvalDesignationIds", nothing},
		{"pricingStatus", nothing},
		{"bookingStatus", nothing},
		{"bookingSubStatus", nothing},
	} {
		ifSet(req.Text(c.key), c.ask)
	}
	ifSet(idText(req, "secondarySourceId"), matchText(&f, store.SecondarySource))
	for _, field := range schema.OrderFilters.Fields {
		if field.Record != "" {
			ifSet(req.Text(field.Key), matchText(&f, store.CustomerColumn(field.Record)))
		}
	}
	eachAttribute(req, f.OrderAttribute)
	err := s.filterByDates(&f, req)
	return f, err
}

func (s *Service) filterByDates(f *store.Filter, req wire.PullOrderRequest) error {
	const untold store.Column = ""
	for _, d := range []struct {
		column   store.Column
		from, to string
	}{
		{store.OrderReceived, "generationStartDate", "generationEndDate"},
		{store.OrderCreated, "createStartDate", "createEndDate"},
		{store.NextFollowUp, "nextFollowupStartDate", "nextFollowupEndDate"},
		{untold, "lastFollowupStartDate", "lastFollowupEndDate"},
		{untold, "expectedClosureStartDate", "expectedClosureEndDate"},
		{untold, "bookingStartDate", "bookingEndDate"},
		{untold, "agreementStartDate", "agreementEndDate"},
	} {
		if err := matchDates(f, s.Zone, d.column, d.from, req.Text(d.from), d.to, req.Text(d.to)); err != nil {
			return err
		}
	}
	return nil
}

// The functions below convert the filters of pulls, which are texts, to conditions of a store.Filter. A blank text
// adds no condition.

// ifSet calls ask with the trimmed text unless it is blank.
func ifSet(value string, do func(string)) {
	if value = strings.TrimSpace(value); value != "" {
		do(value)
	}
}

// matchText matches exactly the text.
func matchText(f *store.Filter, c store.Column) func(string) {
	return func(value string) { f.Equal(c, value) }
}

// matchAnyText matches any of the comma-separated texts.
func matchAnyText(f *store.Filter, c store.Column) func(string) {
	return func(list string) { f.In(c, splitList(list)) }
}

// matchIDs matches any of the comma-separated ids in any of the columns.
func matchIDs(f *store.Filter, columns ...store.Column) func(string) {
	return func(list string) { f.IDIn(parseIDs(list), columns...) }
}

// excludeIDs matches ids other than the comma-separated ones; a list without a valid id matches nothing.
func excludeIDs(f *store.Filter, c store.Column) func(string) {
	return func(list string) {
		if not := parseIDs(list); len(not) > 0 {
			f.IDNotIn(not, c)
			return
		}
		f.MatchNone()
	}
}

// parseIDs returns the valid ids of a comma-separated list.
func parseIDs(list string) []int64 {
	var all []int64
	for _, id := range splitList(list) {
		if n, err := wire.ParseLooseInt(id); err == nil && n.Value > 0 {
			all = append(all, n.Value)
		}
	}
	return all
}

// matchDates matches times from the start of one day to the end of another; a blank day leaves that end open. An
// empty column matches nothing: no record has the field.
func matchDates(f *store.Filter, zone *time.Location, c store.Column, startName, start, endName, end string) error {
	if isBlank(start) && isBlank(end) {
		return nil
	}
	var from, to time.Time
	if !isBlank(start) {
		first, err := parseDay(startName, strings.TrimSpace(start))
		if err != nil {
			return err
		}
		from, _ = first.Range(zone)
	}
	if !isBlank(end) {
		last, err := parseDay(endName, strings.TrimSpace(end))
		if err != nil {
			return err
		}
		_, to = last.Range(zone)
	}
	if c == "" {
		f.MatchNone()
		return nil
	}
	f.Between(c, from, to)
	return nil
}

var orderTemplate = newTemplate(wire.OrderRecord, "record", store.Order{}, orderMade{})

// orderMade are the members of an order record that are not written as they are stored.
type orderMade struct {
	ID            string         `record:"order_id"`
	AssignedName  string         `record:"assign_emp_name"`
	AssignedCode  string         `record:"assign_emp_code"`
	AssignedEmail string         `record:"assign_emp_email"`
	Associate     jsontext.Value `record:"associate_fields"`
}

// orderRecord converts an order to its record (PROTOCOL.md 3.7).
func (s *Service) orderRecord(o store.Order) templateRecord {
	return orderTemplate().record(&o, &orderMade{
		ID:            strconv.FormatInt(o.ID, 10),
		AssignedName:  o.Assigned.Name,
		AssignedCode:  o.Assigned.Code,
		AssignedEmail: o.Assigned.Email,
		Associate:     objectOrEmpty(o.Associate),
	})
}
