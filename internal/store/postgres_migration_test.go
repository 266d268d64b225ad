package store_test

import (
	"sync"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// TestPostgres_NewVersionsStartBesideAnOldOne: several processes of this version are started while one of the first
// version is in the middle of a read. They make the new indexes, and the desk finds what it found.
func TestPostgres_NewVersionsStartBesideAnOldOne(t *testing.T) {
	address := storetest.Postgres(t)
	db := rawDatabase(t, address)
	store.MakeFirstPostgresVersion(t, db)
	largeDesk{n: 500}.fill(t, db)
	old, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = old.Rollback() }()
	var customers int
	if err := old.QueryRowContext(t.Context(), "SELECT count(*) FROM customers").Scan(&customers); err != nil || customers != 500 {
		t.Fatal(customers, err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			s, err := store.Open(t.Context(), address)
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	// The old version's transaction ends by itself: to build an index waits for those that began before.
	if err := old.Commit(); err != nil {
		t.Error(err)
	}
	all.Wait()
	var built int
	err = db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid
		AND c.relname IN ('customers_individual', 'customers_organization', 'customers_channel_partner', 'orders_pulled')`).Scan(&built)
	if err != nil || built != 4 {
		t.Errorf("%d of 4 indexes are built, %v", built, err)
	}
	mine := filterWith(func(f *store.Filter) { f.IDNotIn([]int64{7}, store.OrderAssignee) })
	if total, ids := orders(t, open(t, address), mine, everything); total != 450 || len(ids) != 450 {
		t.Errorf("%d orders, %d read, of 450 that are not of agent 7", total, len(ids))
	}
}

// TestPostgres_IndexThatWasNotFinishedIsBuiltAgain: a process that is killed while it builds an index leaves one that
// answers nothing.
func TestPostgres_IndexThatWasNotFinishedIsBuiltAgain(t *testing.T) {
	address := storetest.Postgres(t)
	db := rawDatabase(t, address)
	store.MakeFirstPostgresVersion(t, db)
	run(t, db, "CREATE INDEX orders_pulled ON orders (added)")
	open(t, address)
	var columns int
	err := db.QueryRowContext(t.Context(), "SELECT indnatts FROM pg_index WHERE indexrelid = 'orders_pulled'::regclass").Scan(&columns)
	if err != nil || columns != 3 {
		t.Errorf("the index has %d columns, %v", columns, err)
	}
}
