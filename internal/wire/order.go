package wire

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
)

// This file holds PROTOCOL.md 3.7, and the requests and responses of 4.5 to 4.7.

// SaveOrderRequest is an Add Order or Update Order request. Both use one path and one shape and are distinguished by
// order_info.update (PROTOCOL.md 4.5 and 4.6).
type SaveOrderRequest struct {
	Customer CustomerInfo  `json:"customer_info"`
	Contacts []ContactInfo `json:"contact_info"`
	Enquiry  EnquiryInfo   `json:"enquiry_info"`
	Order    OrderInfo     `json:"order_info"`
}

// HasFilter reports whether one of the filters up to the attributes is set, of which the interface requires one. Paging
// keys, viewId and other keys do not count (PROTOCOL.md 4.7).
func HasFilter(r PullOrderRequest) bool {
	last := AttributeKey(MaxAttribute)
	for _, f := range orderFilters.fields {
		n, _ := r[f.Key].(int64)
		text, _ := r[f.Key].(string)
		if f.Kind != schema.Account && (n != 0 || !isBlank(text)) {
			return true
		}
		if f.Key == last {
			break
		}
	}
	return false
}

// readOrders decodes a Pull Order response (PROTOCOL.md 4.7). The interface does not show it, so every list or object
// that may be orders is decoded as such. An empty order is skipped.
func readOrders(d *responseDecoder) (desk.OrderPage, error) {
	var page desk.OrderPage
	var err error
	page.Total, err = d.readList(orderList, func() (bool, error) {
		var p desk.Order
		rest, err := orderTable.read(d, &p, noNested)
		p.Fields, p.Groups = rest.fields, rest.groups
		if err == nil && len(p.Fields)+len(p.Groups) > 0 {
			page.Orders = append(page.Orders, p)
		}
		return true, err
	})
	return page, err
}

// orderTable holds the fields of the order record (PROTOCOL.md 3.7), including the names that other records use
// for the same fields.
var orderTable = newTable("order", map[string]fieldSetter[desk.Order]{
	"order_id":        setOrderID,
	"orderId":         setOrderID,
	"customer_name":   setCustomerName,
	"customerName":    setCustomerName,
	"customer_id":     setCustomerID,
	"customerId":      setCustomerID,
	"delivery_status": func(p *desk.Order, v *value, _ *time.Location) { p.Delivery = v.internedLine() },
	"create_date":     func(p *desk.Order, v *value, _ *time.Location) { p.Created = showDate(v, nil).Line() },
	"erp_order_id":    func(p *desk.Order, v *value, _ *time.Location) { p.ERPOrder = v.line() },
	"invoice_no":      func(p *desk.Order, v *value, _ *time.Location) { p.Invoice = v.line() },
	"payment_mode":    func(p *desk.Order, v *value, _ *time.Location) { p.Payment = v.internedLine() },
	"ticket_id":       func(p *desk.Order, v *value, _ *time.Location) { p.Ticket = desk.NewID(v.text) },
	"enquiry_id":      func(p *desk.Order, v *value, _ *time.Location) { p.Enquiry = v.number() },
	"contact_id":      func(p *desk.Order, v *value, _ *time.Location) { p.Contact = v.number() },
})

// showNothing shows nothing. It is for order_info.update, which is an instruction and not a property of the order.
func showNothing(*value, *time.Location) (nothing safetext.Block) { return nothing }

func setOrderID(p *desk.Order, v *value, _ *time.Location) {
	if p.ID.IsZero() {
		p.ID = desk.NewID(v.text)
	}
}

func setCustomerName(p *desk.Order, v *value, _ *time.Location) {
	if p.CustomerName.IsEmpty() {
		p.CustomerName = v.line()
	}
}

func setCustomerID(p *desk.Order, v *value, _ *time.Location) {
	if p.Customer == 0 {
		p.Customer = v.number()
	}
}

// SavedOrder returns an Add Order or Update Order response (PROTOCOL.md 4.5 and 4.6). Only the first has the id of the
// order; 0 leaves it out.
func SavedOrder(message, action, event string, order, customer, enquiry, contact int64) Answer {
	saved := Answer{"result", true}
	if order != 0 {
		saved = append(saved, "order_id", order)
	}
	return Answer{"status", StatusSuccess, "message", message, "Order", append(saved,
		"customer_id", customer, "enquiry_id", enquiry, "action", action, "action_event", event, "contact_id", contact,
	)}
}
