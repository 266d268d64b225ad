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
		for _, p := range s.Split(chunk, true) {
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
		"its introduction":        {"Hello\n\nOn Mon, Asha wrote:\n> old", []string{"T: Hello", "Q: On Mon, Asha wrote:|> old"}},
		"a wrapped one":           {"Hello\n\nOn Mon, 16 Nov 2026 at 10:00,\nAsha <a@example.com> wrote:\n\n> old", []string{"T: Hello", "Q: On Mon, 16 Nov 2026 at 10:00,|Asha <a@example.com> wrote:||> old"}},
		"in German":               {"Hallo\nAm Montag schrieb Asha:\nich", []string{"T: Hallo|Am Montag schrieb Asha:|ich"}},
		"in German with a quote":  {"Hallo\nAm Montag hat Asha geschrieben:\n> alt", []string{"T: Hallo", "Q: Am Montag hat Asha geschrieben:|> alt"}},
		"answers between quotes":  {"On Mon, A wrote:\n> one?\nyes\n> two?\nno", []string{"Q: On Mon, A wrote:|> one?", "T: yes", "Q: > two?", "T: no"}},
		"somebody wrote":          {"Your agent wrote:\ncall me", []string{"T: Your agent wrote:|call me"}},
		"a signature":             {"Hello\n-- \nPriya\nChennai", []string{"T: Hello", "S: --|Priya|Chennai"}},
		"a phone's":               {"Hello\n\nSent from my iPhone", []string{"T: Hello", "S: Sent from my iPhone"}},
		"a signature and a quote": {"Hello\n--\nPriya\n\nOn Mon, A wrote:\n> old", []string{"T: Hello", "S: --|Priya", "Q: On Mon, A wrote:|> old"}},
		"a line between parts": {
			"Hello\n--\n" + strings.Repeat("more\n", 20), []string{"T: Hello|--|" + strings.TrimSuffix(strings.Repeat("more|", 20), "|")},
		},
		"a forwarded mail":   {"See below\n-----Original Message-----\nFrom: A\n\nold", []string{"T: See below", "Q: -----Original Message-----|From: A||old"}},
		"a page":             {"<p>Hello</p><p>On Mon, A wrote:</p><blockquote><p>old</p></blockquote><p>more</p>", []string{"T: Hello", "Q: On Mon, A wrote:||> old", "T: more"}},
		"a page's signature": {"<div><p>Thanks,<br>P</p><p style='x'>Sent from my phone</p></div>", []string{"T: Thanks,|P", "S: Sent from my phone"}},
		"code":               {"<pre>> not a quote\n-- \nnot one either</pre>", []string{"T: ```|> not a quote|-- |not one either|```"}},
	} {
		if got := mailParts(c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestMail_WhatMayBeWrittenIsNotFolded(t *testing.T) {
	for name, body := range map[string]string{
		"a sentence that begins like a signature": "Hello,\nSent from my bank account: 250 EUR on Monday.\nThe order says unpaid.",
		"money that was sent":                     "Sent from my phone to his account: 20 EUR",
		"a phone's line amid the text":            "Sent from my iPhone\nPlease call me back\ntoday",
		"settings":                                "My settings:\n> 40 degrees: the machine stops\n>> turbo: it hums\nWhat now?",
		"a prompt":                                "I typed this:\n> ping router\n> 4 packets lost\n$ ifconfig",
		"what a technician wrote":                 "The technician wrote:\n> replace the belt\nIs that right?",
		"a quote of a screen":                     "<p>The error on my screen is:</p><blockquote><p>E-77: pump blocked</p></blockquote><p>Help.</p>",
		"two dashes between parts":                "Order 4711\n--\nPlease also check invoice 12, it is wrong.",
		"items below two dashes":                  "Missing:\n--\n- belt\n- pump",
		"a question below two dashes":             "Hello\n--\nWhen do you come?",
		"dashes twice":                            "a\n--\nb\n--\nc",
		"a heading of a forward without one":      "---- Original Message ----\nis what the printer says",
		"a long list below two dashes":            "a\n--\n" + strings.Repeat("belt\n", 9),
	} {
		for _, part := range mailParts(body) {
			if !strings.HasPrefix(part, "T: ") {
				t.Errorf("%s: %q is folded", name, part)
			}
		}
	}
}

func TestMail_ProgramsSignInManyWords(t *testing.T) {
	for _, line := range []string{
		"Sent from my iPhone", "Sent from my iPhone, please excuse typos", "Sent from my Samsung Galaxy smartphone.",
		"Sent from Outlook for Android", "Sent from Mail for Windows 10", "Get Outlook for iOS<https://aka.ms/o0ukef>",
		"Von meinem iPhone gesendet", "Gesendet von meinem iPad", "Envoyé de mon iPhone", "Enviado desde mi iPhone",
		"Inviato da iPhone", "Wysłane z iPhone'a", "Sent via Yahoo Mail on Android",
	} {
		for _, body := range []string{"Hello\n\n" + line, "<p>Hello</p><div>" + strings.ReplaceAll(line, "<", "&lt;") + "</div>"} {
			if got := mailParts(body); len(got) != 2 || !strings.HasPrefix(got[1], "S: ") {
				t.Errorf("%q gives %q", body, got)
			}
		}
	}
	if got := mailParts(`<p>Hello</p><p>Get <a href="https://aka.ms/x">Outlook for iOS</a></p>`); len(got) != 2 || !strings.HasPrefix(got[1], "S: ") {
		t.Errorf("a line with a link gives %q", got)
	}
	for _, intro := range []string{"On Mon, 16 Nov 2026 at 10:00, Asha <a@example.com> wrote:", "Asha <a@example.com> wrote:", "Le lundi, Asha a écrit :"} {
		if got := mailParts("Hello\n" + intro + "\n> old"); len(got) != 2 || !strings.HasPrefix(got[1], "Q: "+intro[:2]) {
			t.Errorf("%q introduces no quote: %q", intro, got)
		}
	}
}
