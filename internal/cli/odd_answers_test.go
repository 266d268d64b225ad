package cli_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/connection"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext/texttest"
)

// TestAnswers_NumbersAsTextAndNullsAreReadAndPrintedAsTheyCame: %s stands for the record in each answer.
func TestAnswers_NumbersAsTextAndNullsAreReadAndPrintedAsTheyCame(t *testing.T) {
	const (
		ticket   = `{"ticketId":713,"title":null,"taskTitle":"Drum &amp; belt","date":"20-11-2026 10:00","customerId":"61104","odd":[1.50,"x"]}`
		customer = `{"id":"61104","cmId":null,"name":"Asha &amp; Sons","isOrganization":"true","generationDate":null,"contacts":null,"maxCreditAmt":"1.50"}`
		order    = `{"order_id":"713","customer_id":"61104","customer_name":null,"delivery_status":7,"create_date":null,"associate_fields":[]}`
	)
	for _, c := range []struct {
		args           []string
		answer, record string
		one            bool // scripts get the record itself instead of a list
		splitCommand   []string
	}{
		{reads[0], `[%s]`, `{"task_details":` + strings.Replace(ticket, "713", "71", 1) + `,"history":[],"additional_info":null}`, false, []string{"71", "Drum & belt"}},
		{reads[1], `{"totalCount":null,"message":[%s],"status":"success"}`, ticket, false, []string{"713", "Drum & belt"}},
		{reads[2], `{"message":{"contents":[%s]},"status":"success"}`, `{"id":"9","categoryId":null,"title":7,"detail":null,"enabled":true}`, false, []string{"article 9", "7"}},
		{reads[3], `{"message":{"contents":[%s]},"status":"success"}`, `{"id":"9","title":"Drum &amp; belt","createDate":null}`, false, []string{"9", "Drum & belt"}},
		{reads[4], `{"message":{"category":[%s]},"status":"success"}`, `{"id":"9","name":"Drum &amp; belt","detail":null,"categoryPath":7}`, false, []string{"9", "Drum & belt"}},
		{reads[5], `{"Customer Details":%s,"status":"success"}`, customer, true, []string{"61104", "Asha & Sons"}},
		{reads[6], `{"message":[%s],"status":"success"}`, customer, false, []string{"61104", "Asha & Sons"}},
		{reads[7], `{"totalCount":"1","message":[%s],"status":"success"}`, order, false, []string{"713", "61104", "7"}},
		{reads[8], `{"totalCount":null,"message":[%s],"status":"success"}`, order, false, []string{"713", "61104"}},
		{writes[0], `%s`, `{"ticket":{"id":"7","ticketId":71,"substatus":"CL","isUnread":"false","nextFollowUp":null},"message":null,"status":"success"}`, true, []string{"71"}},
		{writes[2], `%s`, `{"ticket":{"ticketId":71,"taskTitle":null},"ticket_id":71,"customer_id":"","status":"success"}`, true, []string{"71"}},
		{writes[4], `%s`, `{"status":"success","message":null,"customer":{"result":"true","customer_id":"61104","contact_id":null}}`, true, []string{"customer 61104"}},
		{writes[6], `%s`, `{"status":"success"}`, true, []string{"customer 71"}},
		{writes[7], `%s`, `{"status":"success","Order":{"result":null,"order_id":"713","customer_id":"61104"}}`, true, []string{"order 713", "customer 61104"}},
		{writes[9], `%s`, `{"status":"success","Order":{"result":"1","customer_id":61104,"contact_id":""}}`, true, []string{"order 71"}},
	} {
		u := clitest.NewUpstream(t, answerWith(200, fmt.Sprintf(c.answer, c.record)))
		words := runAgainst(t, u.URL, "", c.args...)
		if words.code != 0 || slices.ContainsFunc(c.splitCommand, func(w string) bool { return !strings.Contains(words.out, w) }) {
			t.Errorf("%s: %s", strings.Join(c.args, " "), words)
		}
		want := "[\n" + c.record + "\n]\n"
		if c.one {
			want = c.record + "\n"
		}
		if scripts := runAgainst(t, u.URL, "", append(slices.Clip(c.args), "--raw")...); scripts.code != 0 || scripts.out != want {
			t.Errorf("%s: %s\nwants %s", strings.Join(c.args, " "), scripts, want)
		}
	}
}

// answerGzipped answers with a compressed body, whose content write produces.
func answerGzipped(t *testing.T, write func(io.Writer)) http.HandlerFunc {
	t.Helper()
	var body bytes.Buffer
	z, err := gzip.NewWriterLevel(&body, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	write(z)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(body.Bytes())
	}
}

func TestAnswers_LargeGzippedDayIsPrinted(t *testing.T) {
	t.Parallel()
	largeDay := 2_000 // tickets
	if texttest.Long() {
		largeDay = 20_000
	}
	u := clitest.NewUpstream(t, answerGzipped(t, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, `{"totalCount":"%d","message":[`, largeDay)
		for n := range largeDay {
			_, _ = fmt.Fprintf(w, `{"ticketId":"%d","title":"Ticket %d","detail":%q,"date":"20-11-2026 10:%02d"},`, n, n, strings.Repeat("word ", 100), n%60)
		}
		_, _ = io.WriteString(w, `{"ticketId":"0"}],"status":"success"}`)
	}))
	words := runAgainst(t, u.URL, "", reads[1]...)
	if n := strings.Count(words.out, "\n"); words.code != 0 || n != largeDay+1 {
		t.Errorf("%d lines, %d %s", n, words.code, words.errOut)
	}
	scripts := runAgainst(t, u.URL, "", append(slices.Clip(reads[1]), "--raw")...)
	var all []map[string]any
	if err := json.Unmarshal([]byte(scripts.out), &all); err != nil || scripts.code != 0 || len(all) != largeDay {
		t.Errorf("%d tickets, %v, %d %s", len(all), err, scripts.code, scripts.errOut)
	}
}

func TestAnswers_DecompressionBombIsRefused(t *testing.T) {
	t.Parallel()
	blocks := connection.MaxResponseBytes>>20 + 1
	if connection.MaxResponseBytes == 0 {
		blocks = 260 // the client's own limit is 256 MiB
	}
	u := clitest.NewUpstream(t, answerGzipped(t, func(w io.Writer) {
		block := []byte(strings.Repeat(" ", 1<<20))
		for range blocks {
			_, _ = w.Write(block)
		}
	}))
	commands := []struct {
		args []string
		code int
	}{
		{reads[9], exitcode.Failed}, // as it comes
		{writes[6], exitcode.Unknown},
		{reads[0], exitcode.Failed},
		{writes[0], exitcode.Unknown}, // which reads the ticket, too
	}
	for _, c := range commands {
		t.Run(strings.Join(c.args[:2], " "), func(t *testing.T) {
			t.Parallel()
			got := runAgainst(t, u.URL, "{}", c.args...)
			if got.code != c.code || !strings.Contains(got.errOut, "too large") {
				t.Errorf("%d %s", got.code, got.errOut)
			}
		})
	}
}
