package cli_test

import (
	"strings"
	"testing"

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
	{"Any operation", "405", "POST"},
	{"Any operation", "413", "8 MiB"},
	{"Any operation", "404", "no such endpoint"},
}

// TestDocs_RequestsShowEveryDocumentedFailure: each operation is right once, and wrong in every way.
func TestDocs_RequestsShowEveryDocumentedFailure(t *testing.T) {
	_, page, _ := splitGenerated(t, docsFile("operations"), "requests")
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
		if shows(name, "200", "") == 0 || shows(name, "401", "Invalid Auth Key") < 2 {
			t.Errorf("%s is not shown right, without a credential and with a wrong one", name)
		}
	}
	for _, f := range documentedFailures {
		if shows(f.operation, f.code, f.message) == 0 {
			t.Errorf("%s is not shown to answer %s %q", f.operation, f.code, f.message)
		}
	}
}
