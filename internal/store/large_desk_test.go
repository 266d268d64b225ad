package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// isLong reports whether FRONTDESK_TEST_LARGE asks for desks of the sizes that a company has after two years. They take
// minutes to fill and 15 GB; without it the same is tried on small ones.
func isLong() bool { return os.Getenv("FRONTDESK_TEST_LARGE") != "" }

func sized(long, short int) int {
	if isLong() {
		return long
	}
	return short
}

const (
	firstDay = 1_700_000_000 // of a large desk, in seconds
	days     = 730
	aDay     = 86_400
)

// fillTickets fills a desk with n tickets over two years, in the order in which they came: perDay of them on one day in
// the middle, the others evenly on the others.
func fillTickets(t *testing.T, db *sql.DB, n, perDay int) {
	t.Helper()
	run(t, db, fmt.Sprintf(`INSERT INTO tickets (task_id, ticket_id, created, record)
		SELECT n, CAST(713500000000 + n AS text), created,
			'{"Title":"Drum does not turn ' || n || '","Detail":"' || repeat(md5(CAST(n AS text)) || ' ', 18) ||
			'","SubStatus":"US","QueueKey":"HW","Email":"asha@example.com","AssignedName":"Ravi Kumar"}'
		FROM (
			SELECT row_number() OVER (ORDER BY created) AS n, created FROM (
				SELECT %[1]d + %[2]d * %[3]d / 2 + (g * %[3]d::bigint / %[4]d) AS created FROM generate_series(0, %[4]d - 1) g
				UNION ALL
				SELECT %[1]d + (g * (%[2]d::bigint - 1) * %[3]d / %[5]d) +
					CASE WHEN g * (%[2]d::bigint - 1) / %[5]d >= %[2]d / 2 THEN %[3]d ELSE 0 END
				FROM generate_series(0, %[5]d - 1) g
			) moments
		) numbered ORDER BY n`, firstDay, days, aDay, perDay, max(n-perDay, 1)))
	run(t, db, "ANALYZE tickets")
}

func run(t testing.TB, db *sql.DB, statement string) {
	t.Helper()
	began := time.Now()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Logf("%.24s … took %s", statement, took.Round(time.Second))
	}
}

// middleDay returns the day with many tickets.
func middleDay() (from, to time.Time) {
	from = time.Unix(firstDay+days/2*aDay, 0)
	return from, from.Add(aDay * time.Second)
}

// medians calls each of some functions in turn, and returns the median time of each.
func medians(rounds int, do ...func()) []time.Duration {
	took := make([][]time.Duration, len(do))
	for range rounds {
		for i := range do {
			began := time.Now()
			do[i]()
			took[i] = append(took[i], time.Since(began))
		}
	}
	middle := make([]time.Duration, len(do))
	for i := range took {
		slices.Sort(took[i])
		middle[i] = took[i][rounds/2]
	}
	return middle
}

// TestPostgres_DayOfALargeDeskIsPulledLikeThatOfASmallOne measures the same day in desks of two sizes, in turn, and the
// day and a ticket in a table that is parted by month.
func TestPostgres_DayOfALargeDeskIsPulledLikeThatOfASmallOne(t *testing.T) {
	texttest.RequireLoad(t)
	small, large, perDay := sized(100_000, 2000), sized(2_000_000, 8000), sized(10_000, 500)
	var desks []*store.Store
	var raw []*sql.DB
	for _, n := range []int{small, large} {
		address := storetest.Postgres(t)
		desks, raw = append(desks, open(t, address)), append(raw, rawDatabase(t, address))
		fillTickets(t, raw[len(raw)-1], n, perDay)
	}
	from, to := middleDay()
	pullDay := func(s *store.Store) func() {
		return func() {
			total, rows, err := s.PullTickets(t.Context(), from, to, 0)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, err := range store.DecodeAll(rows) {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n != perDay || total != perDay {
				t.Fatalf("%d tickets of %d, not %d", n, total, perDay)
			}
		}
	}
	took := medians(sized(21, 1), pullDay(desks[0]), pullDay(desks[1]))
	t.Logf("a day of %d tickets: %v in a desk of %d, %v in one of %d: %.2f times", perDay,
		took[0], small, took[1], large, took[1].Seconds()/took[0].Seconds())
	comparePartitions(t, raw[1], large, perDay)
}

// comparePartitions measures a day and a ticket in the table as it is and in one that is parted by month.
func comparePartitions(t *testing.T, db *sql.DB, n, perDay int) {
	t.Helper()
	run(t, db, `CREATE TABLE parted (task_id bigint NOT NULL, ticket_id text COLLATE "C" NOT NULL, created bigint NOT NULL,
		record text NOT NULL) PARTITION BY RANGE (created)`)
	for month := range days/30 + 1 {
		run(t, db, fmt.Sprintf("CREATE TABLE parted_%d PARTITION OF parted FOR VALUES FROM (%d) TO (%d)",
			month, firstDay+month*30*aDay, firstDay+(month+1)*30*aDay))
	}
	run(t, db, "INSERT INTO parted SELECT task_id, ticket_id, created, record FROM tickets ORDER BY task_id")
	run(t, db, "CREATE INDEX ON parted (created, task_id)")
	run(t, db, "CREATE INDEX ON parted (ticket_id)")
	run(t, db, "ANALYZE parted")
	from, to := middleDay()
	read := func(query string, want int, args ...any) func() {
		return func() {
			rows, err := db.QueryContext(t.Context(), query, args...)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			got := 0
			for rows.Next() {
				var id, record string
				if err := rows.Scan(&id, &record); err != nil {
					t.Fatal(err)
				}
				got++
			}
			if rows.Err() != nil || got != want {
				t.Fatalf("%d rows, not %d, %v", got, want, rows.Err())
			}
		}
	}
	const day = "SELECT ticket_id, record FROM %s WHERE created >= $1 AND created < $2 ORDER BY created, task_id"
	const one = "SELECT ticket_id, record FROM %s WHERE ticket_id = $1"
	id := fmt.Sprint(713_500_000_000 + n/2)
	took := medians(sized(21, 1),
		read(fmt.Sprintf(day, "tickets"), perDay, from.Unix(), to.Unix()),
		read(fmt.Sprintf(day, "parted"), perDay, from.Unix(), to.Unix()))
	single := medians(sized(2001, 1), read(fmt.Sprintf(one, "tickets"), 1, id), read(fmt.Sprintf(one, "parted"), 1, id))
	t.Logf("%d tickets, rows of the day: %v, parted by month %v; one by its id: %v, parted %v", n, took[0], took[1], single[0], single[1])
}
