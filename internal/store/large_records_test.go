package store_test

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// largeDesk makes the statements that fill an empty desk with n customers, each with an enquiry and an order, on either
// engine. A customer and an order came in every second. Of every 5,000 one has the value "x", of every ten one has
// "common"; the others have one of 5,000 values.
type largeDesk struct {
	n int
}

// Where the expressions below say n, they mean the number of the record.
const (
	aValue   = `CASE WHEN n % 5000 = 0 THEN 'x' WHEN n % 10 = 1 THEN 'common' ELSE 'v' || (n % 5000) END`
	anAgent  = `CASE WHEN n % 5000 = 0 THEN 1 WHEN n % 10 = 1 THEN 7 WHEN n % 10 = 2 THEN 0 ELSE 10 + n % 500 END`
	aMoment  = `1700000000 + n`
	aPerson  = `CASE WHEN n % 5000 = 0 THEN 'asha ' ELSE '' END || ` + aWord + ` || ' ' || ` + aSecondWord
	aWord    = aSyllable + `7919) % 41 AS integer), 2) || ` + aSyllable + `104729) % 43 AS integer), 2) || ` + aSyllable + `1299709) % 47 AS integer), 2)`
	syllable = `bakalimonerutasivodegufimapolarenisetukoduwibezajohalupemirofagesutinokuvadihelobimuzarecopinagoyudekafi`

	aSyllable   = `substr('` + syllable + `', 1 + 2 * CAST((n * `
	aSecondWord = aSyllable + `15485863) % 37 AS integer), 2) || ` + aSyllable + `32452843) % 51 AS integer), 2) || ` + aSyllable + `49979687) % 29 AS integer), 2)`
)

// statements returns the statements in their order.
func (d largeDesk) statements(t testing.TB) []string {
	customer := template(t, store.Customer{
		Name: "{name}", Code: "{v}", Phone: "+91 98450 {n}", Email: "{n}@example.com", City: "{v}", State: "{v}", Country: "{v}",
		Zone: "{v}", PrimarySource: "{v}", SecondarySource: "{v}", TertiarySource: "{v}",
		Address: "14 Lake View Road, second floor", Locality: "Indiranagar",
	})
	for _, flag := range [][2]string{{"Individual", "n % 2 = 0"}, {"Organization", "n % 2 = 1"}, {"ChannelPartner", "n % 5000 = 0"}} {
		name := `"` + flag[0] + `":`
		customer = fmt.Sprintf(`replace(%s, '%sfalse', '%s' || CASE WHEN %s THEN 'true' ELSE 'false' END)`, customer, name, name, flag[1])
	}
	contact := template(t, store.Contact{Name: "{name}", Phone: "+91 80 {n}"})
	enquiry := template(t, store.Enquiry{SubStatus: "{v}", FollowUpAt: 1})
	order := template(t, store.Order{
		CreatedAt: 1, DeliveryStatus: "{v}", ERPOrderID: "{v}", ERPInvoiceNo: "{v}", UnitName: "{v}", BlockName: "{v}", CreatorID: 1,
		Remarks: "Drum {n} hums and does not turn",
	})
	return []string{
		d.insert("customers", "id, created, folded, record", "n, at, person, "+customer,
			"name, name_key, code, zone, city, state, country, individual, organization, channel_partner, primary_source, secondary_source, tertiary_source, assigned_id",
			"person, person, v, v, v, v, v, n % 2 = 0, n % 2 = 1, n % 5000 = 0, v, v, v, agent"),
		d.insert("contacts", "id, customer_id, record", "n, n, "+contact, "", ""),
		d.insert("enquiries", "id, customer_id, record", "n, n, "+enquiry, "sub_status, next_follow_up", "v, at"),
		d.insert("orders", "id, customer_id, enquiry_id, added, record", "n, n, n, at, "+order,
			"created, delivery_status, erp_order_id, erp_invoice_no, unit_name, block_name, creator_id, assigned_id",
			"at, v, v, v, v, v, agent, agent"),
		d.insert("reach", "address, customer_id", "CASE WHEN n = 1 THEN 'mailto:a@x' ELSE 'mailto:' || n || '@example.com' END, n", "", ""),
		d.insert("reach", "address, customer_id", "'tel:' || n, n", "", ""),
		d.insert("customer_attributes", "name, value, customer_id", "'attr1', v, n", "", ""),
		d.insert("order_attributes", "name, value, order_id", "'attr1', v, n", "", ""),
		"VACUUM",
		"ANALYZE",
	}
}

