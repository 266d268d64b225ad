package cache_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

const many = 100_000

// largeDesk returns the list rows of 30 days of a large desk.
func largeDesk(n int) []desk.Ticket {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("refund screen stays black and beeps after update delivery address Change invoice Missing door lock battery")
	pick := func(all ...string) string { return strings.Clone(all[random.IntN(len(all))]) }
	term := func(all ...string) desk.InternedLine {
		return desk.NewInternedLine(safetext.LineFromText(pick(all...)))
	}
	tickets := make([]desk.Ticket, n)
	for i := range tickets {
		var title strings.Builder
		for range 6 {
			title.WriteString(words[random.IntN(len(words))] + " ")
		}
		created := desk.NewUnixTime(timeAt(20, 23, 59)) - desk.UnixTime(random.IntN(29*24*3600))
		tickets[i] = desk.Ticket{
			ID: desk.NewID(fmt.Sprint(713_500_000_000 + int64(i*7919%n))), TaskID: int64(i), CustomerID: int64(i / 3),
			Title: safetext.LineFromText(title.String()), Email: safetext.LineFromText(fmt.Sprintf("Customer.%d@example.com", i/3)),
			Phone: safetext.LineFromText(fmt.Sprintf("55501%06d", i/3)), OrderID: safetext.LineFromText(fmt.Sprintf("ORD-%07d", i)),
			SubStatus: desk.NewCode(pick("US", "P", "CL", "CO"), safetext.LineFromText("Name")), Queue: desk.NewCode(pick("HW", "BL", "DL"), safetext.Line{}),
			Priority: term("High", "Low", "Normal", ""), Assignee: desk.NewInternedLine(safetext.LineFromText(fmt.Sprintf("Agent %d", random.IntN(80)))),
			Creator: term("API", "Mail"), SLA: term("In SLA", "At risk", "Out of SLA"), Status: term("Pending", "Complete"), Source: term("Email", "Phone"),
			Created: created, LastConversation: created + 60, Conversations: 3, LastConversationID: int64(i), Marks: desk.Flags(random.IntN(32)),
		}
	}
	return tickets
}

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

func fullCache(n int) *cache.Cache {
	c := cache.New(cache.Config{})
	tickets := largeDesk(n)
	for i := 0; i < n; i += 64 {
		cache.Learn(c, tickets[i:min(n, i+64)])
	}
	return c
}

var month = desk.DateRange{From: desk.Date{Year: 2026, Month: 10, Day: 22}, To: desk.Date{Year: 2026, Month: 11, Day: 20}}

var views = []string{"", "has:callback any:day", "is:late,risk", "is:unattended", `assignee:="agent 7"`, "queue:=BL"}

