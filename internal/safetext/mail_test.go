package safetext_test

import (
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
)

// mailParts returns the parts of a message, each after a letter for its kind, on one line.
func mailParts(body string) []string {
	var s safetext.MailSplitter
	var parts []string
	for chunk := range safetext.NewHTML(body).MarkdownChunks() {
		for _, p := range s.Split(chunk) {
			text := strings.NewReplacer("\\\n", "|", "\n", "|", "\\", "").Replace(p.Text.String())
			parts = append(parts, string("TQS"[p.Kind])+": "+text)
		}
	}
	return parts
}

func TestMail_QuotesAndSignaturesAreToldFromWhatWasWritten(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"nothing besides":         {"Hello\nthere", []string{"T: Hello|there"}},
		"a quote below":           {"Hello\n> old\n> text", []string{"T: Hello", "Q: > old|> text"}},
		"its introduction":        {"Hello\n\nOn Mon, Asha wrote:\n> old", []string{"T: Hello", "Q: On Mon, Asha wrote:|> old"}},
		"a wrapped one":           {"Hello\n\nOn Mon, 16 Nov 2026 at 10:00,\nAsha <a@example.com> wrote:\n\n> old", []string{"T: Hello", "Q: On Mon, 16 Nov 2026 at 10:00,|Asha <a@example.com> wrote:||> old"}},
		"in German":               {"Hallo\nAm Montag schrieb Asha:\nich", []string{"T: Hallo|Am Montag schrieb Asha:|ich"}},
		"in German with a quote":  {"Hallo\nAm Montag hat Asha geschrieben:\n> alt", []string{"T: Hallo", "Q: Am Montag hat Asha geschrieben:|> alt"}},
		"answers between quotes":  {"> one?\nyes\n> two?\nno", []string{"Q: > one?", "T: yes", "Q: > two?", "T: no"}},
		"somebody wrote":          {"Your agent wrote:\ncall me", []string{"T: Your agent wrote:|call me"}},
		"a signature":             {"Hello\n-- \nPriya\nChennai", []string{"T: Hello", "S: --|Priya|Chennai"}},
		"a phone's":               {"Hello\n\nSent from my iPhone", []string{"T: Hello", "S: Sent from my iPhone"}},
		"a signature and a quote": {"Hello\n--\nPriya\n\nOn Mon, A wrote:\n> old", []string{"T: Hello", "S: --|Priya", "Q: On Mon, A wrote:|> old"}},
		"a line between parts": {
			"Hello\n--\n" + strings.Repeat("more\n", 20), []string{"T: Hello|--|" + strings.TrimSuffix(strings.Repeat("more|", 20), "|")},
		},
		"a forwarded mail":   {"See below\n-----Original Message-----\nFrom: A\n\nold", []string{"T: See below", "Q: -----Original Message-----|From: A||old"}},
		"a page":             {"<p>Hello</p><p>On Mon, A wrote:</p><blockquote><p>old</p></blockquote><p>more</p>", []string{"T: Hello", "Q: On Mon, A wrote:||> old", "T: more"}},
		"a page's signature": {"<div><p>Thanks,<br>P</p><p style='x'>Sent from my phone</p></div>", []string{"T: Thanks,  |P", "S: Sent from my phone"}},
		"code":               {"<pre>> not a quote\n-- \nnot one either</pre>", []string{"T: ```|> not a quote|-- |not one either|```"}},
	} {
		if got := mailParts(c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
