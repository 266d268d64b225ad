package safetext

import (
	"strings"
	"testing"
)

func TestAddress_KeepsWhatIsPartOfAQueryAndWhatIsLong(t *testing.T) {
	long := "https://files.example.com/" + strings.Repeat("a", 1500)
	for raw, want := range map[string]string{
		"/t?a=1&amp;copy=2&lt=3":  "/t?a=1&copy=2&lt=3",
		"/t?a=1&amp;amp;b=2":      "/t?a=1&b=2",
		"\n/t\n":                  "/t",
		"/t\x1b]8;;x\a":           "/t␛]8;;x␇",
		"/t\u202e7\nx":            "/t\ufffd7 x",
		long:                      long,
		strings.Repeat("b", 3000): strings.Repeat("b", longestAddress-1) + "…",
	} {
		if got := AddressFromHTML(raw).String(); got != want {
			t.Errorf("%.60q became %.60q (%d), want %.60q", raw, got, len(got), want)
		}
	}
}
