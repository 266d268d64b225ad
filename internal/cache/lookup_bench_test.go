package cache_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// manyCustomers returns n customers as a pull returns them.
func manyCustomers(n int) []desk.Customer {
	random := rand.New(rand.NewPCG(3, 4))
	first := strings.Fields("Asha Priscilla Jonas Kit Mirela Søren Zoë Amadou Yuki Fatima Oluwaseun Björn")
	last := strings.Fields("Ramsden Koh Larkfield Okonkwo Müller Fernández Nakamura Haddad Petrov Iyer")
	all := make([]desk.Customer, n)
	for i := range all {
		name := fmt.Sprintf("%s %s %d", first[random.IntN(len(first))], last[random.IntN(len(last))], i)
		all[i] = desk.Customer{
			ID: int64(i), Name: safetext.LineFromText(name), Code: safetext.LineFromText(fmt.Sprintf("C-%05d", i)),
			Contacts: []desk.Contact{{
				Name: safetext.LineFromText(name), Phone: safetext.LineFromText(fmt.Sprintf("55501%06d", i)), CountryCode: safetext.LineFromText("44"),
				Email: safetext.LineFromText(fmt.Sprintf("Customer.%d@example.com", i)),
			}},
		}
	}
	return all
}

// BenchmarkLookup100000 is one key of typing over 20,000 customers and 100,000 tickets.
func BenchmarkLookup100000(b *testing.B) {
	known := fullCache(many)
	cache.LearnCustomers(known, manyCustomers(20_000))
	for _, typed := range []string{"5", "55", "555", "0555 0100 1234", "555010012345", "cust", "customer.777@example.com", "larkfeild", "asha", "as", "C-01234", "71350", "no such body"} {
		b.Run(typed, func(b *testing.B) {
			for b.Loop() {
				if _, err := known.Lookup(context.Background(), typed, 200); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
