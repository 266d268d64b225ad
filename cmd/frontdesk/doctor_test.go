package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// examined is what frontdesk doctor prints about a desk that is elsewhere, and its exit code.
func examined(t *testing.T, url, configuration string) (string, int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	configuration = "time_zone = \"UTC\"\n" + configuration // the upstream's
	if err := os.WriteFile(file, []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	variables := map[string]string{
		"FRONTDESK_BASE_URL": url, "FRONTDESK_KMS_URL": url, "FRONTDESK_TOKEN": token, "XDG_DATA_HOME": t.TempDir(),
	}
	var out bytes.Buffer
	code := run(t.Context(), []string{"doctor", "--config", file}, func(name string) string { return variables[name] }, &out, &out)
	return out.String(), code
}

func TestTheDoctorSeesThatTheServicesClockIsAway(t *testing.T) {
	u, _ := realUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			next.ServeHTTP(w, r)
		}
	})
	said, code := examined(t, u.URL, "")
	if code != exitFailed || !strings.Contains(said, "wrong") || !strings.Contains(said, "the service's clock is 59m") && !strings.Contains(said, "the service's clock is 1h") {
		t.Errorf("%d: %s", code, said)
	}
}

func TestTheDoctorNamesWhatTheVocabularyLacks(t *testing.T) {
	u, _ := realUpstream(t, nil)
	newTicket(t, u.URL)
	said, code := examined(t, u.URL, "[vocabulary]\nsub_statuses = [{key = \"CL\"}]\n")
	if code != exitDone || !strings.Contains(said, "tickets of today hold what is not configured: sub-status US (Unattended)") {
		t.Errorf("%d: %s", code, said)
	}
	if said, code := examined(t, u.URL, "[vocabulary]\nsub_statuses = [{key = \"US\"}]\n"); code != exitDone || !strings.Contains(said, "no gap in 1 tickets of today") {
		t.Errorf("%d: %s", code, said)
	}
}

func TestTheDoctorOnlyReads(t *testing.T) {
	u, _ := realUpstream(t, nil)
	examined(t, u.URL, "")
	for _, sent := range u.sent {
		switch op, _, _ := strings.Cut(sent, " "); op {
		case "pull-ticket", "faq-categories", "search-faq", "pull-order":
		default:
			t.Errorf("it sent %s", sent)
		}
	}
}

func TestTheDoctorCountsDraftsAndNamesDamagedOnes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/1.draft", "a/2.draft", "b/3.draft.17.damaged", "b/looked-at"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, damaged := countDrafts(dir)
	if kept != 2 || len(damaged) != 1 || filepath.Base(damaged[0]) != "3.draft.17.damaged" {
		t.Errorf("%d %v", kept, damaged)
	}
}
