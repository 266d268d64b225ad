package markdown_test

import (
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/markdown"
)

func TestMarkdown_LinkThatReadsAsAnotherHostIsNotALink(t *testing.T) {
	const evil = "https://evil.example/x"
	for _, c := range []struct{ html, shown, unlinked string }{
		{`<a href="` + evil + `">https://bank.example/login</a>`, "https://bank.example/login (" + evil + ")", "https://bank.example/login"},
		{`<a href="` + evil + `">bank.example</a>`, "bank.example (" + evil + ")", "bank.example"},
		{`<a href="` + evil + `"><b>bank</b>.example</a>`, "bank.example (" + evil + ")", ".example ("},
		{`<a href="` + evil + `">Go to www.bank.example now</a>`, "Go to www.bank.example now (" + evil + ")", "Go to www.bank.example now"},
		{`<a href="` + evil + `">https://bank.example@evil.example.bank.example</a>`, "https://bank.example@evil.example.bank.example (" + evil + ")", "https://bank"},
		{`<a href="` + evil + `">https://bank。example</a>`, "https://bank。example (" + evil + ")", "https://bank。example"},
		{`<a href="https://bank.example@evil.example/x">https://bank.example/</a>`, "https://bank.example/ (https://bank.example@evil.example/x)", "https://bank.example/"},
		{`<a href="https://bank.example.evil.example/">bank.example</a>`, "bank.example (https://bank.example.evil.example/)", "bank.example"},
		{`<a href="mailto:a@evil.example">help@bank.example</a>`, "help@bank.example (mailto:a@evil.example)", "help@bank.example"},
	} {
		lines := strings.Join(draw(t, markdown.NewRenderer(), c.html, c.html, markdown.Options{Width: 120}), "\n")
		if got := stripStyles(lines); got != c.shown {
			t.Errorf("%s is drawn as %q, want %q", c.html, got, c.shown)
		}
		before, _, found := strings.Cut(lines, c.unlinked)
		if !found || strings.Contains(before, "\x1b]8;") {
			t.Errorf("%s: %q is drawn as a link: %q", c.html, c.unlinked, lines)
		}
	}
}

func TestMarkdown_LinkToTheHostThatItNamesStaysALink(t *testing.T) {
	for _, html := range []string{
		`<a href="https://help.example.com/a?b=1">help.example.com</a>`,
		`<a href="https://www.help.example.com/">https://HELP.example.com/guide</a>`,
		`<a href="https://help.example.com/a">the guide, version 1.2 (see chapter 3.4)</a>`,
		`<a href="mailto:help@example.com">Write to help@example.com</a>`,
	} {
		lines := strings.Join(draw(t, markdown.NewRenderer(), html, html, markdown.Options{Width: 120}), "\n")
		if at := strings.Index(lines, "\x1b]8;"); at < 0 || stripStyles(lines[:at]) != "" {
			t.Errorf("%s is no link: %q", html, lines)
		}
	}
}

func TestMarkdown_NoHostileLinkHidesWhereItLeads(t *testing.T) {
	for _, c := range texttest.Hostile(t) {
		if !strings.HasPrefix(c.Name, "link that reads") && !strings.HasPrefix(c.Name, "link that hides") {
			continue
		}
		lines := strings.Join(draw(t, markdown.NewRenderer(), c.Name, c.Text, markdown.Options{Width: 120, Theme: dark}), "\n")
		shown := stripStyles(lines)
		if !strings.Contains(shown, "bank") || !strings.Contains(shown, "evil.example") {
			t.Errorf("%s: shown is %q", c.Name, shown)
		}
		if at := strings.Index(lines, "\x1b]8;"); at >= 0 && at < strings.Index(lines, "bank") {
			t.Errorf("%s: what reads as the bank is a link: %q", c.Name, lines)
		}
	}
}
