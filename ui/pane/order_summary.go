package pane

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
)

// OrderSummary is what identifies an order in a list, as far as members of the record hold it. Free texts are not
// searched for it.
type OrderSummary struct {
	State    string
	Products []OrderedProduct
	Amount   string // of the whole order
}

// OrderedProduct is one product of an order.
type OrderedProduct struct{ Name, Quantity, Price string }

// The members that name a product and what belongs to it, in lower case without underscores. In a block about an order
// only explicitProduct names one: a name or title may be of something else.
var (
	explicitProduct = []string{"item", "itemname", "product", "productname"}
	productNames    = append([]string{"name", "title", "description"}, explicitProduct...)
	quantityMembers = []string{"qty", "quantity", "units"}
	priceMembers    = []string{"price", "unitprice", "itemprice", "amount"}
	amountMembers   = []string{"amount", "total", "totalamount", "grandtotal", "orderamount", "ordertotal", "invoiceamount"}
	stateMember     = []string{"deliverystatus"}
)

// productBlocks are words in the names of blocks that are lists of products.
var productBlocks = []string{"item", "product", "line", "deal"}

// SummarizeOrder returns the summary of an order.
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
		block := strings.ToLower(g.Member)
		for _, row := range g.Rows {
			s.Products = append(s.Products, productsOf(block, row)...)
			if !isAboutOrder(block) {
				continue
			}
			if s.State == "" {
				s.State = valueOf(row, stateMember)
			}
			if s.Amount == "" {
				s.Amount = valueOf(row, amountMembers)
			}
		}
	}
	return s
}

// isAboutOrder reports whether the members of a block are an order's own.
func isAboutOrder(block string) bool {
	return strings.Contains(block, "order") || block == "associate_fields"
}

// productsOf returns the products that a row of a block names. A member of a nested list is named after the list, such
// as items_name, and occurs once for each product.
func productsOf(block string, row []desk.LabeledValue) []OrderedProduct {
	var all []OrderedProduct
	at := -1
	for _, f := range row {
		list, leaf, names := block, member(f), productNames
		if cut := strings.LastIndexByte(f.Member, '_'); cut > 0 && isProductList(strings.ToLower(f.Member[:cut])) {
			list, leaf = strings.ToLower(f.Member[:cut]), strings.ToLower(f.Member[cut+1:])
		}
		if !isProductList(list) {
			names = explicitProduct
			if !isAboutOrder(block) {
				continue
			}
		}
		part := partOfProduct(leaf, names)
		if part == nil {
			continue
		}
		if at < 0 || *part(&all[at]) != "" {
			all, at = append(all, OrderedProduct{}), len(all)
		}
		*part(&all[at]) = f.Value.Line().String()
	}
	return slices.DeleteFunc(all, func(p OrderedProduct) bool { return p.Name == "" })
}

func isProductList(block string) bool {
	return slices.ContainsFunc(productBlocks, func(word string) bool { return strings.Contains(block, word) })
}

// partOfProduct returns the part of a product that a member is; nil if it is none.
func partOfProduct(leaf string, names []string) func(*OrderedProduct) *string {
	switch {
	case slices.Contains(names, leaf):
		return func(p *OrderedProduct) *string { return &p.Name }
	case slices.Contains(quantityMembers, leaf):
		return func(p *OrderedProduct) *string { return &p.Quantity }
	case slices.Contains(priceMembers, leaf):
		return func(p *OrderedProduct) *string { return &p.Price }
	}
	return nil
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

// Title returns what was bought; empty if members of the order do not say.
func (s OrderSummary) Title() string {
	var titles []string
	for _, p := range s.Products {
		titles = append(titles, p.Title())
	}
	return phrase.Join(" · ", titles...)
}

// Price returns the amount of the order, else the price of its only product; empty if members do not say.
func (s OrderSummary) Price() string {
	if s.Amount == "" && len(s.Products) == 1 && s.Products[0].Title() == s.Products[0].Name {
		return s.Products[0].Price
	}
	return s.Amount
}

// OrderDate returns an order's date without the time, if it is one that cannot be misread, else as it was received.
func OrderDate(o *desk.Order, today desk.Date) string { return dayOf(o.Created.String(), today) }

// dayOf returns the day of a date that cannot be misread, any other text as it is.
func dayOf(date string, today desk.Date) string {
	day, err := desk.ParseDate(date[:min(len(date), len("2006-01-02"))])
	if err != nil {
		return date
	}
	date = fmt.Sprintf("%d %s", day.Day, day.Month.String()[:3])
	if day.Year != today.Year {
		date += fmt.Sprintf(" %d", day.Year)
	}
	return date
}
