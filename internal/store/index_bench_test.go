package store_test

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// indexMigrations are the migrations that brought the indexes of the filters.
var indexMigrations = map[string]string{
	"sqlite":   "migrations/sqlite/00004_filters.sql",
	"postgres": "migrations/postgres/00002_filters.sql",
}

// indexedRecords is how many customers and orders a desk has before the measurement.
const indexedRecords = 20_000

// indexedDesk is a desk that adds records with or without the indexes of a migration.
type indexedDesk struct {
	name  string
	store *store.Store
	rates []float64 // of each turn, a second
}

// openIndexed returns a desk with customers and orders.
func openIndexed(b *testing.B, engine string, after bool) *indexedDesk {
	b.Helper()
	address := filepath.Join(b.TempDir(), "desk.db")
	if engine == "postgres" {
		address = storetest.Postgres(b)
	}
	d := &indexedDesk{name: engine + "-after", store: open(b, address)}
	var db *sql.DB
	if engine == "postgres" {
		db = rawDatabase(b, address)
	} else {
		var err error
		if db, err = sql.Open("sqlite", address); err != nil {
			b.Fatal(err)
		}
		defer db.Close()
	}
	if !after {
		d.name = engine + "-before"
		text, err := os.ReadFile(indexMigrations[engine])
		if err != nil {
			b.Fatal(err)
		}
		_, down, _ := strings.Cut(string(text), "-- +goose Down")
		for statement := range strings.SplitSeq(strings.TrimSpace(down), ";") {
			run(b, db, statement)
		}
	}
	largeDesk{n: indexedRecords, derived: engine == "postgres"}.fill(b, db)
	return d
}

// records are what BenchmarkIndexes adds.
var records = []struct {
	name string
	add  func(*store.Store) error
}{
	{"tickets", addTicket},
	{"customers", func(s *store.Store) error {
		_, err := s.SaveCustomer(context.Background(), 0, 0, func(c *store.Customer, _ *store.Enquiry) (bool, error) {
			c.Name, c.Email, c.City, c.Zone, c.PrimarySource = "Asha Rao", "asha@example.com", "Pune", "west", "phone"
			c.Created, c.Individual, c.Assigned.Code = time.Now().Unix(), true, "E1"
			return false, nil
		})
		return err
	}},
	{"orders", func(s *store.Store) error {
		_, err := s.SaveOrder(context.Background(), store.OrderRef{Customer: 1 + rand.Int64N(indexedRecords)}, func(o *store.OrderAggregate) error {
			o.Order.Added, o.Order.DeliveryStatus, o.Order.Assigned.Code = time.Now().Unix(), "open", "E1"
			return nil
		})
		return err
	}},
}

// BenchmarkIndexes adds tickets, customers and orders from 8 writers, on both engines, with and without the indexes of
// the filters, in turn: how many a second, the median of the turns. No index of tickets is among them, so that tickets
// show how much the rates differ by chance.
func BenchmarkIndexes(b *testing.B) {
	for _, r := range records {
		b.Run(r.name, func(b *testing.B) {
			var desks []*indexedDesk
			for _, engine := range []string{"sqlite", "postgres"} {
				desks = append(desks, openIndexed(b, engine, false), openIndexed(b, engine, true))
			}
			b.ResetTimer()
			for added := 0; added < b.N; added += turn {
				for i := range desks {
					d := desks[(i+added/turn)%len(desks)]
					began := time.Now()
					writeFrom(b, 8, min(turn, b.N), func() error { return r.add(d.store) })
					d.rates = append(d.rates, float64(min(turn, b.N))/time.Since(began).Seconds())
				}
			}
			for i, d := range desks {
				b.ReportMetric(d.rate(), d.name+"/s")
				if i%2 == 1 {
					b.ReportMetric(d.rate()/desks[i-1].rate(), d.name+"-times-before")
				}
			}
		})
	}
}

// rate returns the median of the rates.
func (d *indexedDesk) rate() float64 {
	slices.Sort(d.rates)
	return d.rates[len(d.rates)/2]
}
