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
			got := runAgainst(t, u.URL, "", append(args[:len(args):len(args)], "--raw")...)
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

// modified is a lastModificationTime at an hour of 20 November 2026, whose months count from 0.
func modified(hour int) string {
	return fmt.Sprintf(`{"year":2026,"month":10,"dayOfMonth":20,"hourOfDay":%d,"minute":0,"second":0}`, hour)
}

// TestAnswers_OfTwoRecordsWithOneIDTheNewerIsPrintedAndThoseWithoutOneAreCounted: the table and JSON have the same ones.
// Nothing tells which of two orders is newer, so the later one is used.
func TestAnswers_OfTwoRecordsWithOneIDTheNewerIsPrintedAndThoseWithoutOneAreCounted(t *testing.T) {
	customer := func(name string, hour int) string {
		return `{"id":701,"name":"` + name + `","lastModificationTime":` + modified(hour) + `}`
	}
	article := func(title, day string) string {
		return `{"id":701,"title":"` + title + `","enabled":"Yes","createDate":"` + day + ` Nov, 2026 10:00"}`
	}
	for name, c := range map[string]struct {
		read []string
		rows []string
		says string
	}{
		"customers, the newer first": {reads[6], []string{customer("newer", 12), customer("older", 9), `{"name":"nobody"}`}, "1 customer without an id"},
		"customers, the older first": {reads[6], []string{customer("older", 9), customer("newer", 12), `{"id":"","name":"nobody"}`}, "1 customer without an id"},
		"orders": {reads[7], []string{
			`{"order_id":"701","customer_name":"older"}`, `{"order_id":"702","customer_name":"other"}`,
			`{"order_id":"701","customer_name":"newer"}`, `{"customer_name":"nobody"}`,
		}, "1 order without an id"},
		"articles, the newer first": {reads[2], []string{article("newer", "20"), article("older", "19"), `{"title":"nobody","enabled":"Yes"}`}, "1 article without an id"},
		"articles, the older first": {reads[2], []string{article("older", "19"), article("newer", "20"), `{"title":"nobody","enabled":"Yes"}`}, "1 article without an id"},
	} {
		u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":[`+strings.Join(c.rows, ",")+`]}`))
		for _, args := range addScriptForms([][]string{c.read}) {
			got := runAgainst(t, u.URL, "", args...)
			if got.code != 0 || strings.Count(got.out, "newer") != 1 || strings.Contains(got.out, "older") || !strings.Contains(got.out, "nobody") {
				t.Errorf("%s, %s: %s", name, strings.Join(args, " "), got)
			}
			if !strings.Contains(got.errOut, c.says) {
				t.Errorf("%s, %s does not say what has no id: %s", name, strings.Join(args, " "), got)
			}
		}
	}
}
