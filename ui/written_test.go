package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

// written holds what people wrote, and lines that must be read of it.
var written = map[string]struct {
	body  string
	lines []string
}{
	"escaped code": {
		"<p>I have &lt;b&gt;bold&lt;/b&gt; and</p><pre>&lt;script&gt;\n  go();\n&lt;/script&gt;</pre>",
		[]string{"I have <b>bold</b> and", "<script>", "  go();", "</script>"},
	},
	"a comment about tags":   {"I wrote <script>go()</script> before </body> there.", []string{"I wrote <script>go()</script> before </body> there."}},
	"lines with one tag":     {"Order 4711:\n1x pump\n2x belt\nSee <b>page 2</b>.\n- leak\n  indented", []string{"1x pump", "2x belt", "See page 2.", "- leak", "indented"}},
	"a sentence":             {"Hello,\nSent from my bank account: 250 EUR.\nIt is unpaid.", []string{"Sent from my bank account: 250 EUR.", "It is unpaid."}},
	"lines that begin oddly": {"I typed:\n> ping router\n>> lost\n$ x", []string{"> ping router", ">> lost"}},
	"a quote of a screen":    {"<p>It says:</p><blockquote><p>E-77: blocked</p></blockquote><p>Help.</p>", []string{"E-77: blocked", "Help."}},
	"two lists":              {"<ol><li>Unplug<li>Wait</ol><ol><li>Press<li>Hold</ol>", []string{"1. Unplug", "2. Wait", "1. Press", "2. Hold"}},
	"letters":                {"<ol type=a><li>Restart<li>Reset</ol><ol><li value=10>ten<li>eleven</ol>", []string{"a. Restart", "b. Reset", "10. ten", "11. eleven"}},
	"sizes": {
		"<p>10<sup>6</sup> pages of 5 m<sup>2</sup>, was <del>19.99</del></p><p><input type=checkbox checked> paid <input type=checkbox> sent</p>",
		[]string{"10⁶ pages of 5 m², was ~~19.99~~", "[x] paid [ ] sent"},
	},
	"links": {
		`<p><a href="tel:+18005550100">call</a>, <a href="/kb/42">read</a></p><p><a href="https://пример.рф/путь">site</a></p>`,
		[]string{"call (tel:+18005550100), read (/kb/42)", "site (https://пример.рф/путь)"},
	},
}

func TestTicket_WhatPeopleWroteIsShown(t *testing.T) {
	t.Parallel()
	for name, c := range written {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 80, Height: 40, Desk: newConversation(c.body)}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("enter")
				s.RequireText(c.lines...)
				s.RequireNoText("▸ quoted mail", "▸ signature")
			})
		})
	}
}

func TestAccessible_WhatPeopleWroteIsRead(t *testing.T) {
	t.Parallel()
	for name, c := range written {
		t.Run(name, func(t *testing.T) {
			uitest.RunLines(t, uitest.Options{Desk: newConversation(c.body)}, func(t *testing.T, s *uitest.Lines) {
				s.Enter("1", "")
				for _, line := range c.lines {
					if !strings.Contains(s.Transcript(), strings.TrimSpace(line)) {
						t.Errorf("%q is not in\n%s", line, s.Transcript())
					}
				}
			})
		})
	}
}
