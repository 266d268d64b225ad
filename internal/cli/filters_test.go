package cli_test

import (
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestFilters_WordsOfOtherDesksWorkInCommands(t *testing.T) {
	day := `{"status":"success","message":[
		{"ticketId":"701","title":"one","date":"20-11-2026 10:00","status":"Pending","substatus":"Unattended","substatusKey":"US","priority":"High"},
		{"ticketId":"702","title":"two","date":"20-11-2026 10:00","status":"Complete","substatus":"Closed","substatusKey":"CL","priority":"Low"}]}`
	u := clitest.NewUpstream(t, answerWith(200, day))
	for text, want := range map[string]string{
		"status:open": "701", "status:closed": "702", "priority:high": "701", "status:Unattended": "701", "-status:open": "702",
	} {
		got := runAgainst(t, u.URL, "", slices.Concat(reads[1], []string{"--filter", text})...)
		other := map[string]string{"701": "702", "702": "701"}[want]
		if got.code != 0 || !strings.Contains(got.out, want) || strings.Contains(got.out, other) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestFilters_WhatIsNotUnderstoodIsRefusedInScriptsAndTheConfiguration(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":[]}`))
	for text, says := range map[string]string{
		"tag:vip": "tag: is not a condition", `queue:"Second`: "not closed", "status:": "needs a value", "prioriy:high": "did you mean priority:?",
	} {
		for _, args := range [][]string{reads[1], addOneDay("stats")} {
			got := runAgainst(t, u.URL, "", slices.Concat(args, []string{"--filter", text})...)
			if got.code != exitcode.Usage || !strings.Contains(got.errOut, says) || !strings.Contains(got.errOut, "column") {
				t.Errorf("%s: %s", text, got)
			}
		}
		path := writeTestFile(t, "config", "[[views]]\nname = \"Mine too\"\nfilter = '"+text+"'\n")
		got := runAgainst(t, u.URL, "", append(addOneDay("stats"), "--config", path)...)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, says) {
			t.Errorf("a view with %s: %s", text, got)
		}
	}
	if sent := u.Sent(); len(sent) > 0 {
		t.Errorf("requests were sent: %q", sent)
	}
}

// TestFilters_NumbersAreFoundHoweverTheyAreWritten: those that were copied bring marks of direction with them, and codes
// are written otherwise elsewhere.
func TestFilters_NumbersAreFoundHoweverTheyAreWritten(t *testing.T) {
	day := `{"status":"success","message":[
		{"ticketId":"701","title":"Where is my parcel","date":"20-11-2026 10:00","phone":"+91 98765 43210","orderId":"5258048"},
		{"ticketId":"702","title":"About ACM-258048","date":"20-11-2026 10:00"}]}`
	u := clitest.NewUpstream(t, answerWith(200, day))
	for text, want := range map[string]string{
		"\u202a+91 98765 43210\u202c": "701", "\u206809876543210\u2069": "701", "98765\u00a043210": "701",
		"ACM-258048": "701 702", "acm\u2011258048": "701 702", "parcle": "",
	} {
		got := runAgainst(t, u.URL, "", slices.Concat(reads[1], []string{"--filter", text})...)
		for _, id := range []string{"701", "702"} {
			if got.code != 0 || strings.Contains(got.out, id) != strings.Contains(want, id) {
				t.Errorf("%q: %s", text, got)
			}
		}
	}
}
