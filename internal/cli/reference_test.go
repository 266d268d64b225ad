package cli_test

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

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// typedRequest is a request of http.md: the author writes what it shows and the line that is typed, the service
// says the rest.
type typedRequest struct{ operation, what, line string }

// operationHeading begins the requests of an operation.
const operationHeading = "\n### "

// parseTypedRequests reads the requests, one block of code under the heading of each operation.
func parseTypedRequests(t *testing.T, page string) (requests []typedRequest) {
	t.Helper()
	for _, section := range strings.Split(page, operationHeading)[1:] {
		operation, block, _ := strings.Cut(section, "\n\n```\n")
		block, _, closed := strings.Cut(block, "```")
		for request := range strings.SplitSeq(strings.TrimSpace(block), "\n\n") {
			lines := strings.Split(request, "\n")
			what, named := strings.CutPrefix(lines[0], "# ")
			if !closed || !named || len(lines) < 2 {
				t.Fatalf("%s: %q is not a request", operation, request)
			}
			requests = append(requests, typedRequest{operation, what, lines[1]})
		}
	}
	return requests
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
	if _, err := deskdata.LoadSample(t.Context(), desk, now); err != nil {
		t.Fatal(err)
	}
	return &sampleService{
		service.New(service.Config{
			Store: desk, Token: clitest.Token, OrderUser: clitest.OrderUser, OrderPassword: clitest.OrderPassword,
			Zone: now.Location(), Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
		}),
		map[string]string{
			"desk": "http://127.0.0.1:8080", "today": now.Format(time.DateOnly), "key": "Authorization: Basic " + clitest.Token,
			"json": "Content-Type: application/json", "orders": clitest.OrderUser + ":" + clitest.OrderPassword,
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

// formatRequests fills in the answers of the service. It asks on two days and leaves out what differs.
func formatRequests(t *testing.T, requests []typedRequest) string {
	t.Helper()
	friday := time.Date(2026, 11, 20, 14, 2, 11, 0, time.UTC)
	one, other := newSampleService(t, friday), newSampleService(t, friday.AddDate(0, 0, 4).Add(5*time.Hour))
	var b strings.Builder
	operation := ""
	for _, r := range requests {
		first, second := one.ask(t, r.line), other.ask(t, r.line)
		if first.code != second.code {
			t.Errorf("%s: %s: answered with %d on one day and %d on another", r.what, r.line, first.code, second.code)
		}
		switch operation {
		case r.operation:
			b.WriteByte('\n')
		case "":
			b.WriteString(operationHeading + r.operation + "\n\n```\n")
		default:
			b.WriteString("```\n" + operationHeading + r.operation + "\n\n```\n")
		}
		operation = r.operation
		fmt.Fprintf(&b, "# %s\n%s\n%d %s\n", r.what, r.line, first.code, abridgeAnswer(t, first.body, second.body))
	}
	b.WriteString("```\n\n")
	return b.String()
}

// TestDocs_RequestsAreAnsweredAsThePageSays performs each line of the page as it stands there.
func TestDocs_RequestsAreAnsweredAsThePageSays(t *testing.T) {
	_, page, _ := splitGenerated(t, docsFile("http"), "requests")
	made := formatRequests(t, parseTypedRequests(t, page))
	checkGenerated(t, docsFile("http"), "requests", made)
	if *updateFiles {
		return
	}
	was := strings.Split(page, "\n")
	for n, line := range strings.Split(made, "\n") {
		if n < len(was) && was[n] != line {
			t.Errorf("it says    %s\nit answers %s", was[n], line)
		}
	}
}
