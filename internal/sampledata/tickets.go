package sampledata

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ticketBuilder is a ticket while it is made, with what it was made of.
type ticketBuilder struct {
	Ticket
	rng      rng
	problem  *problem
	customer *Customer
	order    *Order         // nil when it is about none
	original *ticketBuilder // the ticket that this one repeats, or nil
	pace     pace
}

// tickets makes the tickets: who writes what when, what was done about it, and how late it is.
func (b *builder) tickets() []Ticket {
	problems, letters, asides := readProblems(), readChannelForms(), b.newSmallTalk()
	bags := newBag(newRNG(b.seed, "problems", 0), len(problems))
	var drafts []*ticketBuilder
	for i, at := range b.arrivals() {
		t := &ticketBuilder{rng: newRNG(b.seed, "ticket", i)}
		t.TaskID, t.Date = int64(48210001+i), at
		for t.problem == nil || t.problem.duplicate && !t.repeat(drafts) {
			t.problem = problems[bags.next()]
		}
		t.pace = paces[t.problem.priority]
		b.ask(t)
		b.compose(t, letters, asides)
		b.addUpdates(t)
		drafts = append(drafts, t)
	}
	nameTickets(drafts)
	b.scheduleCallbacks(drafts)
	b.setSLA(drafts)
	b.finish(drafts)
	out := make([]Ticket, len(drafts))
	for i, t := range drafts {
		out[i] = t.Ticket
	}
	return out
}

// ask finds who writes, and about which order and product.
func (b *builder) ask(t *ticketBuilder) {
	p := t.problem
	if t.original == nil {
		t.customer = b.customerFor(t)
		t.order = b.orderFor(t)
	}
	person := t.customer.Contacts[0]
	t.CustomerID, t.ContactID = t.customer.ID, person.ID
	t.Email, t.Phone, t.TicketEmail = person.Email, person.Phone, person.Email
	t.Type, t.TypeName = p.typ[:1], p.typ
	t.Priority, t.PriorityLevel = p.priority, t.pace.level
	t.Disposition, t.Escalated = p.disposition, p.escalated
	b.moveTo(t, p.queue)
	if o := t.order; o != nil {
		t.OrderID, t.ERPOrderID = strconv.FormatInt(o.ID, 10), o.ERPOrderID
		t.ProductID, t.ProductName, t.SKUCode = o.product.id, o.product.name, o.product.sku
	}
}

// repeat makes a ticket the second message about an earlier one of its queue that knows its order, and
// says whether there is one.
func (t *ticketBuilder) repeat(drafts []*ticketBuilder) bool {
	for _, old := range slices.Backward(drafts) {
		if old.problem.queue == t.problem.queue && old.order != nil && old.original == nil &&
			t.Date.Sub(old.Date) > 8*time.Hour {
			t.original, t.order, t.customer = old, old.order, old.customer
			return true
		}
	}
	return false
}

// moveTo puts a ticket into a queue and its folder.
func (b *builder) moveTo(t *ticketBuilder, key string) {
	q := b.queue(key)
	t.QueueKey, t.QueueName, t.FolderID, t.FolderColor = q.Key, q.Name, q.FolderID, q.Color
}

// compose writes title and detail in the customer's way.
func (b *builder) compose(t *ticketBuilder, letters []channelForm, say smallTalk) {
	p, values := t.problem, t.values()
	l := channelForm{source: "E-mail", form: "{body}", escape: 1}
	if len(p.sources) > 0 {
		l.source = pick(t.rng, p.sources)
	}
	body := p.bodies[p.used%len(p.bodies)]
	if !p.verbatim {
		for l = pick(t.rng, letters); !l.suits(t); l = pick(t.rng, letters) {
		}
		body = say.around(body, l.source, t.customer, p.used >= len(p.bodies))
	}
	t.PrimarySource, t.LastSource = l.source, l.source
	t.Title = escape(fill(p.titles[p.used%len(p.titles)], values), l.escape)
	t.Detail = l.write(fill(body, values), values)
	p.used++
	if l.source == "Phone" {
		agent := b.agentOf(t.rng, t.QueueKey)
		t.CreatorID, t.CreatorName = agent.ID, agent.Name
	} else {
		t.CreatorName = t.customer.Contacts[0].Name
	}
}

// nameTickets gives the ids that agents quote: a prefix and the second of creation, each once.
func nameTickets(drafts []*ticketBuilder) {
	last := int64(0)
	for _, t := range drafts {
		last = max(last+1, t.Date.Unix()%100_000_000)
		t.TicketID = fmt.Sprintf("7135%08d", last)
		t.URL = "/ticket.html?id=" + t.TicketID
	}
}

// perWeekday is how many tickets arrive on a day, Sunday first.
var perWeekday = [7]int{11, 31, 29, 27, 28, 28, 17}

// perHour is how likely each hour of a day is, midnight first.
var perHour = [24]int{2, 1, 1, 0, 0, 1, 3, 6, 12, 16, 17, 15, 11, 12, 15, 15, 13, 12, 11, 9, 9, 7, 5, 3}

// firstToday is how many tickets today has at least, however early it is.
const firstToday = 3

// arrivals are the moments at which the tickets of the sample's days came in, oldest first, none after now.
func (b *builder) arrivals() []time.Time {
	var out []time.Time
	for back := Days - 1; back > 0; back-- {
		out = append(out, dayArrivals(newRNG(b.seed, "day", back), nextDay(b.now, -back))...)
	}
	return append(out, b.arrivalsToday()...)
}