// BenchmarkFilter100000 is one key in the filter: each listing is computed anew.
func BenchmarkFilter100000(b *testing.B) {
	known := fullCache(many)
	rememberMuch(known)
	s := known.Snapshot()
	for _, text := range []string{
		"r", "refund", "ref bla 555", "nothing-like-it", "refnud", "agent 7",
		"queue:bl,hw -is:closed prio:>=high", "assignee:me due:<2h", "refund is:open created:<3d", "is:unread has:draft",
		"customer:name-77", "+1 (555) 010-12 34", "5550101234",
	} {
		b.Run(text, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				q := cache.Query{Text: text + strings.Repeat(" ", i), Span: month, CountViews: views, Agent: "Agent 7", Now: timeAt(20, 12, 0), Forgiving: true}
				q.Own = cache.Own{HasDraft: func(string) bool { return false }, IsUnread: func(id string, _ int64, _ int32, _ desk.UnixTime) bool { return id != "" }}
				if _, err := s.List(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// rememberMuch makes as many texts and customers known as a cache keeps.
func rememberMuch(c *cache.Cache) {
	var customers []desk.Customer
	for i := range 20_000 {
		customers = append(customers, desk.Customer{
			ID: int64(i + 1), Name: safetext.LineFromText(fmt.Sprintf("Name-%d Family-%d", i, i%100)),
			Contacts: []desk.Contact{{Phone: safetext.LineFromText(fmt.Sprintf("+1 555 02%06d", i)), Email: safetext.LineFromText(fmt.Sprintf("c%d@example.org", i))}},
		})
	}
	cache.LearnCustomers(c, customers)
	for i := range 1_000 {
		cache.LearnText(c, fmt.Sprint(713_500_000_000+i), strings.Repeat("the parcel has not come and nobody answers ", 95))
	}
}

func BenchmarkSort100000(b *testing.B) {
	known := fullCache(many)
	one := largeDesk(1)
	for column := desk.SortByRisk; column <= desk.SortBySource; column++ {
		b.Run(column.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				one[0].Conversations = int32(i + 100) // another snapshot, for which nothing is sorted yet
				cache.Learn(known, one)
				l, err := known.Snapshot().List(context.Background(), cache.Query{Sort: desk.Sort{Key: column}, Span: month})
				if err != nil || l.Len() != many {
					b.Fatal(l.Len(), err)
				}
			}
		})
	}
}

// BenchmarkMerge100000 is a first pull without its decoding; the refresh is the same tickets again.
func BenchmarkMerge100000(b *testing.B) {
	tickets := largeDesk(many)
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			known := cache.New(cache.Config{})
			for i := 0; i < many; i += 64 {
				cache.Learn(known, tickets[i:min(many, i+64)])
				known.Snapshot()
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		known := fullCache(many)
		for b.Loop() {
			for i := 0; i < many; i += 64 {
				cache.Learn(known, tickets[i:min(many, i+64)])
				known.Snapshot()
			}
		}
	})
}

func BenchmarkSnapshotWhileRowsArrive(b *testing.B) {
	known := fullCache(many)
	one := largeDesk(1)
	for i := 0; b.Loop(); i++ {
		one[0].Conversations = int32(i)
		cache.Learn(known, one)
		known.Snapshot()
	}
}

func BenchmarkListingAt(b *testing.B) {
	l, err := fullCache(many).Snapshot().List(context.Background(), cache.Query{Span: month})
	if err != nil {
		b.Fatal(err)
	}
	ids := []desk.ID{l.At(0).ID, l.At(many / 2).ID}
	b.Run("50 rows", func(b *testing.B) {
		for b.Loop() {
			for i := range 50 {
				_ = l.At(many/2 + i)
			}
		}
	})
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			_ = l.Index(ids[1])
		}
	})
}

func BenchmarkMemory100000(b *testing.B) {
	for b.Loop() {
		before := heapInUse()
		known := fullCache(many)
		listing, err := known.Snapshot().List(context.Background(), cache.Query{Span: month, CountViews: views})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heapInUse()-before)/(1<<20), "MiB/100000-tickets")
		runtime.KeepAlive(known)
		runtime.KeepAlive(listing)
	}
}

// openCache returns a cache that keeps so many open tickets.
func openCache(n int) *cache.Cache {
	c := cache.New(cache.Config{OpenSince: 90})
	tickets := largeDesk(n)
	for i := range tickets {
		tickets[i].Marks &^= desk.Closed
		cache.Learn(c, tickets[i:i+1])
	}
	return c
}

// BenchmarkQueueMemory100000 is what open tickets of older days take, with the list of those that are worked through.
func BenchmarkQueueMemory100000(b *testing.B) {
	older := desk.DateRange{From: desk.Date{Year: 2026, Month: 12, Day: 1}, To: desk.Date{Year: 2026, Month: 12, Day: 7}}
	for b.Loop() {
		before := heapInUse()
		known := openCache(many)
		listing, err := known.Snapshot().List(context.Background(), cache.Query{View: next, Span: older, CountViews: views})
		if err != nil || listing.Len() != many {
			b.Fatal(listing.Len(), err)
		}
		b.ReportMetric(float64(heapInUse()-before)/(1<<20), "MiB/100000-tickets")
		runtime.KeepAlive(known)
		runtime.KeepAlive(listing)
	}
}

// heapInUse returns the bytes of the heap in use after a collection.
func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
