package sampledata

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// quietOrders is how many orders there are that no ticket is about.
const quietOrders = 80

var (
	couriers = []string{"Swiftline", "Parcelway", "Northbound Freight", "CityHop"}
	payments = []string{"Card", "Card", "Card", "Wallet", "Instalments (6 months)", "Bank transfer"}
	// localPayments are the ways of some countries beside payments.
	localPayments = map[string][]string{
		"India":                {"UPI", "UPI", "UPI", "Cash on delivery"},
		"United Arab Emirates": {"Cash on delivery"},
		"Egypt":                {"Cash on delivery", "Cash on delivery"},
		"Nigeria":              {"Cash on delivery", "Cash on delivery"},
		"Kenya":                {"Cash on delivery"},
	}
)

// purchases makes the orders that went well.
func (b *builder) purchases() {
	bags := newBag(newRNG(b.seed, "products", 0), len(b.products))
	for i := range quietOrders {
		d := newRNG(b.seed, "order", i)
		at := atHour(nextDay(b.now, -2-2*i), 7+d.IntN(15), d.IntN(60))
		c := &b.customers[d.IntN(len(b.customers))]
		o := b.order(d, c, at, b.products[bags.next()], pick(d, paymentsIn(c.Country)))
		o.DeliveryStatus = deliveryStatus(d, b.now.Sub(at))
	}
}

// orderFor makes the order that a ticket is about, nil when it is about none.
func (b *builder) orderFor(t *ticketBuilder) *Order {
	p, d := t.problem, t.rng
	if len(p.kinds) == 0 {
		return nil
	}
	var able []product
	for _, q := range b.products {
		if p.kinds[0] == "any" || slices.Contains(p.kinds, q.kind) {
			able = append(able, q)
		}
	}
	pay := p.pay
	if len(pay) == 0 {
		pay = paymentsIn(t.customer.Country)
	}
	at := atHour(nextDay(t.Date, -p.age[0]-d.IntN(p.age[1]-p.age[0]+1)), 7+d.IntN(15), d.IntN(60))
	return b.order(d, t.customer, at, pick(d, able), pick(d, pay))
}

// order adds one order of a customer.
func (b *builder) order(d rng, c *Customer, at time.Time, p product, pay string) *Order {
	n := b.orderNumber(at)
	o := &Order{
		ID:           int64(5_000_000 + n),
		CustomerID:   c.ID,
		ContactID:    c.Contacts[0].ID,
		CustomerName: c.Name,
		EnquiryID:    int64(7_000_000 + n),
		Agent:        pick(d, b.agents),
		Created:      at,
		ERPOrderID:   "ACM-" + strconv.Itoa(n),
		PaymentMode:  pay,
		AWB: digits(
			d,
			"SW########",
		),
		Courier: pick(d, couriers),
		Serial:  digits(d, strings.ToUpper(p.kind[:2])+"26#######"),
		Amount: price(
			p.price,
			c.currency,
		),
		product:      p,
		Unit:         pick(d, []string{"DC North", "DC South", "DC Harbour"}),
		Block:        digits(d, "R#-B##"),
		Invoiced:     at.Add(d.between(50*time.Minute, 3*time.Hour)),
		InvoiceNo:    fmt.Sprintf("INV/%02d/%d", at.Year()%100, n),
		ERPInvoiceNo: "9" + strconv.Itoa(n),
	}
	if !c.Created.Before(at) { // nobody orders before they are a customer
		c.Created, c.Modified = at.Add(-20*time.Minute), at
		for i := range c.Contacts {
			c.Contacts[i].Created = c.Created
		}
	}
	c.Contacts[0].OrderID = o.ID
	o.Deal = fmt.Sprintf("1 × %s (%s), %s", p.name, p.sku, o.Amount)
	if p.price > 300 && d.percent(50) {
		o.Remarks = "Two-person delivery; customer asked for a call 30 minutes before."
	}
	b.orders = append(b.orders, o)
	return o
}

// orderNumber is the number of an order made at a moment: one for every ten minutes, the next free one.
func (b *builder) orderNumber(at time.Time) int {
	n := 100_000 + int(at.Unix()-1_700_000_000)/600
	for b.numbers[n] {
		n++
	}
	b.numbers[n] = true
	return n
}

