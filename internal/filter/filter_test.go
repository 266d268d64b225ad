package filter_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"frontdesk/internal/filter"
	"frontdesk/internal/safetext/texttest"
)

func TestFilter_IsReadAndWrittenTheSame(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"refund  late ":                  "refund late",
		"-refund":                        "-refund",
		`"exact   words"`:                `"exact words"`,
		`"one"`:                          "one",
		`-"exact words`:                  `-"exact words"`,
		`"say ""now"""`:                  `"say ""now"""`,
		`5"screen`:                       `5"screen`,
		"queue:hardware,billing":         "queue:hardware,billing",
		`QUEUE:"Second line",bl`:         `queue:"Second line",bl`,
		"-is:closed":                     "-is:closed",
		"is:OPEN is:escalated":           "is:open is:escalated",
		"prio:>=High":                    "prio:>=high",
		"prio:P1":                        "prio:P1",
		`queue:="Second line",=bl`:       `queue:="Second line",=bl`,
		`queue:"=x",x`:                   `queue:"=x",x`,
		"prio:=High,None assignee:=me":   "prio:=High,none assignee:=me",
		"due:<2h":                        "due:<2h",
		"due:overdue,today":              "due:overdue,today",
		"created:2026-11-20":             "created:2026-11-20",
		"created:2026-11-01..2026-11-20": "created:2026-11-01..2026-11-20",
		"age:>2d has:draft":              "age:>2d has:draft",
		"+1 (512) 555-01 99":             "+1 (512) 555-01 99",
		`"555 01 99"`:                    `"555 01 99"`,
		"http://example.com/a?b:c":       "http://example.com/a?b:c",
		"10:30":                          "10:30",
		"Re: refund":                     "Re: refund",
		`"queue:x"`:                      `"queue:x"`,
		`"-x"`:                           `"-x"`,
		"-":                              "-",
		"- x":                            "- x",
		"--x":                            `-"-x"`,
		`assignee:ünal,"Bo Ek"`:          `assignee:ünal,"Bo Ek"`,
		"検索 queue:日本":                    "検索 queue:日本",
		"שלום -مرحبا":                    "שלום -مرحبا",
	} {
		f, err := filter.Parse(text)
		if err != nil || f.String() != want {
			t.Errorf("%q became %q, %v", text, f, err)
		}
	}
}

func TestFilter_ARunOfDigitsIsOneNumber(t *testing.T) {
	f, err := filter.Parse("late +1 (512) 555-01 99 black 713 -5")
	if err != nil || len(f.Terms) != 5 {
		t.Fatal(f, err)
	}
	for i, want := range []filter.Term{{Text: "late"}, {Text: "+1 (512) 555-01 99", Number: true}, {Text: "black"}, {Text: "713", Number: true}, {Text: "5", Number: true, Not: true}} {
		want.At = f.Terms[i].At
		if !reflect.DeepEqual(f.Terms[i], want) {
			t.Errorf("%+v", f.Terms[i])
		}
	}
}

func TestFilter_SaysWhatItDoesNotUnderstandAndWhere(t *testing.T) {
	for _, c := range []struct {
		text       string
		column     int
		incomplete bool
		want       string
	}{
		{"queue:", 7, true, "queue: needs a value, such as queue:"},
		{"queue: x", 7, false, "queue: needs a value"},
		{"queue:a,", 9, true, "needs a value"},
		{"queue:=", 7, true, "needs a value"},
		{"is:=open", 4, false, "is:=open is not understood"},
		{"ünal is:opne", 9, false, "is:opne is not understood; known are open, closed, escalated, unread, unattended, late, risk"},
		{"is:op", 4, true, "is:op is not understood"},
		{"is:op x", 4, false, "is:op is not understood"},
		{"has:everything", 5, false, "known are draft, callback, order"},
		{"prio:>=urgnt", 6, false, "prio:>=urgnt cannot be compared; known are critical, urgent, highest, high, medium, normal, low, lowest"},
		{"prio:>=ur", 6, true, "prio:>=ur"},
		{"due:<2", 5, true, "due:<2 needs a number with m, h, d or w"},
		{"due:<2y", 5, false, "due:<2y needs a number"},
		{"due:<99999d", 5, false, "needs a number"},
		{"created:2026-1", 9, true, "created:2026-1 is not understood"},
		{"created:2026-13-01", 9, false, "created:2026-13-01 is not understood"},
		{"created:2026-11-20..2026-11-01", 9, false, "is not understood"},
		{"age:today", 5, false, "age:today is not understood"},
		{"x quue:hardware", 3, false, "quue: is not a condition; did you mean queue:?"},
		{"-asignee:me", 2, false, "did you mean assignee:?"},
		{"crated:today", 1, false, "did you mean created:?"},
	} {
		_, err := filter.Parse(c.text)
		var fault *filter.Fault
		if !errors.As(err, &fault) {
			t.Errorf("%q is understood", c.text)
			continue
		}
		if fault.Column != c.column || fault.Incomplete != c.incomplete || !strings.Contains(fault.Text, c.want) {
			t.Errorf("%q: %+v", c.text, fault)
		}
	}
}

