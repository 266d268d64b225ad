package sample

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

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
		titles: r.all("title"), bodies: strings.Split(r.text, "\n==\n"), queue: r.get("queue"), priority: r.get("priority"),
		disposition: r.get("disposition"), typ: r.get("type"), kinds: r.list("product"), from: r.list("from"),
		sources: r.list("source"), attach: r.list("attach"), info: r.list("info"), pay: r.list("pay"),
		who: cmp.Or(r.get("who"), "private"), age: readAge(cmp.Or(r.get("age"), "15-170")), escalated: r.get("escalated") != "", duplicate: r.get("duplicate") != "", verbatim: r.get("verbatim") != "",
		weight: int(number(cmp.Or(r.get("weight"), "2"))),
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
