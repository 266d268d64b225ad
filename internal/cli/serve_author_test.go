//go:build unix

package cli_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// addTicketWithKey adds a ticket over HTTP with an API key and returns the answer.
func addTicketWithKey(t *testing.T, address, key string) (code int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/add-ticket-from-other-source.html/v.2.0",
		strings.NewReader(`[{"title":"No picture"}]`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Basic "+key)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(body)
}

func TestServe_KeysHaveAuthors(t *testing.T) {
	file := writePrivateFile(t, filepath.Join(t.TempDir(), "keys"), `# keys of acme
FRONTDESK_TOKEN=b2xk
FRONTDESK_KEY_ASHA=Basic YXNoYQ==
FRONTDESK_KEY_ASHA_NAME="Asha Rao"
FRONTDESK_KEY_NIGHT_SHIFT=bmlnaHQ=
FRONTDESK_KEY_NIGHT_SHIFT_NAME=Night shift
`)
	r := startServiceWith(t, "--credentials", file)
	for key, author := range map[string]string{"b2xk": "", "YXNoYQ==": "Asha Rao", "bmlnaHQ=": "Night shift"} {
		if code, answer := addTicketWithKey(t, r.url, key); code != http.StatusOK || !strings.Contains(answer, `"creatorName":"`+author+`"`) {
			t.Errorf("%s: %d %s", key, code, answer)
		}
	}
	for content, reason := range map[string]string{
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_KEY_A=b2xk\n":                           "the same key is there twice",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_KEY_A_NAME=Asha Rao\n":                  "Asha Rao",
		"FRONTDESK_TOKEN_NAME=Asha Rao\nFRONTDESK_KEY_A=YQ==\n":                  "has no key",
		"FRONTDESK_KEY_=YQ==\n":                                                  ":1: it is none of",
		"FRONTDESK_KEY_a=YQ==\n":                                                 ":1: it is none of",
		"FRONTDESK_KEY_NAME=YQ==\n":                                              ":1: it is none of",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_TOKEN_NAME=" + strings.Repeat("x", 999): "longer than 200 bytes",
		"FRONTDESK_KEY_A=\n":                                                     "FRONTDESK_TOKEN is empty",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_KEY_A_FOR=Asha Rao\n":                   "has no key",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_TOKEN_FOR=Asha Rao, A  B\n":             "has blanks that are not seen",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_TOKEN_FOR=Asha Rao, asha rao\n":         "looks like",
		"FRONTDESK_TOKEN=b2xk\nFRONTDESK_TOKEN_NAME=Ash\u0430 Rao\n":             "scripts that look alike",
		"FRONTDESK_KEY_FOR=YQ==\n":                                               ":1: it is none of",
	} {
		writePrivateFile(t, file, content)
		if line := r.hangUp(t, "stays in force"); !strings.Contains(line, reason) || strings.Contains(line, "YQ==") || strings.Contains(line, "b2xk") {
			t.Errorf("%q: %s", content, line)
		}
	}
	writePrivateFile(t, file, "FRONTDESK_KEY_ASHA=bmV3\nFRONTDESK_KEY_ASHA_NAME=Asha R.\n")
	r.hangUp(t, "read again")
	if code, answer := addTicketWithKey(t, r.url, "bmV3"); code != http.StatusOK || !strings.Contains(answer, `"creatorName":"Asha R."`) {
		t.Errorf("after the change: %d %s", code, answer)
	}
	http.DefaultClient.CloseIdleConnections()
	r.stop()
}
