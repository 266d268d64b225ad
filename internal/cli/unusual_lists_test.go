package cli_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestAnswers_ListsInOtherFormsAreShownAndPrinted(t *testing.T) {
	rows := map[string]string{
		"ticket":   `{"ticketId":"701","title":"café","date":"20-11-2026 10:00","status":"Pending"}`,
		"faq":      `{"id":701,"title":"café","detail":"x","enabled":"Yes"}`,
		"customer": `{"id":701,"name":"café"}`,
		"order":    `{"order_id":"701","customer_name":"café"}`,
	}
	for _, form := range []string{`{"0":%s}`, `{"701":%s}`, `%s`, `[[%s]]`, `TEXT[%s]TEXT`} {
		for _, args := range [][]string{reads[1], reads[2], reads[4], reads[6], reads[7]} {
			body := fmt.Sprintf(form, rows[args[0]])
			if args[1] == "categories" {
				body = strings.Replace(body, `"title"`, `"name"`, 1)
			}
			if inner, isText := strings.CutPrefix(body, "TEXT"); isText {
				body = strconv.Quote(strings.TrimSuffix(inner, "TEXT"))
			}
			body = `{"status":"success","message":` + body + `}`
			u := clitest.NewUpstream(t, answerWith(200, body))
			if got := runAgainst(t, u.URL, "", args...); got.code != 0 || !strings.Contains(got.out, "701") || !strings.Contains(got.out, "café") {
				t.Errorf("%s of %s: %s", strings.Join(args, " "), body, got)
			}
			got := runAgainst(t, u.URL, "", append(args[:len(args):len(args)], "--json")...)
			if got.code != 0 || strings.Count(got.out, "701") != 1 || !strings.HasPrefix(got.out, "[\n{") {
				t.Errorf("%s --json of %s: %s", strings.Join(args, " "), body, got)
			}
		}
	}
}

func TestAnswers_WhatIsNoListIsNeverPrintedAsNone(t *testing.T) {
	for _, message := range []string{`7`, `"see the attachment"`, `[7]`, `true`} {
		u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":`+message+`}`))
		for _, args := range addScriptForms([][]string{reads[1], reads[2], reads[4], reads[6], reads[7]}) {
			got := runAgainst(t, u.URL, "", args...)
			if got.code != exitcode.Failed || got.out != "" || !strings.Contains(got.errOut, "`message") || !strings.Contains(got.errOut, ", not a") {
				t.Errorf("%s of %s: %s", strings.Join(args, " "), message, got)
			}
		}
	}
}

const twofoldDay = `{"totalCount":4,"status":"success","message":[
	{"ticketId":"522","title":"newer","date":"20-11-2026 08:00","lastConvesationTime":"20-11-2026 11:00"},
	{"ticketId":"522","title":"older","date":"20-11-2026 08:00","lastConvesationTime":"20-11-2026 10:00"},
	{"ticketId":"","title":"no number one","date":"20-11-2026 08:00"},
	{"title":"no number two","date":"20-11-2026 08:00"}]}`

func TestAnswers_OfTwoRowsWithOneNumberTheNewerIsPrintedAndRowsWithoutOneAreCounted(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, twofoldDay))
	for _, args := range addScriptForms([][]string{reads[1], append(reads[1][:len(reads[1]):len(reads[1])], "--filter", "newer")}) {
		got := runAgainst(t, u.URL, "", args...)
		if got.code != 0 || !strings.Contains(got.out, "newer") || strings.Contains(got.out, "older") || strings.Contains(got.out, "no number") {
			t.Errorf("%s: %s", strings.Join(args, " "), got)
		}
		if !strings.Contains(got.errOut, "2 rows without a ticket number left out") {
			t.Errorf("%s does not say what is left out: %s", strings.Join(args, " "), got)
		}
	}
	got := runAgainst(t, u.URL, "", addOneDay("stats")...)
	if got.code != 0 || !strings.Contains(got.errOut, "2 rows without a ticket number left out") {
		t.Errorf("stats: %s", got)
	}
}
