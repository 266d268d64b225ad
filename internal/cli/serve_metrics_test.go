//go:build unix

package cli_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/wire"
)

// TestServe_MetricsCoverAnswersAndConnections in a form that Prometheus reads.
func TestServe_MetricsCoverAnswersAndConnections(t *testing.T) {
	r := startServiceWith(t, "--metrics", "127.0.0.1:0")
	if code, _ := r.requestWithKey(t, http.DefaultClient, clitest.Token); code != http.StatusOK {
		t.Fatal(code)
	}
	var address string
	for line := range r.lines {
		if address = regexp.MustCompile(`http://[0-9.:]+/metrics`).FindString(line); address != "" {
			break
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Error(err, answer.Header)
	}
	for _, want := range []string{
		`frontdesk_service_answers_total{operation="` + wire.FAQCategories.Name + `",code="200"} 1`,
		"frontdesk_database_connections_in_use 0", `frontdesk_database_reruns_total{cause="40001"} 0`,
	} {
		if !strings.Contains(string(page), "\n"+want+"\n") {
			t.Errorf("%s is not among\n%s", want, page)
		}
	}
	for line := range strings.Lines(string(page)) {
		if !regexp.MustCompile(`^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? [0-9.e+-]+)\n$`).MatchString(line) {
			t.Errorf("Prometheus cannot read %q", line)
		}
	}
	if code := r.stop(); code != 0 {
		t.Errorf("it ended with %d", code)
	}
}