func TestFilter_AWordThatLooksLikeAConditionIsSaidToBeAWord(t *testing.T) {
	f, err := filter.Parse("subject:refund http://x.example 10:30 queue:x Re:")
	if err != nil || len(f.Notes) != 1 || f.Notes[0] != "subject: is not a condition, so it is searched as a word" {
		t.Error(f.Notes, err)
	}
}

func TestFilter_TheRestIsUnderstoodAfterAFault(t *testing.T) {
	f, err := filter.Parse("is:nothing queue:hardware,, refund")
	if err == nil || f.String() != "queue:hardware refund" {
		t.Error(f, err)
	}
}

func TestFilter_HostileTextsAreWords(t *testing.T) {
	for _, c := range texttest.Some(t, 500, 5000) {
		checkText(t, c.Text)
		checkText(t, "queue:"+c.Text)
		checkText(t, `-"`+c.Text)
	}
	for _, text := range texttest.Honest(t) {
		checkText(t, text)
	}
}

// checkText fails unless a text can be read, and what was understood is read the same again.
func checkText(t *testing.T, text string) {
	t.Helper()
	f, err := filter.Parse(text)
	again, second := filter.Parse(f.String())
	if again.String() != f.String() || err == nil && second != nil {
		t.Errorf("%q became %q and then %q, %v", text, f, again, second)
	}
	if err == nil && len(again.Terms) != len(f.Terms) {
		t.Errorf("%q has %d terms and then %d", text, len(f.Terms), len(again.Terms))
	}
	filter.Completions(text, func(filter.Name) []filter.Choice { return []filter.Choice{{Text: "a b"}} })
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"queue:a,\"b c\"", "-is:open due:<2h", "1 \"\" 2", "created:2026-11-01..2026-11-20", "--", "\"a\"\"b", "quue:x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text) })
}

func TestCompletion_OffersConditionsAndTheirValues(t *testing.T) {
	queues := func(n filter.Name) []filter.Choice {
		if n != filter.Queue {
			return nil
		}
		return []filter.Choice{{Text: "Billing", Count: 4}, {Text: "Hardware", Count: 3}, {Text: "Second line", Count: 2}, {Text: "New-hardware"}}
	}
	for text, want := range map[string][]string{
		"":                    nil,
		"q":                   {"queue:"},
		"refund -Q":           {"refund -queue:"},
		"refund ":             nil,
		"c":                   {"customer:", "created:", "callback:"},
		"refund":              nil,
		"queue:":              {"queue:Billing", "queue:Hardware", `queue:"Second line"`, "queue:New-hardware"},
		"queue:hard":          {"queue:Hardware", "queue:New-hardware"},
		"queue:hardware":      nil,
		"queue:newhard":       {"queue:New-hardware"},
		"queue:secondline":    {`queue:"Second line"`},
		"queue:HARDWARE,":     {"queue:HARDWARE,Billing", "queue:HARDWARE,Hardware", `queue:HARDWARE,"Second line"`, "queue:HARDWARE,New-hardware"},
		`-queue:"sec`:         {`-queue:"Second line"`},
		`queue:"Second line"`: nil,
		"is:":                 {"is:open", "is:closed", "is:escalated", "is:unread", "is:unattended", "is:late", "is:risk"},
		"x is:e":              {"x is:escalated"},
		"assignee:n":          {"assignee:none"},
		"due:<":               {"due:<2h"},
		"http://x":            nil,
	} {
		var got []string
		for _, c := range filter.Completions(text, queues) {
			got = append(got, c.Whole)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q is completed by %q", text, got)
		}
	}
}

func TestConditions_HaveExamplesThatAreUnderstood(t *testing.T) {
	for _, c := range filter.Conditions {
		f, err := filter.Parse(c.Example)
		if err != nil || len(f.Terms) != 1 || f.Terms[0].Name != c.Name || c.Meaning == "" {
			t.Errorf("%s: %v %v", c.Example, f, err)
		}
		for _, v := range c.Values {
			if f, err := filter.Parse(string(c.Name) + ":" + v.Text); err != nil || f.String() != string(c.Name)+":"+v.Text {
				t.Errorf("%s:%s: %v %v", c.Name, v.Text, f, err)
			}
		}
	}
}