// allOrders are the orders, oldest first.
func (b *builder) allOrders() []Order {
	slices.SortFunc(
		b.orders,
		func(x, y *Order) int { return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID)) },
	)
	out := make([]Order, len(b.orders))
	for i, o := range b.orders {
		out[i] = *o
	}
	return out
}

// Associate is the order's associate_fields block, an object: what the shop's systems send along.
func (o *Order) Associate() json.RawMessage {
	return raw(map[string]any{
		"items":    []map[string]any{{"sku": o.product.sku, "name": o.product.name, "qty": 1, "price": o.Amount}},
		"shipment": map[string]string{"awb": o.AWB, "courier": o.Courier},
	})
}

// paymentsIn are the ways of payment of a country.
func paymentsIn(country string) []string { return slices.Concat(payments, localPayments[country]) }

// deliveryStatus is how far an order has come that was placed so long ago and that nobody complained about.
func deliveryStatus(d rng, age time.Duration) string {
	days := int(age.Hours() / 24)
	switch {
	case days < 2:
		return "Packed"
	case days < 4:
		return pick(d, []string{"Shipped", "In transit"})
	case days < 6:
		return pick(d, []string{"In transit", "Out for delivery", "Delivered"})
	case d.percent(4):
		return "Cancelled"
	case d.percent(7):
		return "Returned"
	}
	return "Delivered"
}

// price writes an amount as the customer's country does.
func price(euro int, c currency) string {
	n := euro * c.rate
	if c.rate > 1 {
		n = n/500*500 + 490 // the shelf prices of the country
	}
	whole := strconv.Itoa(n)
	if len(whole) > 3 {
		whole = whole[:len(whole)-3] + "," + whole[len(whole)-3:]
	}
	return c.sign + whole
}

// vocabulary is what the account's configuration says: sub-statuses, queues, agents.
type vocabulary struct {
	subStatuses []SubStatus
	queues      []Queue
	agents      []Agent
}

// product is something the shop sells.
type product struct {
	id              int64
	kind, name, sku string
	price           int // euro
}

// readVocabulary reads substatuses.txt, queues.txt and agents.txt.
func readVocabulary() (v vocabulary) {
	for _, r := range readRows("substatuses.txt") {
		v.subStatuses = append(v.subStatuses, SubStatus{r[0], r[1], r[2], r[3]})
	}
	for _, r := range readRows("queues.txt") {
		v.queues = append(v.queues, Queue{Key: r[0], Name: r[1], FolderID: number(r[2]), Color: r[3]})
	}
	for _, r := range readRows("agents.txt") {
		v.agents = append(v.agents, Agent{
			ID: number(r[0]), Name: r[1], Email: r[2], Code: r[3], Phone: r[4],
			Queues: cut(r[5], ","), share: int(number(r[6])),
		})
	}
	return v
}

// readProducts reads products.txt.
func readProducts() []product {
	var out []product
	for _, r := range readRows("products.txt") {
		out = append(out, product{number(r[0]), r[1], r[2], r[3], int(number(r[4]))})
	}
	return out
}

// number reads a number of a sample file; the tests read every file, so a wrong one never ships.
func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// queue is the queue of a key.
func (v *vocabulary) queue(key string) Queue {
	return v.queues[slices.IndexFunc(v.queues, func(q Queue) bool { return q.Key == key })]
}

// subStatus is the sub-status of a key.
func (v *vocabulary) subStatus(key string) SubStatus {
	return v.subStatuses[slices.IndexFunc(v.subStatuses, func(s SubStatus) bool { return s.Key == key })]
}

// agentOf draws an agent who works on a queue, each by share.
func (v *vocabulary) agentOf(d rng, queue string) Agent {
	shares := 0
	for i := range v.agents {
		shares += v.agents[i].shareOf(queue)
	}
	left, drawn := d.IntN(shares), -1
	for ; left >= 0; left -= v.agents[drawn].shareOf(queue) {
		drawn++
	}
	return v.agents[drawn]
}

// shareOf is an agent's share of a queue's tickets.
func (a *Agent) shareOf(queue string) int {
	if slices.Contains(a.Queues, queue) {
		return a.share
	}
	return 0
}
