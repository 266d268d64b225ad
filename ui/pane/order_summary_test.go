package pane

import (
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// row returns the members of a block: names and values in turn.
func row(namesAndValues ...string) []desk.LabeledValue {
	var all []desk.LabeledValue
	for i := 0; i < len(namesAndValues); i += 2 {
		all = append(all, desk.LabeledValue{Member: namesAndValues[i], Value: safetext.BlockFromText(namesAndValues[i+1])})
	}
	return all
}

func TestOrder_ShowsProductAndAmountOnlyFromItsMembers(t *testing.T) {
	block := func(name string, rows ...[]desk.LabeledValue) []desk.FieldGroup {
		return []desk.FieldGroup{{Member: name, Rows: rows}}
	}
	for name, c := range map[string]struct {
		order       desk.Order
		what, price string
	}{
		"nothing":            {desk.Order{Fields: row("remarks", "paid 17,490 in cash")}, "", ""},
		"the deal":           {desk.Order{Fields: row("dealDetails", "1 × monitor, $309", "unit_name", "DC South")}, "1 × monitor, $309", ""},
		"only a unit":        {desk.Order{Fields: row("unit_name", "A-12", "total", "309.00")}, "A-12", "309.00"},
		"one item":           {desk.Order{Fields: row("dealDetails", "x"), Groups: block("associate_fields", row("items_name", "Monitor", "items_price", "$309", "items_qty", "1", "items_sku", "S"))}, "Monitor", "$309"},
		"several of one":     {desk.Order{Groups: block("associate_fields", row("items_name", "Monitor", "items_price", "$309", "items_qty", "2"))}, "2 × Monitor", ""},
		"several items":      {desk.Order{Groups: block("associate_fields", row("items_name", "Monitor", "items_price", "$309", "items_name", "Cable", "items_price", "$9"))}, "Monitor · Cable", ""},
		"items with a sum":   {desk.Order{Groups: block("associate_fields", row("items_name", "Monitor", "items_price", "$309", "items_name", "Cable", "order_total", "$318"))}, "Monitor · Cable", "$318"},
		"a list of rows":     {desk.Order{Groups: block("items", row("name", "Monitor", "price", "$309"), row("name", "Cable"))}, "Monitor · Cable", ""},
		"somebody's name":    {desk.Order{Groups: block("order_details", row("name", "Priya", "item", "Monitor"))}, "Monitor", ""},
		"an address":         {desk.Order{Groups: block("shipment", row("name", "Priya", "amount", "3"))}, "", ""},
		"a payment's amount": {desk.Order{Groups: block("associate_fields", row("payment_amount", "3"))}, "", ""},
	} {
		s := SummarizeOrder(&c.order)
		if s.Title() != c.what || s.Price() != c.price {
			t.Errorf("%s: %q for %q, want %q for %q", name, s.Title(), s.Price(), c.what, c.price)
		}
	}
}

func TestOrder_DateIsReadOnlyIfItCannotBeMisread(t *testing.T) {
	for date, want := range map[string]string{
		"2026-11-06 19:03:00": "6 Nov", "2025-11-06": "6 Nov 2025", "06/11/2026": "06/11/2026", "": "", "2026-13-40": "2026-13-40",
	} {
		o := desk.Order{Created: safetext.LineFromText(date)}
		if got := OrderDate(&o, desk.Date{Year: 2026, Month: 11, Day: 22}); got != want {
			t.Errorf("%q is %q, want %q", date, got, want)
		}
	}
}
