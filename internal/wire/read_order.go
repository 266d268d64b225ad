package wire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// readPurchases reads a Pull Order answer (PROTOCOL.md 4.7). The document does not show it:
// every list or object beside the status is taken for orders.
func readPurchases(a *answer) (desk.PurchasePage, error) {
	page := desk.PurchasePage{Total: -1}
	err := a.envelope(func(name string) (bool, error) {
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
func (a *answer) purchasesIn(page *desk.PurchasePage) error {
	v, err := a.value()
	if err != nil {
		return err
	}
	v = v.Clone()
	inner := free(v)
	inner.Reading = a.Reading
	if !namesLists(v) {
		return inner.purchase(page)
	}
	return inner.members(func(string) error {
		return inner.elements(func() error { return inner.purchase(page) })
	})
}

// namesLists tells an object that holds lists of orders from one that is an order.
func namesLists(v jsontext.Value) bool {
	lists, isOrder := false, false
	a := free(v)
	_ = a.members(func(name string) error { // the value is valid JSON: it was read as one
		_, known := purchaseTable.at[name]
		isOrder = isOrder || known
		lists = lists || a.dec.PeekKind() == '['
		return a.dec.SkipValue()
	})
	return lists && !isOrder
}

// purchase reads one order of any shape; what holds nothing is none.
func (a *answer) purchase(page *desk.PurchasePage) error {
	var p desk.Purchase
	rest, err := purchaseTable.read(a, &p, none)
	p.Fields, p.Groups = rest.fields, rest.groups
	if err == nil && len(p.Fields)+len(p.Groups) > 0 {
		page.Purchases = append(page.Purchases, p)
	}
	return err
}

// purchaseTable is the order record of PROTOCOL.md 3.7, and the names under which
// other records of the document have the same members.
var purchaseTable = newTable([]member[desk.Purchase]{
	{"order_id", "Order", words, setOrderID},
	{"orderId", "Order id", words, setOrderID},
	{"customer_name", "Customer", words, setCustomerName},
	{"customerName", "Customer name", words, setCustomerName},
	{"customer_id", "Customer id", figure, setCustomerID},
	{"customerId", "Customer no", figure, setCustomerID},
	{"delivery_status", "Delivery", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.Delivery = v.term() }},
	{"create_date", "Created", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.Created = v.line() }},
	{"erp_order_id", "ERP order", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.ERPOrder = v.line() }},
	{"erp_invoice_no", "ERP invoice", words, nil},
	{"invoice_no", "Invoice", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.Invoice = v.line() }},
	{"invoice_date", "Invoice date", words, nil},
	{"payment_mode", "Payment", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.Payment = v.term() }},
	{"dealDetails", "Deal", words, nil},
	{"ticket_id", "Ticket", words, func(p *desk.Purchase, v *value, _ *time.Location) { p.Ticket = desk.NewKey(v.text) }},
	{"unit_name", "Unit", words, nil},
	{"block_name", "Block", words, nil},
	{"assign_emp_name", "Assigned to", words, nil},
	{"assign_emp_code", "Assignee code", words, nil},
	{"assign_emp_email", "Assignee's e-mail", words, nil},
	{"remarks", "Remarks", words, nil},
	{"enquiry_id", "Enquiry", figure, func(p *desk.Purchase, v *value, _ *time.Location) { p.Enquiry = v.number() }},
	{"contact_id", "Contact", figure, func(p *desk.Purchase, v *value, _ *time.Location) { p.Contact = v.number() }},
	{"encryptOrder", "Encrypted order", words, nil},
	{"update", "Update", hidden, nil},
})

// hidden shows nothing: order_info.update says what to do with an order, not what it is.
func hidden(*value, *time.Location) (nothing text.Block) { return nothing }

func setOrderID(p *desk.Purchase, v *value, _ *time.Location) {
	if p.ID.IsZero() {
		p.ID = desk.NewKey(v.text)
	}
}

func setCustomerName(p *desk.Purchase, v *value, _ *time.Location) {
	if p.CustomerName.IsEmpty() {
		p.CustomerName = v.line()
	}
}

func setCustomerID(p *desk.Purchase, v *value, _ *time.Location) {
	if p.Customer == 0 {
		p.Customer = v.number()
	}
}
