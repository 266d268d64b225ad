package wire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// readPurchases reads a Pull Order answer (PROTOCOL.md 4.7). The document does not show it:
// every list or object beside the status is taken for orders.
func readPurchases(a *responseDecoder) (desk.OrderPage, error) {
	page := desk.OrderPage{Total: -1}
	err := a.decodeEnvelope(func(name string) (bool, error) {
		switch {
		case name == "totalcount":
			v, err := a.value()
			if n, whole := wholeNumber(v); err == nil && whole {
				page.Total = int(n)
			}
			return true, err
		case a.isScalar():
			return false, nil
		case a.dec.PeekKind() == '{':
			return true, a.purchasesIn(&page)
		}
		return true, a.elements(func() error { return a.purchase(&page) })
	})
	return page, err
}

// purchasesIn reads an object that is an order, or names lists of them as message.contents does for articles.
func (a *responseDecoder) purchasesIn(page *desk.OrderPage) error {
	v, err := a.value()
	if err != nil {
		return err
	}
	v = v.Clone()
	inner := decoderOf(v)
	inner.DecodeOptions = a.DecodeOptions
	if !namesLists(v) {
		return inner.purchase(page)
	}
	return inner.eachMember(func(string) error {
		return inner.elements(func() error { return inner.purchase(page) })
	})
}

// namesLists tells an object that holds lists of orders from one that is an order.
func namesLists(v jsontext.Value) bool {
	lists, isOrder := false, false
	a := decoderOf(v)
	_ = a.eachMember(func(name string) error { // the value is valid JSON: it was read as one
		_, known := purchaseTable.at[name]
		isOrder = isOrder || known
		lists = lists || a.dec.PeekKind() == '['
		return a.dec.SkipValue()
	})
	return lists && !isOrder
}

// purchase reads one order of any shape; what holds nothing is none.
func (a *responseDecoder) purchase(page *desk.OrderPage) error {
	var p desk.Order
	rest, err := purchaseTable.read(a, &p, noNested)
	p.Fields, p.Groups = rest.fields, rest.groups
	if err == nil && len(p.Fields)+len(p.Groups) > 0 {
		page.Orders = append(page.Orders, p)
	}
	return err
}

// purchaseTable is the order record of PROTOCOL.md 3.7, and the names under which
// other records of the document have the same members.
var purchaseTable = newTable([]fieldDecoder[desk.Order]{
	{"order_id", "Order", showText, setOrderID},
	{"orderId", "Order id", showText, setOrderID},
	{"customer_name", "Customer", showText, setCustomerName},
	{"customerName", "Customer name", showText, setCustomerName},
	{"customer_id", "Customer id", showNumber, setCustomerID},
	{"customerId", "Customer no", showNumber, setCustomerID},
	{"delivery_status", "Delivery", showText, func(p *desk.Order, v *value, _ *time.Location) { p.Delivery = v.term() }},
	{"create_date", "Created", showText, func(p *desk.Order, v *value, _ *time.Location) { p.Created = v.line() }},
	{"erp_order_id", "ERP order", showText, func(p *desk.Order, v *value, _ *time.Location) { p.ERPOrder = v.line() }},
	{"erp_invoice_no", "ERP invoice", showText, nil},
	{"invoice_no", "Invoice", showText, func(p *desk.Order, v *value, _ *time.Location) { p.Invoice = v.line() }},
	{"invoice_date", "Invoice date", showText, nil},
	{"payment_mode", "Payment", showText, func(p *desk.Order, v *value, _ *time.Location) { p.Payment = v.term() }},
	{"dealDetails", "Deal", showText, nil},
	{"ticket_id", "Ticket", showText, func(p *desk.Order, v *value, _ *time.Location) { p.Ticket = desk.NewKey(v.text) }},
	{"unit_name", "Unit", showText, nil},
	{"block_name", "Block", showText, nil},
	{"assign_emp_name", "Assigned to", showText, nil},
	{"assign_emp_code", "Assignee code", showText, nil},
	{"assign_emp_email", "Assignee's e-mail", showText, nil},
	{"remarks", "Remarks", showText, nil},
	{"enquiry_id", "Enquiry", showNumber, func(p *desk.Order, v *value, _ *time.Location) { p.Enquiry = v.number() }},
	{"contact_id", "Contact", showNumber, func(p *desk.Order, v *value, _ *time.Location) { p.Contact = v.number() }},
	{"encryptOrder", "Encrypted order", showText, nil},
	{"update", "Update", hidden, nil},
})

// hidden shows nothing: order_info.update says what to do with an order, not what it is.
func hidden(*value, *time.Location) (nothing safetext.Block) { return nothing }

func setOrderID(p *desk.Order, v *value, _ *time.Location) {
	if p.ID.IsZero() {
		p.ID = desk.NewKey(v.text)
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
