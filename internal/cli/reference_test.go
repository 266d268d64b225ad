package cli

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// typedRequest is a row of a table of requests in operations.md: the author writes what it shows and the line that is
// typed, the service says the rest.
type typedRequest struct{ operation, what, line string }

const (
	operationHeading = "\n### "
	requestsHead     = "| Request | As typed | Code | Answer |\n|---|---|---|---|\n"
)

// parseTypedRequests reads the rows of the tables, one table under the heading of each operation.
func parseTypedRequests(t *testing.T, tables string) (rows []typedRequest) {
	t.Helper()
	_, tables, _ = strings.Cut(tables, operationHeading)
	for section := range strings.SplitSeq(tables, operationHeading) {
		operation, table, _ := strings.Cut(section, "\n\n")
		body, found := strings.CutPrefix(table, requestsHead)
		if !found {
			t.Fatalf("the table of %s has another head", operation)
		}
		for line := range strings.Lines(strings.TrimSpace(body)) {
			cells := strings.Split(strings.Trim(line, "|\n "), " | ")
			if len(cells) < 2 {
				t.Fatalf("%q is not a row", line)
			}
			typed := strings.Trim(strings.TrimSpace(cells[1]), "`")
			rows = append(rows, typedRequest{operation, strings.TrimSpace(cells[0]), typed})
		}
	}
	return rows
}

// serviceAnswer is the answer of a service to a request.
type serviceAnswer struct {
	code int
	body jsontext.Value
}

// sampleService is frontdesk serve --sample at a fixed time; requests are typed as in a shell.
type sampleService struct {
	handler   http.Handler
	variables map[string]string
}

func newSampleService(t *testing.T, now time.Time) *sampleService {
	t.Helper()
	desk, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = desk.Close() })
	if _, err := desk.LoadSample(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	return &sampleService{
		service.New(service.Config{
			Store: desk, Token: token, OrderUser: orderUser, OrderPassword: orderPassword,
			Zone: now.Location(), Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
		}),
		map[string]string{
			"desk": "http://127.0.0.1:8080", "today": now.Format(time.DateOnly), "key": "Authorization: Basic " + token,
			"json": "Content-Type: application/json", "orders": orderUser + ":" + orderPassword,
		},
	}
}

// ask performs a typed request and remembers the ids of the records that it added.
func (s *sampleService) ask(t *testing.T, typed string) serviceAnswer {
	t.Helper()
	r, err := newCurlRequest(typed, s.variables)
	if err != nil {
		t.Fatalf("%s: %v", typed, err)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r.WithContext(t.Context()))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	got := serviceAnswer{w.Code, body}
	for variable, path := range map[string][]string{
		"customer": {"customer", "customer_id"}, "order": {"Order", "order_id"}, "ticket": {"ticket_id"},
	} {
		value := got.body
		for _, name := range path {
			value = wire.RawMember(value, name)
		}
		if id := wire.RawText(value); id != "" {
			s.variables[variable] = id
		}
	}
	return got
}

// formatRequestsTables fills in the answers of the service. It asks on two days and leaves out what differs.
func formatRequestsTables(t *testing.T, rows []typedRequest) string {
	t.Helper()
	friday := time.Date(2026, 11, 20, 14, 2, 11, 0, time.UTC)
	one, other := newSampleService(t, friday), newSampleService(t, friday.AddDate(0, 0, 4).Add(5*time.Hour))
	var b strings.Builder
	operation := ""
	for _, row := range rows {
		if row.operation != operation {
			operation = row.operation
			b.WriteString(operationHeading + operation + "\n\n" + requestsHead)
		}
		first, second := one.ask(t, row.line), other.ask(t, row.line)
		if first.code != second.code {
			t.Errorf("%s: %s: answered with %d on one day and %d on another", row.what, row.line, first.code, second.code)
		}
		shown := strings.ReplaceAll(abridgeAnswer(t, first.body, second.body), "|", `\|`)
		fmt.Fprintf(&b, "| %s | `%s` | %d | `%s` |\n", row.what, row.line, first.code, shown)
	}
	b.WriteByte('\n')
	return b.String()
}

// TestDocs_RequestsAreAnsweredAsThePageSays performs each line of the tables as it stands there.
func TestDocs_RequestsAreAnsweredAsThePageSays(t *testing.T) {
	_, tables, _ := splitGenerated(t, docsFile("operations"), "requests")
	made := formatRequestsTables(t, parseTypedRequests(t, tables))
	checkGenerated(t, docsFile("operations"), "requests", made)
	if *updateFiles {
		return
	}
	was := strings.Split(tables, "\n")
	for n, line := range strings.Split(made, "\n") {
		if n < len(was) && was[n] != line {
			t.Errorf("it says    %s\nit answers %s", was[n], line)
		}
	}
}
