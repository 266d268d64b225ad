package phrase_test

import (
	"testing"

	"frontdesk/internal/phrase"
)

func TestTypo(t *testing.T) {
	for _, c := range []struct {
		typed, word    string
		whole, beginIt bool
	}{
		{"invoice", "invoice", true, true},
		{"invoce", "invoice", true, true},
		{"invooice", "invoice", true, true},
		{"invoica", "invoice", true, true},
		{"invocie", "invoice", true, true},
		{"nivoice", "invoice", true, true},
		{"invoic", "invoice", true, true},
		{"invoicee", "invoice", true, true},
		{"invoi", "invoice", false, true},
		{"invco", "invoice", false, true},
		{"invok", "invoice", false, true},
		{"ivnocie", "invoice", false, false},
		{"voice", "invoice", false, false},
		{"invoxxe", "invoice", false, false},
		{"gärt", "gart", true, true},
		{"zürihc", "zürich", true, true},
		{"zu", "zürich", false, true},
		{"über", "rübe", false, false},
		{"ü", "", true, true},
	} {
		if got := phrase.IsTypo(c.typed, c.word); got != c.whole || phrase.IsTypo(c.typed, []byte(c.word)) != got {
			t.Errorf("%s for %s: %v", c.typed, c.word, got)
		}
		if got := phrase.BeginsWithTypo(c.typed, c.word); got != c.beginIt {
			t.Errorf("%s begins %s: %v", c.typed, c.word, got)
		}
	}
}
