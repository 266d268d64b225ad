package sample

import "slices"

// again is how many tickets more count as much as having had the same problem before.
const again = 9

// customerFor finds who can have the problem and has written least so far.
func (b *builder) customerFor(t *draft) *Customer {
	p := t.problem
	first, best, least := t.dice.IntN(len(b.customers)), -1, 0
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

// suits says whether a customer can have the problem.
func (p *problem) suits(c *Customer) bool {
	return (p.who == "any" || c.Organization == (p.who == "company")) && (len(p.from) == 0 || slices.Contains(p.from, c.Country))
}
