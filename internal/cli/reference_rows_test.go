package cli_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
)

// documentedFailures are the rows of PROTOCOL.md 5.1, and its codes that can be provoked. The requests of their
// operation must show them.
var documentedFailures = []struct{ operation, code, message string }{
	{"Add Customer", "400", "name, e-mail id and phone number are required"},
	{"Update Customer", "400", "name, e-mail id and phone number are required"},
	{"Get Customer", "404", `"Customer Details":"The given information does not exist"`},
	{"Update Ticket", "400", "No Data found/ticket_id is missing"},
	{"Update Ticket", "400", "Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss."},
	{"Get Ticket", "400", "Invalid Json."},
	{"Pull Ticket", "400", "Invalid Json."},
	{"Get Ticket", "400", "ticket_ids are missing."},
	{"Add Ticket", "400", "title is missing"},
	{"Pull Customer", "400", "24 hours"},
	{"Pull Ticket", "400", "24 hours"},
	{"Pull Order", "400", "cmId must be greater than 0"},
	{"Pull Customer", "403", "cm_id"},
	{"Pull Order", "403", "cmId"},
	{"Any operation", "401", "Invalid Auth Key"},
	{"Any operation", "405", "POST"},
	{"Any operation", "413", "8 MiB"},
	{"Any operation", "404", "no such endpoint"},
}

// TestDocs_RequestsShowEveryDocumentedFailure: each operation is right once, and wrong in every way of its own.
func TestDocs_RequestsShowEveryDocumentedFailure(t *testing.T) {
	_, page, _ := splitGenerated(t, docsFile("http"), "requests")
	requestsOf := map[string][]string{}
	for section := range strings.SplitSeq(page, operationHeading) {
		operation, requests, _ := strings.Cut(section, "\n")
		requestsOf[operation] = strings.Split(requests, "\n\n")
	}
	shows := func(operation, code, message string) int {
		shown := 0
		for _, request := range requestsOf[operation] {
			if _, answer, _ := strings.Cut(request, "\n"+code+" "); answer != "" && strings.Contains(answer, message) {
				shown++
			}
		}
		return shown
	}
	for _, op := range wire.Operations() {
		name := strings.TrimSuffix(op.Title, " by date range")
		if shows(name, "200", "") == 0 {
			t.Errorf("%s is not shown right", name)
		}
	}
	for _, f := range documentedFailures {
		if shows(f.operation, f.code, f.message) == 0 {
			t.Errorf("%s is not shown to answer %s %q", f.operation, f.code, f.message)
		}
	}
}

// TestDocs_EveryRequestNeedsItsCredential sends the correct requests of the page without one and with a wrong one.
func TestDocs_EveryRequestNeedsItsCredential(t *testing.T) {
	_, page, _ := splitGenerated(t, docsFile("http"), "requests")
	service, sent := newSampleService(t, time.Date(2026, 11, 20, 14, 2, 11, 0, time.UTC)), 0
	for _, r := range parseTypedRequests(t, page) {
		if r.what != "correct" {
			continue
		}
		sent++
		service.ask(t, r.line) // later requests name what it adds
		for _, credential := range []string{"", `-H "Authorization: Basic d3Jvbmc="`, `-u "orders:wrong"`} {
			line := strings.NewReplacer(`-H "$key"`, credential, `-u "$orders"`, credential).Replace(asCurl(r.line))
			if got := service.ask(t, line); got.code != 401 || !strings.Contains(string(got.body), "Invalid Auth Key") {
				t.Errorf("%s is answered with %d %s", line, got.code, got.body)
			}
		}
	}
	if operations := len(wire.Operations()); sent != operations {
		t.Errorf("%d requests of %d operations", sent, operations)
	}
}
