package safetext_test

import (
	"testing"

	"frontdesk/internal/safetext"
)

func TestUTF8_AMarkIsSkippedAndOtherEncodingsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"\ufeff":           "",
		"\ufeffa = 1":      "a = 1",
		"a\ufeffb":         "a\ufeffb",
		"café":             "café",
		"{}":               "{}",
		"\xef\xbb":         "! line 1 has a byte that is not UTF-8: save it as UTF-8",
		"a\nb\nM\xfcller":  "! line 3 has a byte that is not UTF-8: save it as UTF-8",
		"\xff\xfea\x00":    "! it is UTF-16, not UTF-8: save it as UTF-8",
		"\xfe\xff\x00a":    "! it is UTF-16, not UTF-8: save it as UTF-8",
		"a\x00=\x001\x00":  "! it is UTF-16, not UTF-8: save it as UTF-8",
		"\x00a\x00=\x001":  "! it is UTF-16, not UTF-8: save it as UTF-8",
		"\xff\xfe\x00\x00": "! it is UTF-32, not UTF-8: save it as UTF-8",
		"\x00\x00\xfe\xff": "! it is UTF-32, not UTF-8: save it as UTF-8",
	} {
		got, err := safetext.UTF8([]byte(text))
		said := string(got)
		if err != nil {
			said = "! " + err.Error()
		}
		if said != want {
			t.Errorf("%q is %q, not %q", text, said, want)
		}
	}
	if got, err := safetext.WithoutMark([]byte("\ufeffM\xfcller")); err != nil || string(got) != "M\xfcller" {
		t.Errorf("an answer with a byte of another encoding is %q, %v", got, err)
	}
}

func TestCellSeparator_TheFirstInTheHeader(t *testing.T) {
	for content, want := range map[string]byte{
		"name,email;phone\n": ',',
		"name;email,phone\n": ';',
		"name\temail\n":      '\t',
		"name\nA;B\n":        ',',
		"name":               ',',
		"":                   ',',
	} {
		if got := safetext.CellSeparator([]byte(content)); got != want {
			t.Errorf("%q: %q", content, got)
		}
	}
}
