package deskdata_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

var now = time.Date(2026, 11, 20, 14, 2, 0, 0, time.UTC)

func openDesk(t *testing.T) *store.Store {
	t.Helper()
	return storetest.Open(t)
}

// exportFiles returns a desk's export, by file.
func exportFiles(t *testing.T, s *store.Store) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	if _, err := deskdata.Export(t.Context(), s, dir); err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, files
}

// importFiles imports into a desk and returns the counts.
func importFiles(t *testing.T, s *store.Store, paths ...string) []deskdata.Counts {
	t.Helper()
	counts, faults, err := deskdata.Import(t.Context(), s, time.UTC, now, paths...)
	if err != nil {
		t.Fatal(err, faults)
	}
	return counts
}

// compareExports compares two exports.
func compareExports(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if want[name] != got[name] {
			a, b := strings.Split(want[name], "\n"), strings.Split(got[name], "\n")
			for i := range a {
				if i >= len(b) || a[i] != b[i] {
					t.Errorf("%s differs at line %d:\n%.600s\n%.600s", name, i+1, a[i], b[min(i, len(b)-1)])
					break
				}
			}
		}
	}
	if len(want) != len(got) {
		t.Errorf("%d files, then %d", len(want), len(got))
	}
}

// TestDeskExport_OfAWholeDeskIsReadBackToTheByte: the sample has every kind of record, and texts that people wrote.
func TestDeskExport_OfAWholeDeskIsReadBackToTheByte(t *testing.T) {
	if texttest.Race {
		t.Skip("one goroutine carries the whole sample three times: skipped under the race detector")
	}
	first := openDesk(t)
	if _, err := deskdata.LoadSample(t.Context(), first, now); err != nil {
		t.Fatal(err)
	}
	err := first.Import(t.Context(), func(i *store.Import) error {
		if _, err := i.SLARule("HW_Q", "High", func(r *store.SLARule) error { r.Seconds, r.AtRisk = 3600, 50; return nil }); err != nil {
			return err
		}
		if _, err := i.Disposition(`Hardware|"Screen"|\black`); err != nil {
			return err
		}
		_, err := i.Queue("HW_Q", func(q *store.Queue) error {
			q.Default, q.Assign, q.Agents = true, store.AssignLeastOpen, []string{"AC-301", "AC-303"}
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"two\r\nlines, \"quoted\"; and\ttabs", " \r", "=1+1", "'x'", "\x00\x1b[2J", "#", "", "[[ticket]]\n---",
	} {
		title := text
		if strings.TrimSpace(text) == "" {
			title = "a title is never blank"
		}
		ticket, err := first.AddTicket(t.Context(), store.Ticket{Title: title, Detail: text, SubStatus: "US", QueueKey: "HW_Q", Created: now.Unix(), Additional: []byte(`{"a":["` + "\\u003c" + `"]}`)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = first.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
			return store.Note{At: now.Unix(), Detail: text}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	addCustomerOf(t, first, "later@example.com")
	dir, want := exportFiles(t, first)
	for _, c := range importFiles(t, first, dir) {
		if c.Added > 0 || c.Changed > 0 && c.Kind != "category" && c.Kind != "article" { // those get the names of their files
			t.Errorf("its own export changed the desk: %s", c)
		}
	}
	for _, c := range importFiles(t, first, dir) {
		if c.Added+c.Changed > 0 {
			t.Errorf("the same files again changed the desk: %s", c)
		}
	}
	_, again := exportFiles(t, first)
	compareExports(t, want, again)
	second := openDesk(t)
	importFiles(t, second, dir)
	_, got := exportFiles(t, second)
	compareExports(t, want, got)
	for _, name := range []string{"/desk.toml", "/customers.csv", "/contacts.csv", "/enquiries.csv", "/orders.csv", "/tickets.csv", "/history.csv"} {
		if len(want[name]) < 100 {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestDeskExport_LeavesADirectoryThatHoldsSomething as it is.
// addCustomerOf adds a customer with the e-mail address of a ticket that was there before and so belongs to nobody.
func addCustomerOf(t *testing.T, s *store.Store, email string) {
	t.Helper()
	if _, err := s.AddTicket(t.Context(), store.Ticket{Title: "x", SubStatus: "US", Email: email, Created: now.Unix()}); err != nil {
		t.Fatal(err)
	}
	err := s.Import(t.Context(), func(i *store.Import) error {
		_, err := i.Customer(0, "", func(c *store.Customer) error { c.Name, c.Email, c.Created = "Later", email, now.Unix(); return nil })
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDeskExport_LeavesADirectoryThatHoldsSomething(t *testing.T) {
	s, dir := openDesk(t), t.TempDir()
	importFiles(t, s, writeFile(t, "desk.toml", "[[queue]]\nkey = \"A\"\nname = \"A\"\n"))
	if _, err := deskdata.Export(t.Context(), s, dir); err != nil {
		t.Errorf("into an empty one: %v", err)
	}
	if _, err := deskdata.Export(t.Context(), s, dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("into its own: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "desk.toml")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// writeFile writes one file into a directory of its own and returns its path.
func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDeskImport_CustomersAndOrdersOfAnotherProgramNeedNoNumbers: codes name them, and a change finds them again.
func TestDeskImport_CustomersAndOrdersOfAnotherProgramNeedNoNumbers(t *testing.T) {
	s := openDesk(t)
	files := []string{
		writeFile(t, "customers.csv", "code,name,phone,created\nC-7,Asha Rao,9876543210,2026-11-01\nC-8,Daniel,5550100,2026-11-02\n"),
		writeFile(t, "contacts.csv", "customer_code,name,email\nC-7,Asha,asha@example.com\n"),
		writeFile(t, "orders.csv", "customer_code,erp_order,delivery_status\nC-7,E-1,Packed\nC-8,E-2,\n"),
		writeFile(t, "tickets.csv", "ticket_id,title,email,customer_code\nT-1,Drum,ASHA@example.com,\nT-2,Belt,,C-8\n"),
		writeFile(t, "history.csv", "ticket,at,text\nT-1,2026-11-20 10:00,called\nT-1,2026-11-20 10:00,called\n"),
	}
	importFiles(t, s, files...)
	for _, c := range importFiles(t, s, files...) {
		if c.Added+c.Changed > 0 {
			t.Errorf("the same again: %s", c)
		}
	}
	files[2] = writeFile(t, "orders.csv", "customer_code,erp_order,delivery_status\nC-7,E-1,Delivered\n")
	if got := importFiles(t, s, files[2])[0].String(); got != "order: 1 changed" {
		t.Errorf("a change: %s", got)
	}
	_, out := exportFiles(t, s)
	for name, want := range map[string]string{
		"/customers.csv": "1,C-7,Asha Rao,2026-11-01T00:00:00Z,9876543210",
		"/contacts.csv":  "1,1,Asha,asha@example.com,",
		"/orders.csv":    ",E-1\n2,2,2,",
		"/tickets.csv":   "T-1,1,2026-11-20T14:02:00Z,Drum,US,,1,1,ASHA@example.com,",
	} {
		if !strings.Contains(out[name], want) {
			t.Errorf("%s: %s", name, out[name])
		}
	}
	if got := strings.Count(out["/history.csv"], "called"); got != 2 {
		t.Errorf("%d notes", got)
	}
	tickets, err := s.Tickets(t.Context(), []string{"T-1", "T-2"})
	if err != nil || tickets[0].CustomerID != 1 || tickets[0].ContactID != 1 || tickets[1].CustomerID != 2 {
		t.Errorf("%+v %v", tickets, err)
	}
}

// importFaults imports files that have faults and returns those, one a line.
func importFaults(t *testing.T, s *store.Store, paths ...string) string {
	t.Helper()
	_, faults, err := deskdata.Import(t.Context(), s, time.UTC, now, paths...)
	if err == nil {
		t.Fatal("imported")
	}
	var all strings.Builder
	for _, f := range faults.List {
		all.WriteString(filepath.Base(f.File) + ":" + strings.TrimPrefix(f.String(), f.File+":") + "\n")
	}
	return all.String()
}

// TestDeskImport_RefusesRecordsThatNobodyOwns, and writes none of the others.
func TestDeskImport_RefusesRecordsThatNobodyOwns(t *testing.T) {
	s := openDesk(t)
	paths := []string{
		writeFile(t, "customers.csv", "code,name\nC-7,Asha Rao\n,Nobody\n"),
		writeFile(t, "contacts.csv", "customer_code,name\nC-9,Asha\n"),
		writeFile(t, "orders.csv", "customer,erp_order,enquiry\n77,E-1,\n,E-2,\n"),
		writeFile(t, "tickets.csv", "ticket_id,title,customer,priority,assigned,queue,additional\nT-1,x,5,Hgh,A,Q,[1]\nT 2,x,,,,,\n"),
	}
	all := importFaults(t, s, paths...)
	for _, want := range []string{
		"customers.csv:3: needs an id or a code", `contacts.csv:2: customer_code "C-9" is neither in the files nor in the desk`,
		"orders.csv:2: customer 77 is neither", "orders.csv:3: needs a customer", `tickets.csv:2: priority "Hgh" is not a priority; did you mean High?`,
		`tickets.csv:2: assigned "A" is not an employee`, `tickets.csv:2: queue "Q" is unknown`, "tickets.csv:2: additional is no JSON object",
		`tickets.csv:3: ticket_id "T 2" holds a space`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("not named: %s\n%s", want, all)
		}
	}
	if empty, err := s.IsEmpty(t.Context()); err != nil || !empty {
		t.Errorf("something was written: %v", err)
	}
}

// TestDeskImport_RefusesRequiredValuesThatAreBlank: the service refuses a ticket without a title and a customer without
// a name too, and an agent could not tell such records from others.
func TestDeskImport_RefusesRequiredValuesThatAreBlank(t *testing.T) {
	s := openDesk(t)
	article := writeFile(t, "articles/Orders/late.md", "---\ntitle:\nid: 1\n---\ntext")
	toml := "[[queue]]\nkey = \"HELP\"\nname = \"\"\n[[disposition]]\npath = \" \"\n" +
		"[[ticket]]\nticket_id = \"T-3\"\ntitle = \"\"\"\n\n\"\"\"\n[[enquiry]]\nid = \"\"\ncustomer = 0\n"
	all := importFaults(
		t, s, filepath.Dir(filepath.Dir(filepath.Dir(article))), writeFile(t, "desk.toml", toml),
		writeFile(t, "customers.csv", "code,name\nC-7,\nC-8,\t \nC-9,Asha\n"),
		writeFile(t, "tickets.csv", "ticket_id,title,queue\nT-1,,\n,Drum,\nT-2,\u00a0,HELP\n"),
		writeFile(t, "history.csv", "ticket,at,text\nT-1,,called\n"),
	)
	want := `late.md:2: title is empty
customers.csv:2: name is empty
customers.csv:3: name is empty
desk.toml:3: name is empty
desk.toml:5: path is empty
desk.toml:8: title is empty
desk.toml:12: id is empty
history.csv:2: at is empty
tickets.csv:2: title is empty
tickets.csv:3: ticket_id is empty
tickets.csv:4: title is empty
`
	if all = sortedLines(all); all != sortedLines(want) {
		t.Errorf("%s\nwant:\n%s", all, want)
	}
	if empty, err := s.IsEmpty(t.Context()); err != nil || !empty {
		t.Errorf("something was written: %v", err)
	}
}

// sortedLines orders lines, because faults are in the order of the directories of their files.
func sortedLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestDeskImport_LeavesAnotherCustomersContactsAndEnquiriesAlone: a number taken from the wrong row would overwrite
// them.
func TestDeskImport_LeavesAnotherCustomersContactsAndEnquiriesAlone(t *testing.T) {
	s := openDesk(t)
	importFiles(
		t, s, writeFile(t, "customers.csv", "id,code,name\n1,C-1,Asha Rao\n2,C-2,Daniel\n"),
		writeFile(t, "contacts.csv", "id,customer,name\n11,1,Asha\n12,1,Dana\n"), writeFile(t, "enquiries.csv", "id,customer\n21,1\n"),
	)
	said := importFaults(
		t, s, writeFile(t, "contacts.csv", "id,customer,customer_code,name\n11,2,,Daniel\n12,,C-2,Daniel\n"),
		writeFile(t, "enquiries.csv", "id,customer,remarks\n21,2,x\n"), writeFile(t, "orders.csv", "customer,enquiry,erp_order\n2,21,E-1\n"),
	)
	for _, want := range []string{
		"contacts.csv:2: contact 11 belongs to customer 1\n", "contacts.csv:3: contact 12 belongs to customer 1\n",
		"enquiries.csv:2: enquiry 21 belongs to customer 1\n", "orders.csv:2: enquiry 21 belongs to customer 1\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("not named: %s\n%s", want, said)
		}
	}
	importFiles(t, s, writeFile(t, "contacts.csv", "id,customer_code,name\n11,C-1,Asha R\n"))
}

// TestDeskImport_TakesNoMoreCommentsThanTheService: one ticket too large would keep its whole day from clients.
func TestDeskImport_TakesNoMoreCommentsThanTheService(t *testing.T) {
	s := openDesk(t)
	full := store.Ticket{TaskID: 1, TicketID: "T-1", Title: "Drum", SubStatus: "P"}
	for i := range 2000 {
		full.Notes = append(full.Notes, store.Note{At: now.Unix(), Detail: fmt.Sprint("comment ", i)})
	}
	if err := s.Load(t.Context(), store.Dataset{Tickets: []store.Ticket{full}}); err != nil {
		t.Fatal(err)
	}
	last := "ticket,at,text\nT-1,2026-11-20 14:02,comment 1999\n"
	importFiles(t, s, writeFile(t, "history.csv", last)) // it is there
	_, _, err := deskdata.Import(t.Context(), s, time.UTC, now, writeFile(t, "history.csv", last+"T-1,2026-11-20 14:02,comment 2000\n"))
	if err == nil || !strings.Contains(err.Error(), "history.csv:3: ticket T-1: the ticket's history is full (2000 updates or 4 MiB)") {
		t.Errorf("one more: %v", err)
	}
	long := "T-2,2026-11-20," + strings.Repeat("x", 64<<10)
	_, _, err = deskdata.Import(t.Context(), s, time.UTC, now, writeFile(t, "tickets.csv", "ticket_id,title\nT-2,Belt\n"),
		writeFile(t, "history.csv", "ticket,at,text\n"+strings.Repeat(long+"\n", 64)))
	if err == nil || !strings.Contains(err.Error(), "history.csv:65: ticket T-2: the ticket's history is full") {
		t.Errorf("64 comments of 64 KiB: %v", err)
	}
}
