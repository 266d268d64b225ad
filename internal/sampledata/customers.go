package sampledata

import (
	"strings"
	"time"
)

// currency is how a place writes prices: a sign and what a euro is worth, rounded for the shelf.
type currency struct {
	sign string
	rate int
}

var currencies = map[string]currency{
	"EUR": {"€", 1}, "GBP": {"£", 1}, "USD": {"$", 1}, "INR": {"₹", 92},
}

// place is where a group of customers lives; # in phone, pin code and address stands for a digit.
type place struct {
	city, state, country, code, phone, pin, address string
	zone                                            int64
	currency                                        currency
}

// readPlaces reads places.txt, by key.
func readPlaces() map[string]place {
	places := map[string]place{}
	for _, r := range readRows("places.txt") {
		places[r[0]] = place{r[1], r[2], r[3], r[4], r[5], r[6], r[7], number(r[8]), currencies[r[9]]}
	}
	return places
}

// newCustomers reads customers.txt: who they are is written there, when they came is drawn.
func (b *builder) newCustomers() []Customer {
	places := readPlaces()
	var here place
	var out []Customer
	for _, row := range readRows("customers.txt") {
		if key, ok := strings.CutPrefix(row[0], "["); ok {
			here = places[strings.TrimSuffix(key, "]")]
			continue
		}
		out = append(out, b.customer(row, here, len(out)))
	}
	return out
}

// customer makes one record of a row of customers.txt.
func (b *builder) customer(row []string, at place, n int) Customer {
	d := newRNG(0, "customer", n) // not the day: a customer stays who they are
	name, company := strings.CutPrefix(row[1], "~")
	agent := pick(d, b.agents)
	created := b.now.AddDate(0, 0, -20-d.IntN(900)).Add(-d.between(0, 20*time.Hour))
	c := Customer{
		ID:             int64(61001 + n),
		Name:           name,
		Code:           "C-" + digits(d, "####"),
		Classification: row[3],
		Organization:   company,
		Partner:        row[3] == "Partner",
		Type:           kindOf(company),
		Address:        digits(d, at.address),
		City:           at.city,
		State:          at.state,
		Country:        at.country,
		PinCode:        digits(d, at.pin),
		CurrentStatus:  "Active",
		Zone:           at.zone,
		AssignedID:     agent.ID,
		CreatorID:      agent.ID,
		currency:       at.currency,
		PrimarySource: pick(
			d,
			[]string{"Web shop", "Store", "Phone", "Marketplace"},
		),
		SecondarySource: "Acme " + at.country,
		Level:           1 + d.IntN(3),
		Enquiries:       d.IntN(4),
		Created:         created,
		Modified:        created.AddDate(0, 0, d.IntN(18)),
	}
	c.Contacts = contacts(d, &c, row, at)
	if company {
		c.Website = "https://" + row[0][strings.IndexByte(row[0], '.')+1:] + ".example.org"
		c.CompanyStatus, c.CreditDays, c.CreditLimit = "Verified", 30, float64(500*(2+d.IntN(18)))
		c.Outstanding = float64(d.IntN(40)) * 12.5
		c.Remarks = "Invoices to the accounts contact; purchase order number on every invoice."
	}
	if c.Classification == "Gold" {
		c.Feedback = "Long-standing customer, prefers a call to an e-mail."
	}
	return c
}

func kindOf(company bool) string {
	if company {
		return "Organization"
	}
	return "Individual"
}

// contacts are the people of a customer: for a company those of the row, else the customer first.
func contacts(d rng, c *Customer, row []string, at place) []Contact {
	people := []string{row[0] + " = " + c.Name}
	genders := map[string]string{"F": "Female", "M": "Male"}
	if len(row) > 4 {
		people = append(people, cut(row[4], ",")...)
	}
	if c.Organization {
		people = people[1:]
	}
	var out []Contact
	for i, person := range people {
		mail, name, _ := strings.Cut(person, " = ")
		p := Contact{
			ID:         c.ID*10 + int64(i),
			CustomerID: c.ID,
			Name:       name,
			Phone:      digits(d, at.phone),
			Country:    at.code,
			Email: mail + pick(
				d,
				[]string{"@example.com", "@example.org", "@example.net"},
			),
			Primary: i == 0,
			Created: c.Created,
		}
		if i == 0 {
			p.Gender, p.Age, p.EnquiryID = genders[row[2]], 22+d.IntN(50), 71000+c.ID%1000
			p.PhoneMasked, p.EmailMasked = d.percent(12), d.percent(5)
		} else if d.percent(40) {
			p.Additional = digits(d, at.phone)
		}
		out = append(out, mask(p))
	}
	return out
}

// mask hides what the account hides from agents, the way the upstream does it: all but the last digits.
func mask(p Contact) Contact {
	if p.PhoneMasked {
		p.Phone = strings.Repeat("X", len(p.Phone)-4) + p.Phone[len(p.Phone)-4:]
	}
	if p.EmailMasked {
		p.Email = p.Email[:2] + "xxxxx" + p.Email[strings.IndexByte(p.Email, '@'):]
	}
	return p
}

// digits puts a digit in the place of every #.
func digits(d rng, form string) string {
	out := []byte(form)
	for i := range out {
		if out[i] == '#' {
			out[i] = byte('0' + d.IntN(10))
		}
	}
	return string(out)
}
