// Package sample writes the desk that a newcomer sees first: two weeks of a consumer-electronics and
// home-appliance retailer's tickets, customers, orders and FAQ articles, raw as an upstream returns them.
//
// The texts are the files beside this one; the code lays them over the days before a given moment.
// Everything is invented: names, numbers of fictional ranges, example.com addresses.
package sample

import (
	"encoding/json"
	"time"
)

// Days is how many calendar days the sample covers, today included.
const Days = 14

// Data is one whole desk, in an order in which a store can insert it: nothing refers to what comes later,
// but for an order's TicketID.
type Data struct {
	SubStatuses  []SubStatus
	Queues       []Queue
	Agents       []Agent
	Dispositions []string // paths joined by "|", each once, sorted
	Categories   []Category
	Articles     []Article
	Customers    []Customer
	Orders       []Order
	Tickets      []Ticket // oldest first
}

// Desk makes the sample desk as it stands at now, in now's location; the same now gives the same desk,
// and nothing but callbacks and due dates lies after now.
func Desk(now time.Time) Data {
	b := &builder{now: now, seed: daySeed(now), vocabulary: readVocabulary(), products: readProducts(), numbers: map[int]bool{}}
	b.customers = b.people()
	b.busy = make([]int, len(b.customers))
	b.purchases()
	categories := readCategories()
	tickets := b.tickets()
	return Data{
		SubStatuses:  b.subStatuses,
		Queues:       b.queues,
		Agents:       b.agents,
		Dispositions: dispositions(tickets),
		Categories:   categories,
		Articles:     readArticles(now, categories),
		Customers:    b.customers,
		Orders:       b.allOrders(),
		Tickets:      tickets,
	}
}

// builder carries what the parts of one desk share while it is made.
type builder struct {
	now  time.Time
	seed uint64
	vocabulary
	products  []product
	customers []Customer
	busy      []int // how many tickets each customer has
	orders    []*Order
	numbers   map[int]bool // order numbers that are taken
}

// daySeed is the number of the calendar day, so that a desk changes from day to day only.
func daySeed(now time.Time) uint64 {
	return uint64(now.Year()*1000 + now.YearDay())
}

// raw writes a free-form block; it is made of strings and numbers, which always can be written.
func raw(block any) json.RawMessage {
	text, err := json.Marshal(block)
	if err != nil {
		panic(err)
	}
	return text
}
