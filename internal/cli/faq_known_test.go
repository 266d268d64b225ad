package cli_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// TestFAQSearch_KnownArticlesWithoutTheService prints what a console has seen, though no service answers.
func TestFAQSearch_KnownArticlesWithoutTheService(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"XDG_CONFIG_HOME": t.TempDir(), "XDG_DATA_HOME": t.TempDir(), "XDG_CACHE_HOME": t.TempDir(),
		"FRONTDESK_BASE_URL": "https://localhost:1", "FRONTDESK_KMS_URL": "https://localhost:1", "FRONTDESK_TOKEN": "c2VjcmV0",
	}
	search := func(args ...string) commandResult {
		t.Helper()
		return runWith(t.Context(), values, "", append([]string{"faq", "search", "--known"}, args...)...)
	}
	if got := search("receipt"); got.code != 0 || got.out != "" || !strings.Contains(got.errOut, "no article is known here") {
		t.Errorf("nothing known: %+v", got)
	}
	settings, err := config.LoadAccount(func(name string) string { return values[name] }, "", "")
	if err != nil {
		t.Fatal(err)
	}
	err = console.OpenArticles(settings, connection.AccountName(settings)).Put([]desk.Article{
		{ID: 7, Title: safetext.LineFromEscaped("Refund not received"), Body: safetext.NewHTML("<p>Ask the bank for a receipt.\x1b]52;c;eA==\x07</p>"), Enabled: true},
	}, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if got := search("reciept"); got.code != 0 || !strings.Contains(got.out, "Ask the bank for a receipt.") || strings.Contains(got.out, "\x1b") {
		t.Errorf("a misspelt word: %+v", got)
	}
	if got := search("receipt", "spaceship", "--titles"); !strings.Contains(got.out, "Refund not received") || !strings.Contains(got.errOut, "the first lacks spaceship") {
		t.Errorf("a word that nothing has: %+v", got)
	}
	got := search("receipt", "spaceship", "--json")
	for _, want := range []string{`{"id":7,"title":"Refund not received","category_id":null,`, `"seen":"2026-03-02T12:00:00Z","missing":["spaceship"]}`} {
		if !strings.Contains(got.out, want) || strings.Contains(got.out, "\x1b") {
			t.Errorf("as JSON %+v, want %s", got, want)
		}
	}
	if got := search("spaceship"); got.out != "" || !strings.Contains(got.errOut, `none of 1 article known here has "spaceship"`) {
		t.Errorf("nothing found: %+v", got)
	}
}
