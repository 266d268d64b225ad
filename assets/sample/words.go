package sample

import "strings"

// values give the words that fill the {names} of a ticket's texts; {money:30} is thirty euro in the
// customer's currency.
func (t *draft) values() func(string) (string, bool) {
	return func(name string) (string, bool) {
		if euro, ok := strings.CutPrefix(name, "money:"); ok {
			return price(int(number(euro)), t.customer.currency), true
		}
		if v, ok := t.ofCustomer(name); ok || t.order == nil {
			return v, ok
		}
		return t.order.word(name)
	}
}

// ofCustomer is a word of the customer.
func (t *draft) ofCustomer(name string) (string, bool) {
	switch person := t.customer.Contacts[0].Name; name {
	case "name":
		return person, true
	case "first":
		first, _, _ := strings.Cut(person, " ")
		return first, true
	case "city":
		return t.customer.City, true
	case "company":
		return t.customer.Name, true
	case "day":
		return nextDay(t.Date, -1).Format("Monday"), true
	}
	return "", false
}

// word is a word of an order.
func (o *Order) word(name string) (string, bool) {
	switch name {
	case "product":
		return o.product.name, true
	case "sku":
		return o.product.sku, true
	case "order":
		return o.ERPOrderID, true
	case "awb":
		return o.AWB, true
	case "amount":
		return o.Amount, true
	case "serial":
		return o.Serial, true
	case "date":
		return o.Created.Format("2 January"), true
	case "invoice":
		return o.InvoiceNo, true
	case "courier":
		return o.Courier, true
	case "pay":
		return strings.ToLower(o.PaymentMode), true
	}
	return "", false
}
