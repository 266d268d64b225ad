package wire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// tooLarge returns the limit that an error names; empty for any other error.
func tooLarge(err error) string {
	var large *wire.TooLargeError
	if errors.As(err, &large) {
		return large.Limit
	}
	return ""
}

// skipLargeAnswerUnderRace skips a test that decodes a large answer in its own goroutine: the race detector takes ten
// times as long for it, and finds nothing there.
func skipLargeAnswerUnderRace(t *testing.T) {
	t.Helper()
	if texttest.Race {
		t.Skip("one goroutine decodes a large answer: skipped under the race detector")
	}
}

func TestAnswer_ALargeDayIsRead(t *testing.T) {
	skipLargeAnswerUnderRace(t)
	list := func(n int) string {
		return `{"message":[` + strings.Repeat(`{"ticketId":"1"},`, n-1) + `{"ticketId":"1"}],"status":"success"}`
	}
	for n, want := range map[int]string{250_000: "", 250_001: "250,000 records"} {
		page, err := wire.PullTicket.Decode(strings.NewReader(list(n)), wire.DecodeOptions{})
		if tooLarge(err) != want || want == "" && (page.Records != n || err != nil) {
			t.Errorf("%d of %d records: %v", page.Records, n, err)
		}
	}
}

func TestAnswer_LargestPageOfCustomersIsRead(t *testing.T) {
	filled := strings.Replace(object(customerRecord.numbered()), `"contacts":[]`, `"contacts":[`+object(contactRecord.numbered())+`]`, 1)
	body := `{"message":[` + strings.Repeat(filled+",", 9_999) + filled + `],"status":"success"}`
	all, err := wire.PullCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{})
	if err != nil || len(all) != 10_000 {
		t.Errorf("%d customers: %v", len(all), err)
	}
}

// manyParts are more parts than an answer may have, and partsLimit is how that limit is named.
const (
	manyParts  = 1_100_000
	partsLimit = "1,000,000 fields and entries"
)

// TestAnswer_OfTooManyEntriesIsRefused: together with the fields, which take less time, they are too many.
func TestAnswer_OfTooManyEntriesIsRefused(t *testing.T) {
	skipLargeAnswerUnderRace(t)
	const entries = 200_000
	body := `[{` + manyFields(manyParts-entries) + `"history":[` + strings.Repeat(`"1",`, entries) + `"1"],"task_details":{"ticketId":"1"}}]`
	if err := readTickets(strings.NewReader(body)); tooLarge(err) != partsLimit {
		t.Error(err)
	}
}

// TestAnswer_OfTooManyFieldsIsRefused: few records hold what would fill the memory.
func TestAnswer_OfTooManyFieldsIsRefused(t *testing.T) {
	numbered := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"a%d":1,`, i)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		read func(io.Reader) error
		body func() string
	}{
		"blocks of a ticket": {readTickets, func() string {
			return `[{` + manyFields(manyParts) + `"task_details":{"ticketId":"1"}}]`
		}},
		"fields of a ticket": {readTickets, func() string {
			return `[{"task_details":{` + numbered(manyParts) + `"ticketId":"1"}}]`
		}},
		"fields of customers": {readCustomers, func() string {
			record := `{"id":1,` + numbered(2000) + `"b":1},`
			return `{"message":[` + strings.Repeat(record, manyParts/2000) + `{}],"status":"success"}`
		}},
		"fields of orders": {readOrders, func() string {
			record := `{` + numbered(2000) + `"b":1},`
			return `{"message":[` + strings.Repeat(record, manyParts/2000) + `{}],"status":"success"}`
		}},
	} {
		if strings.HasPrefix(name, "fields") && !texttest.Long() {
			continue // seconds each
		}
		if err := c.read(strings.NewReader(c.body())); tooLarge(err) != partsLimit {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// manyFields returns members of a ticket that have n fields together.
func manyFields(n int) string {
	block := `"additional_info":{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 2000), ",") + `},`
	return strings.Repeat(block, n/2000)
}

func readTickets(r io.Reader) error {
	_, err := wire.GetTicket.Decode(r, wire.DecodeOptions{})
	return err
}

func readCustomers(r io.Reader) error {
	_, err := wire.PullCustomer.Decode(r, wire.DecodeOptions{})
	return err
}

func readOrders(r io.Reader) error {
	_, err := wire.PullOrder.Decode(r, wire.DecodeOptions{})
	return err
}

// endless gives the beginning of an answer, and then one byte for ever.
type endless struct {
	begin string
	then  byte
	given int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.begin)
	e.begin = e.begin[n:]
	for i := n; i < len(p); i++ {
		p[i] = e.then
	}
	e.given += len(p)
	return len(p), nil
}

func TestAnswer_OfOneEndlessValueIsRefusedBeforeItFillsTheMemory(t *testing.T) {
	skipLargeAnswerUnderRace(t)
	answers := []*endless{
		{begin: ``, then: ' '},
		{begin: `{"status":"success","message":[{"title":"`, then: 'x'},
		{begin: `{"status":"success","message":[{"additional_info":`, then: '['},
	}
	if texttest.Long() {
		answers = append(answers, []*endless{
			{begin: `{"status":"success","message":`, then: ' '},
			{begin: `{"status":"success","message":"`, then: 'x'},
			{begin: `{"status":"success","unknown":"`, then: 'x'},
			{begin: `{"status":"success","message":[{"id":`, then: '1'},
		}...)
	}
	for _, answer := range answers {
		name := answer.begin
		err := readTickets(answer)
		if err == nil || answer.given > 128<<20 {
			t.Errorf("%s: %d bytes, %v", name, answer.given, err)
		}
		if answer.then != '[' && tooLarge(err) != "32 MiB in one value" { // too deep to be JSON
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnswer_EndsWithTheCallerWhereverItIsRead: the caller leaves when the last byte has come.
func TestAnswer_EndsWithTheCallerWhereverItIsRead(t *testing.T) {
	empties := strings.Repeat("{},", 40_000) + "{}"
	for name, body := range map[string]string{
		"tickets":             `[` + empties + `]`,
		"an account's blocks": `[{"additional_info":{"a":[` + empties + `]},"task_details":{"ticketId":"1"}}]`,
		"nested blocks":       `[{"additional_info":{"a":[{"b":[{"c":[` + empties + `]}]}]},"task_details":{"ticketId":"1"}}]`,
		"history":             `[{"history":{"notes":[` + empties + `]},"task_details":{"ticketId":"1"}}]`,
		"attachments":         `[{"attachments":[` + empties + `],"task_details":{"ticketId":"1"}}]`,
	} {
		answer := strings.NewReader(body)
		_, err := wire.GetTicket.Decode(answer, wire.DecodeOptions{Ended: func() error {
			if answer.Len() == 0 {
				return context.Canceled
			}
			return nil
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRawRecords_AreLimitedToo(t *testing.T) {
	body := []byte(`{"status":"success","message":[` + strings.Repeat("{},", 50_000) + `{}]}`)
	if _, err := wire.PullOrder.RawRecords(body); tooLarge(err) != "50,000 records" {
		t.Error(err)
	}
	if all, err := wire.PullTicket.RawRecords(body); err != nil || len(all) != 50_001 {
		t.Error(len(all), err)
	}
	request := []byte(`[{"start_date":"2026-11-20"},{}]`) // which no operation answers
	if all := wire.RawObjects(request); len(all) != 2 {
		t.Error(len(all))
	}
}
