package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
)

// OrderSummary is what an order is told from others by, as far as members of the record say so. Nothing is read out of
// texts.
type OrderSummary struct {
	State    string
	Products []OrderedProduct
	Amount   string // of the whole order
}

// OrderedProduct is one product of an order.
type OrderedProduct struct{ Name, Quantity, Price string }

// The members that name a product and what belongs to it, in lower case without underscores.
var (
	productMembers  = []string{"item", "itemname", "product", "productname", "name", "title", "description"}
	priceMembers    = []string{"price", "unitprice", "amount", "itemprice", "total"}
	amountMembers   = []string{"amount", "total", "totalamount", "grandtotal", "orderamount", "ordertotal", "invoiceamount"}
	quantityMembers = []string{"qty", "quantity", "count", "units"}
	stateMember     = []string{"deliverystatus"}
)

// productBlocks are words in the names of blocks whose rows are products, or are about the order.
var productBlocks = []string{"item", "product", "order", "line", "deal"}

// SummarizeOrder returns what an order is told by.
func SummarizeOrder(o *desk.Order) OrderSummary {
	s := orderOfBlocks(o.Groups)
	s.State = o.Delivery.String()
	if s.Amount == "" {
		s.Amount = valueOf(o.Fields, amountMembers)
	}
	for _, name := range []string{"dealdetails", "unitname"} {
		if text := valueOf(o.Fields, []string{name}); text != "" && len(s.Products) == 0 {
			s.Products = []OrderedProduct{{Name: text}}
		}
	}
	return s
}

// orderOfBlocks returns what the account's own blocks of an order or a ticket say about an order.
func orderOfBlocks(groups []desk.FieldGroup) OrderSummary {
	var s OrderSummary
	for _, g := range groups {
		name := strings.ToLower(g.Member)
		if !slices.ContainsFunc(productBlocks, func(word string) bool { return strings.Contains(name, word) }) {
			continue
		}
		for _, row := range g.Rows {
			if s.State == "" {
				s.State = valueOf(row, stateMember)
			}
			p := OrderedProduct{valueOf(row, productMembers), valueOf(row, quantityMembers), valueOf(row, priceMembers)}
			if p.Name != "" {
				s.Products = append(s.Products, p)
			} else if s.Amount == "" {
				s.Amount = valueOf(row, amountMembers)
			}
		}
	}
	return s
}

func valueOf(fields []desk.LabeledValue, members []string) string {
	for _, name := range members {
		for _, f := range fields {
			if member(f) == name {
				return f.Value.Line().String()
			}
		}
	}
	return ""
}

// Title returns a product's name, after its quantity if that is not one.
func (p OrderedProduct) Title() string {
	if p.Quantity == "" || p.Quantity == "1" {
		return p.Name
	}
	return p.Quantity + " × " + p.Name
}

// bits returns the products, the state and the amount, for one line.
func (s OrderSummary) bits() []string {
	var bits []string
	for _, p := range s.Products {
		bits = append(bits, p.Title())
	}
	return append(bits, s.State, s.Amount)
}