// dayArrivals are the moments of one whole day.
func dayArrivals(d rng, day time.Time) []time.Time {
	out := make([]time.Time, perWeekday[day.Weekday()])
	for i := range out {
		out[i] = atHour(day, drawHour(d), d.IntN(60)).Add(time.Duration(d.IntN(60)) * time.Second)
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// arrivalsToday returns the arrivals of today so far; a day that has just begun also gets a few.
func (b *builder) arrivalsToday() []time.Time {
	today := dayArrivals(newRNG(b.seed, "day", 0), nextDay(b.now, 0))
	soFar := slices.DeleteFunc(today, func(t time.Time) bool { return t.After(b.now) })
	if len(soFar) >= firstToday {
		return soFar
	}
	midnight := atHour(b.now, 0, 0)
	soFar = soFar[:0]
	for i := range firstToday {
		soFar = append(soFar, midnight.Add(b.now.Sub(midnight)*time.Duration(i+1)/(firstToday+1)).Truncate(time.Second))
	}
	return soFar
}

// drawHour draws an hour by perHour.
func drawHour(d rng) int {
	total := 0
	for _, n := range perHour {
		total += n
	}
	left := d.IntN(total)
	for hour, n := range perHour {
		if left -= n; left < 0 {
			return hour
		}
	}
	return 0
}

// problem is one template of tickets/*.txt: what a customer writes and how agents deal with it.
type problem struct {
	titles, bodies       []string
	queue, priority      string
	disposition, typ     string
	kinds, from, sources []string // products, countries and channels it is about; empty for any
	who                  string   // private, company or any: whose problem it can be
	pay                  []string // how the order was paid; empty for any way
	age                  [2]int   // days from the order to the ticket, from and to
	attach, info         []string
	delivery, delivered  string // the order's delivery status while the ticket is open, and once it is closed
	escalated            bool
	duplicate, verbatim  bool // duplicate of an older ticket; verbatim: no letter around the body
	weight               int
	used                 int   // how many tickets were made of it
	had                  []int // the places of the customers who had it
	steps                []step
}

// step is one update in a problem's history.
type step struct {
	subStatus, queue string        // empty: as before
	customer         bool          // the customer writes
	callback         bool          // a callback is agreed
	wait             time.Duration // how much longer than usual it comes after the step before
	text             string
}

// problemFiles are the files of tickets/, one a queue and one of other languages.
var problemFiles = []string{"hardware", "appliances", "delivery", "refunds", "billing", "account", "languages"}

// readProblems reads tickets/*.txt, each problem as often as its weight.
func readProblems() []*problem {
	var out []*problem
	for _, name := range problemFiles {
		for _, r := range readRecords("tickets/" + name + ".txt") {
			p := readProblem(&r)
			out = append(out, slices.Repeat([]*problem{p}, p.weight)...)
		}
	}
	return out
}

func readProblem(r *record) *problem {
	p := &problem{
		titles:      r.all("title"),
		bodies:      strings.Split(r.text, "\n==\n"),
		queue:       r.get("queue"),
		priority:    r.get("priority"),
		disposition: r.get("disposition"),
		typ:         r.get("type"),
		kinds:       r.list("product"),
		from:        r.list("from"),
		sources:     r.list("source"),
		attach:      r.list("attach"),
		info:        r.list("info"),
		pay:         r.list("pay"),
		who: cmp.Or(
			r.get("who"),
			"private",
		),
		age:       readAge(cmp.Or(r.get("age"), "15-170")),
		escalated: r.get("escalated") != "",
		duplicate: r.get("duplicate") != "",
		verbatim:  r.get("verbatim") != "",
		weight:    int(number(cmp.Or(r.get("weight"), "2"))),
	}
	meanwhile, after, _ := strings.Cut(r.get("delivery"), ">")
	p.delivery = cmp.Or(strings.TrimSpace(meanwhile), "Delivered")
	p.delivered = cmp.Or(strings.TrimSpace(after), "Delivered")
	for _, line := range r.all("note") {
		p.steps = append(p.steps, readStep(line))
	}
	return p
}

// readAge reads `from-to` in days.
func readAge(s string) [2]int {
	from, to, _ := strings.Cut(s, "-")
	return [2]int{int(number(from)), int(number(to))}
}

// readStep reads `KEY @ +HOURS >QUEUE | text`: @ for a callback, hours to wait, a queue when the ticket
// moves, `customer` in the place of the key when it is the customer who writes.
func readStep(line string) step {
	head, text, _ := strings.Cut(line, "|")
	s := step{text: strings.TrimSpace(text)}
	for word := range strings.FieldsSeq(head) {
		switch {
		case word == "@":
			s.callback = true
		case word == "customer":
			s.customer = true
		case word[0] == '>':
			s.queue = word[1:]
		case word[0] == '+':
			s.wait = time.Duration(number(word[1:])) * time.Hour
		default:
			s.subStatus = word
		}
	}
	return s
}

// again is how many tickets more count as much as having had the same problem before.
const again = 9

// customerFor finds who can have the problem and has written least so far.
func (b *builder) customerFor(t *ticketBuilder) *Customer {
	p := t.problem
	first, best, least := t.rng.IntN(len(b.customers)), -1, 0
	for i := range b.customers {
		at := (first + i) % len(b.customers)
		if !p.suits(&b.customers[at]) {
			continue
		}
		count := b.busy[at]
		if slices.Contains(p.had, at) {
			count += again
		}
		if best < 0 || count < least {
			best, least = at, count
		}
	}
	b.busy[best]++
	p.had = append(p.had, best)
	return &b.customers[best]
}

// suits reports whether a customer can have the problem.
func (p *problem) suits(c *Customer) bool {
	return (p.who == "any" || c.Organization == (p.who == "company")) &&
		(len(p.from) == 0 || slices.Contains(p.from, c.Country))
}
