package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

var (
	errOrderID      = &apiError{http.StatusBadRequest, "order_id is missing"}
	errOrderIDGiven = &apiError{http.StatusBadRequest, "order_id must be empty where update is false"}
	errOtherOrder   = &apiError{http.StatusBadRequest, "the order belongs to another customer than customer_id"}
	errNoFilter     = &apiError{http.StatusBadRequest, "customer_Ids or another filter is required"}
)

// orderResponses is what Add Order and Update Order answer, by whether the order was there.
var orderResponses = map[bool]wire.SaveOrderResponse{
	false: {Message: "Order added successfully", Order: wire.SavedOrder{Action: "Order added", ActionEvent: wire.EventOrderAdded}},
	true:  {Message: "Order updated successfully", Order: wire.SavedOrder{Action: "Order updated", ActionEvent: wire.EventOrderUpdated}},
}

// saveOrder answers PROTOCOL.md 4.5 and 4.6. The order, its enquiry and its contact are written; the
// customer's own fields stay as they are.
func (s *Service) saveOrder(req wire.SaveOrderRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if req.Order.Update {
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
			contact, fault := s.patchContacts(&sale.Customer, req.Contacts, true)
			if fault != nil {
				return fault
			}
			if contact >= 0 {
				sale.Contact = contact
			} else if names.Order == 0 && len(sale.Customer.Contacts) > 0 {
				sale.Contact = 0
			}
			_, err1 := s.patchEnquiry(&sale.Enquiry, req.Enquiry)
			return errors.Join(err1, s.patchOrder(&sale.Order, req.Order))
		})
		if err != nil {
			return toAPIError(err)
		}
		answer := orderResponses[req.Order.Update]
		answer.Status, answer.Order.Result = wire.StatusSuccess, true
		answer.Order.CustomerID, answer.Order.EnquiryID, answer.Order.ContactID = sale.Customer.ID, sale.Enquiry.ID, sale.Order.ContactID
		if !req.Order.Update {
			answer.Order.OrderID = sale.Order.ID
		}
		return replyWritten(w, answer)
	}
}

// checkOrder checks an Add Order or Update Order request and reads what it names.
func checkOrder(req wire.SaveOrderRequest) (store.OrderRef, error) {
	switch given := !isBlank(req.Order.ID); {
	case isBlank(req.Customer.Name):
		return store.OrderRef{}, errCustomerName
	case req.Order.Update && !given:
		return store.OrderRef{}, errOrderID
	case !req.Order.Update && given:
		return store.OrderRef{}, errOrderIDGiven
	}
	names := store.OrderRef{Name: req.Customer.Name}
	var err1, err2, err3 error
	names.Order, err1 = parseID(req.Order.ID, errNoOrder)
	names.Customer, err2 = parseID(req.Customer.ID, errNoCustomer)
	names.Enquiry, err3 = parseID(req.Enquiry.ID, errNoEnquiry)
	return names, cmp.Or(checkBlocks(req.Customer, req.Contacts, req.Enquiry), checkFieldSizes(req.Order.AssociateFields), err1, err2, err3)
}

// patchOrder lays order_info over an order, a new one or one that is there.
func (s *Service) patchOrder(o *store.Order, in wire.OrderInfo) error {
	fill(
		field{&o.DeliveryStatus, strings.TrimSpace(in.DeliveryStatus)}, field{&o.ERPOrderID, strings.TrimSpace(in.ERPOrderID)},
		field{&o.ERPInvoiceNo, strings.TrimSpace(in.ERPInvoiceNo)}, field{&o.CreateDate, strings.TrimSpace(in.CreateDate)},
		field{&o.Remarks, in.Remarks}, field{&o.InvoiceNo, in.InvoiceNo}, field{&o.InvoiceDate, in.InvoiceDate},
		field{&o.UnitName, strings.TrimSpace(in.UnitName)}, field{&o.BlockName, strings.TrimSpace(in.BlockName)}, field{&o.TicketID, in.TicketID},
		field{&o.EncryptOrder, in.EncryptOrder}, field{&o.PaymentMode, in.PaymentMode}, field{&o.DealDetails, in.DealDetails},
	)
	assign(&o.Assigned, in.AssignCode, in.AssignEmail, in.AssignName)
	if o.ID == 0 {
		o.Added = s.Now().Unix()
	}
	o.CreatedAt = o.Added
	if at, ok := parseDateOrTime(o.CreateDate, s.Zone); ok {
		o.CreatedAt = at
	}
	var err error
	o.Associate, err = mergeCustomFields(o.Associate, in.AssociateFields)
	return err
}

// pullOrder answers PROTOCOL.md 4.7.
func (s *Service) pullOrder(req wire.PullOrderRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := s.account("cmId", req.Account); err != nil {
			return err
		}
		if !req.HasFilter() {
			return errNoFilter
		}
		f, err := s.orderFilter(req)
		if err != nil {
			return err
		}
		limit, err1 := wire.ParseLooseInt(req.Limit)
		offset, err2 := wire.ParseLooseInt(req.Offset)
		rows, err3 := page(limit, offset)
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
