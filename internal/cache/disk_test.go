package cache_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/sqlite"
	"frontdesk/internal/wire"
)

var errDown = errors.New("the network is down")

// keptIn lets a cache keep its records in a directory, seconds after noon.
func keptIn(dir string, seconds int) func(*cache.Config) {
	return func(c *cache.Config) {
		c.Dir = dir
		c.Now = func() time.Time { return noon.Add(time.Duration(seconds) * time.Second) }
	}
}

// startCache returns a cache that has read what is on disk.
func startCache(t *testing.T, tickets []row, config ...func(*cache.Config)) *testCache {
	t.Helper()
	c := newTestCache(t, tickets, config...)
	t.Cleanup(c.Close)
	c.WaitLoaded(t.Context())
	return c
}

// startOffline is startCache without a network.
func startOffline(t *testing.T, config ...func(*cache.Config)) *testCache {
	t.Helper()
	c := startCache(t, nil, append(config, func(c *cache.Config) { c.PullTries = 1 })...)
	c.intercept(func(context.Context, string) (*reply, error) { return nil, errDown })
	return c
}

// listedTitles returns the titles that a cache lists for some days.
func listedTitles(t *testing.T, c *testCache, days desk.DateRange) []string {
	t.Helper()
	l := list(t, c.Cache, cache.Query{Span: days, Sort: desk.Sort{Key: desk.SortByTicket}})
	var all []string
	for i := range l.Len() {
		all = append(all, l.At(i).Title.String())
	}
	slices.Sort(all)
	return all
}

// titled returns a ticket with a title.
func titled(number int64, day int, title string) row {
	return ticket(number, day, func(r *row) { r.Title = title })
}

func TestDisk_AStartWithoutANetworkShowsWhatWasKnown(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := startCache(t, []row{titled(1, 19, "One"), titled(2, 20, "Two"), titled(3, 20, "Ünïcode ∆")}, keptIn(dir, 0))
	pull(t, first.Cache, november(19, 20))
	first.Close()
	again := startOffline(t, keptIn(dir, 3600))
	if got := fmt.Sprint(listedTitles(t, again, november(19, 20))); got != "[One Two Ünïcode ∆]" {
		t.Error(got)
	}
	for _, d := range again.Progress(november(18, 20)).Days {
		if known := d.Day.Day != 18; d.Stored != known || known && !d.At.Equal(noon) || d.State != cache.Pending {
			t.Errorf("%+v", d)
		}
	}
	if err := again.Pull(t.Context(), november(20, 20)); err == nil {
		t.Error("the network is not down")
	}
	if d := again.Progress(november(20, 20)).Days[0]; d.State != cache.Failed || !d.Stored || !d.At.Equal(noon) {
		t.Errorf("%+v", d)
	}
	if want, got := mustTicket(t, first.Cache, 3), mustTicket(t, again.Cache, 3); *want != *got {
		t.Errorf("%+v became %+v", want, got)
	}
}