// template returns the SQL expression of a record with its markers replaced.
func template(t testing.TB, record any) string {
	t.Helper()
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	expression := "'" + string(text) + "'"
	for _, c := range [][2]string{
		{"{v}", "v"},
		{"{name}", "person"},
		{"{n}", "CAST(n AS text)"},
		{`"Assigned":{"ID":0`, `'"Assigned":{"ID":' || agent`},
		{`"CreatorID":1`, `'"CreatorID":' || agent`},
		{`"FollowUpAt":1`, `'"FollowUpAt":' || at`},
		{`"CreatedAt":1`, `'"CreatedAt":' || at`},
	} {
		expression = fmt.Sprintf("replace(%s, '%s', %s)", expression, c[0], c[1])
	}
	return expression
}

// insert returns the statement that fills a table; derived and values are those of the columns beside a record.
func (d largeDesk) insert(table, columns, expressions, derived, values string) string {
	if derived != "" {
		columns, expressions = columns+", "+derived, expressions+", "+values
	}
	return fmt.Sprintf(`INSERT INTO %s (%s)
		WITH RECURSIVE numbers(n) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
		SELECT %s FROM (SELECT n, %s AS v, %s AS agent, %s AS at, %s AS person FROM numbers) r`,
		table, columns, d.n, expressions, aValue, anAgent, aMoment, aPerson)
}

// fill fills a desk.
func (d largeDesk) fill(t testing.TB, db *sql.DB) {
	t.Helper()
	for _, statement := range d.statements(t) {
		run(t, db, statement)
	}
}

// TestPostgres_FiltersOfManyRecordsAreAnsweredFromAnIndex asks PostgreSQL how it would find the records of every filter
// of both pulls, and measures the pulls.
func TestPostgres_FiltersOfManyRecordsAreAnsweredFromAnIndex(t *testing.T) {
	address := storetest.Postgres(t)
	s, db := open(t, address), rawDatabase(t, address)
	desk := largeDesk{n: sized(1_000_000, 5000)}
	desk.fill(t, db)
	for _, c := range store.EveryFilter() {
		store.FindsByIndexInPostgres(t, s, c, isLong())
		if c.OfOrders {
			store.SamePage(t, s, c)
		}
	}
	measureFilters(t, s, desk.n)
}

// TestSQLite_FiltersOfManyRecordsAreAnsweredFromAnIndex is the same of a desk in a file.
func TestSQLite_FiltersOfManyRecordsAreAnsweredFromAnIndex(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "desk.db")
	s := open(t, path)
	desk := largeDesk{n: sized(1_000_000, 5000)}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	desk.fill(t, db)
	for _, c := range store.EveryFilter() {
		store.FindsByIndexInSQLite(t, s, c)
	}
	measureFilters(t, s, desk.n)
}

// measureFilters logs the median time of the first page of every filter, the slowest first.
func measureFilters(t *testing.T, s *store.Store, n int) {
	t.Helper()
	type measured struct {
		name string
		took time.Duration
	}
	var all []measured
	for _, c := range store.EveryFilter() {
		records := "customers of a day"
		if c.OfOrders {
			records = "orders"
		}
		took := medians(sized(5, 1), func() { readPage(t, s, c) })[0]
		all = append(all, measured{records + " · " + c.Name, took})
	}
	slices.SortFunc(all, func(a, b measured) int { return cmp.Compare(b.took, a.took) })
	for _, m := range all {
		t.Logf("%d records · %s: a page of 50 in %v", n, m.name, m.took.Round(10*time.Microsecond))
	}
}

// readPage reads the first page of a filter as a pull does.
func readPage(t *testing.T, s *store.Store, c store.FilterCase) {
	t.Helper()
	page := store.Page{Limit: 50}
	if !c.OfOrders {
		for _, err := range s.PullCustomers(t.Context(), c.InAWindow(), page) {
			if err != nil {
				t.Error(c.Name, err)
			}
		}
		return
	}
	_, rows, err := s.PullOrders(t.Context(), c.Filter, page)
	if err != nil {
		t.Error(c.Name, err)
		return
	}
	for _, err := range rows {
		if err != nil {
			t.Error(c.Name, err)
		}
	}
}