func TestDisk_ADayThatIsAnsweredIsTrue(t *testing.T) {
	for name, answered := range map[string]string{
		"with a total":    `{"status":"success","totalCount":1,"message":[{"ticketId":"713500000002","title":"Two, again","ticketDate":"20-11-2026 09:00"}]}`,
		"without a total": `{"status":"success","totalCount":null,"message":[{"ticketId":"713500000002","title":"Two, again","ticketDate":"20-11-2026 09:00"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first := startCache(t, []row{titled(1, 20, "One"), titled(2, 20, "Two"), titled(3, 19, "Three")}, keptIn(dir, 0))
			pull(t, first.Cache, november(19, 20))
			first.Close()
			again := startCache(t, nil, keptIn(dir, 60))
			again.intercept(func(context.Context, string) (*reply, error) { return replyWith(200, answered), nil })
			pull(t, again.Cache, november(20, 20))
			if got := fmt.Sprint(listedTitles(t, again, november(19, 20))); got != "[Three Two, again]" {
				t.Error(got)
			}
			if days := again.Progress(november(19, 20)).Days; days[0].Stored || !days[1].Stored {
				t.Errorf("%+v", days)
			}
			again.Close()
			if got := fmt.Sprint(listedTitles(t, startOffline(t, keptIn(dir, 120)), november(19, 20))); got != "[Three Two, again]" {
				t.Errorf("at the next start: %s", got)
			}
		})
	}
}

func TestDisk_WhatWasReadIsReadableWithoutANetwork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	withCustomer := func(r *row) { r.CustomerID, r.Detail = 7, "It <b>beeps</b> &amp; hums" }
	first := startCache(t, []row{ticket(1, 20, withCustomer)}, keptIn(dir, 0), func(c *cache.Config) { c.AccountID = 1 })
	first.intercept(func(_ context.Context, call string) (*reply, error) {
		switch {
		case strings.HasPrefix(call, "get-customer"):
			return replyWith(200, `{"Customer Details":`+customer("Mira Sen", reached)+`,"status":"success"}`), nil
		case strings.HasPrefix(call, "pull-order"):
			return replyWith(200, `{"status":"success","totalCount":1,"message":[{"order_id":"77","customer_id":7,"delivery_status":"Shipped"}]}`), nil
		}
		return nil, nil
	})
	defer first.Subscribe().Close()
	pull(t, first.Cache, november(20, 20))
	details, _, err := first.GetTickets(t.Context(), ticketIDs(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := first.Customer(t.Context(), 7, false); err != nil {
		t.Fatal(err)
	}
	if _, _, err := first.Orders(t.Context(), 7, false); err != nil {
		t.Fatal(err)
	}
	want, known := first.CachedCustomer(7)
	if !known {
		t.Fatal("the customer is not known")
	}
	first.Close()

	again := startCache(t, nil, keptIn(dir, 60), func(c *cache.Config) { c.AccountID = 1 })
	again.Close() // everything was loaded by then
	again.intercept(func(context.Context, string) (*reply, error) { return nil, errDown })
	got, at, ok := again.StoredDetails(t.Context(), desk.NewID(id(1)))
	if !ok || !at.Equal(noon) || got.Body.Raw() != details[0].Body.Raw() || got.Title != details[0].Title ||
		len(got.Fields) != len(details[0].Fields) || len(got.Timeline) != len(details[0].Timeline) {
		t.Errorf("%v %v %+v", ok, at, got)
	}
	found, at, err := again.Customer(t.Context(), 7, false)
	if err == nil || found == nil || found.Name != want.Name || len(found.Fields) != len(want.Fields) ||
		at.Sub(noon) > time.Second {
		t.Errorf("%+v %v %v", found, at, err)
	}
	orders, at, err := again.Orders(t.Context(), 7, false)
	if err == nil || len(orders.Orders) != 1 || orders.Orders[0].Delivery.String() != "Shipped" || !at.Equal(noon) {
		t.Errorf("%+v %v %v", orders, at, err)
	}
	if l := list(t, again.Cache, cache.Query{Text: "hums", Span: november(20, 20)}); l.Len() != 1 {
		t.Error("the text of a ticket that was read is not searched")
	}
}

func TestDisk_AfterAWriteWhatWasReadBeforeIsGone(t *testing.T) {
	dir := t.TempDir()
	first := startCache(t, []row{ticket(1, 20)}, keptIn(dir, 0))
	defer first.Subscribe().Close()
	if _, _, err := first.GetTickets(t.Context(), ticketIDs(1)); err != nil {
		t.Fatal(err)
	}
	if err := cache.Write(first.Cache); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := first.StoredDetails(t.Context(), desk.NewID(id(1))); !ok {
		t.Error("it is not kept")
	}
	if _, err := first.UpdateTicket(t.Context(), wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P", Comment: "Called back"}); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := first.StoredDetails(t.Context(), desk.NewID(id(1))); ok {
		t.Error("what was read before the write is shown after it")
	}
	first.Close()
	again := startOffline(t, keptIn(dir, 60))
	again.Close()
	if _, _, ok := again.StoredDetails(t.Context(), desk.NewID(id(1))); ok {
		t.Error("the next start shows what was read before the write")
	}
}

func TestDisk_SubStatusThatNoTicketHasAnyMoreIsStillOffered(t *testing.T) {
	dir := t.TempDir()
	contacted := func(r *row) { r.SubStatus, r.QueueKey = "PS", "BL" }
	first := startCache(t, []row{ticket(1, 20, contacted), ticket(2, 20)}, keptIn(dir, 0))
	pull(t, first.Cache, november(20, 20))
	want := labels(first.Vocabulary().SubStatuses)
	if len(want) != 2 {
		t.Fatalf("the tickets have %v", want)
	}
	queues := labels(first.Vocabulary().Queues)
	first.Close()
	second := startCache(t, []row{ticket(1, 20), ticket(2, 20)}, keptIn(dir, 60))
	pull(t, second.Cache, november(20, 20))
	second.Close()
	changeFile(t, dir, "DELETE FROM day")
	again := startOffline(t, keptIn(dir, 120))
	again.Close() // everything is loaded
	equalLists(t, "sub-statuses", labels(again.Vocabulary().SubStatuses), want)
	equalLists(t, "queues", labels(again.Vocabulary().Queues), queues)
}

// changeFile changes the file of a cache behind its back.
func changeFile(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sqlite.Open(filepath.Join(dir, "records3.db"), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	done, err := db.ExecContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); n == 0 || err != nil {
		t.Fatalf("%s has changed nothing: %v", statement, err)
	}
}

func TestDisk_ADamagedFileIsSetAsideAndMadeAnew(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, dir string){
		"its header": func(t *testing.T, dir string) {
			path := filepath.Join(dir, "records3.db")
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			content[9] ^= 0xff
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"a text": func(t *testing.T, dir string) {
			changeFile(t, dir, "UPDATE day SET texts = CAST(replace(CAST(texts AS TEXT), 'One', 'Two') AS BLOB)")
		},
		"the fields": func(t *testing.T, dir string) { changeFile(t, dir, "UPDATE day SET fields = zeroblob(9)") },
		"a state":    func(t *testing.T, dir string) { changeFile(t, dir, "UPDATE day SET state = '{'") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first := startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, 0))
			pull(t, first.Cache, november(20, 20))
			first.Close()
			damage(t, dir)
			again := startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, 60))
			if got := listedTitles(t, again, november(20, 20)); len(got) != 0 {
				t.Errorf("damaged rows are shown: %v", got)
			}
			pull(t, again.Cache, november(20, 20))
			again.Close()
			if got := fmt.Sprint(listedTitles(t, startOffline(t, keptIn(dir, 120)), november(20, 20))); got != "[One]" {
				t.Error(got)
			}
			files, err := cache.StoredFiles(dir)
			if err != nil || !slices.ContainsFunc(files, func(e cache.StoredFile) bool { return e.Damaged }) {
				t.Errorf("the damaged file is not kept: %v %v", files, err)
			}
		})
	}
}

func TestDisk_WhatIsOldOrOfTheFutureIsNotShown(t *testing.T) {
	const day = 24 * 3600
	for _, seconds := range []int{61 * day, -day} {
		dir := t.TempDir()
		c := startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, 0))
		pull(t, c.Cache, november(20, 20))
		c.Close()
		if got := listedTitles(t, startOffline(t, keptIn(dir, seconds)), november(20, 20)); len(got) > 0 {
			t.Errorf("%d days later %v is shown", seconds/day, got)
		}
	}
}

func TestDisk_AFileOfAnotherBuildIsLeftAlone(t *testing.T) {
	for _, name := range []string{"articles", "records-tickets", "records1.db"} {
		t.Run(name, func(t *testing.T) { leaveAlone(t, name) })
	}
}

func leaveAlone(t *testing.T, name string) {
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("fdcache2"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, 0))
	pull(t, c.Cache, november(20, 20))
	c.Close()
	if content, err := os.ReadFile(path); err != nil || string(content) != "fdcache2" {
		t.Errorf("%q %v", content, err)
	}
	files, err := cache.StoredFiles(dir)
	if err != nil || len(files) != 2 || !files[0].Foreign || files[1].Foreign {
		t.Errorf("%+v %v", files, err)
	}
}

// TestDisk_TicketsAndArticlesShareAFile has two consoles of an account learn tickets and articles: both keep what they
// learned, and a start without the service shows all of it.
func TestDisk_TicketsAndArticlesShareAFile(t *testing.T) {
	dir := t.TempDir()
	withArticles := func(c *cache.Config) { c.Articles = faqindex.Open(cache.OpenFile(dir)) }
	start := func(seconds int) *testCache {
		return startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, seconds), withArticles)
	}
	one, two := start(0), start(0)
	pull(t, one.Cache, november(20, 20))
	search(t, one.Cache, "refund")
	search(t, two.Cache, "return")
	one.Close()
	two.Close()
	again := startOffline(t, keptIn(dir, 60), withArticles)
	defer again.Close()
	equalLists(t, "tickets", listedTitles(t, again, november(20, 20)), []string{"One"})
	equalLists(t, "articles", titles(again.Articles.Titled("re", 9)), []string{"Refund", "Return and refund", "Refund not received"})
	counts, err := cache.CountStored(cache.OpenFile(dir).Path)
	if err != nil || counts["tickets"] != 1 || counts["articles"] != 3 {
		t.Errorf("%v %v", counts, err)
	}
}

func TestDisk_WithoutADirectoryNothingIsKept(t *testing.T) {
	c := startCache(t, []row{ticket(1, 20)})
	pull(t, c.Cache, november(20, 20))
	c.Close()
	if _, _, ok := c.StoredDetails(t.Context(), desk.NewID(id(1))); ok {
		t.Error("something is kept")
	}
}

func TestDisk_HoldsNoCredential(t *testing.T) {
	dir := t.TempDir()
	c := startCache(t, []row{ticket(1, 20)}, keptIn(dir, 0))
	defer c.Subscribe().Close()
	pull(t, c.Cache, november(20, 20))
	if _, _, err := c.GetTickets(t.Context(), ticketIDs(1)); err != nil {
		t.Fatal(err)
	}
	c.Close()
	files, err := cache.StoredFiles(dir)
	if err != nil || len(files) < 1 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if content, err := os.ReadFile(f.Path); err != nil || strings.Contains(string(content), "c2VjcmV0") {
			t.Errorf("%s holds the credential: %v", f.Path, err)
		}
		if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s can be read by others: %v", f.Path, err)
		}
	}
}
