package wire_test

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

func TestRecordsComeAsTheServiceWroteThem(t *testing.T) {
	for _, c := range []struct {
		name string
		op   wire.OperationInfo
		body string
		want []string
	}{
		{
			"a pulled day", wire.PullTicket.OperationInfo, "{\"status\":\"success\",\n \"message\" : [ {\"ticketId\" : 7, \"odd\":1.50}, {\"x\":\"\\u003c\"} ]}",
			[]string{`{"ticketId":7,"odd":1.50}`, `{"x":"\u003c"}`},
		},
		{"capitals", wire.PullTicket.OperationInfo, `{"Status":"success","Message":[{"a":1}]}`, []string{`{"a":1}`}},
		{"an empty day", wire.PullTicket.OperationInfo, `{"status":"success","message":[]}`, nil},
		{"a day without a list", wire.PullTicket.OperationInfo, `{"status":"success","message":null}`, nil},
		{"one where many are meant", wire.PullTicket.OperationInfo, `{"status":"success","message":{"ticketId":1}}`, []string{`{"ticketId":1}`}},
		{
			"whole tickets", wire.GetTicket.OperationInfo, `[{"task_details":{"a":1}},null,{"task_details":{}}]`,
			[]string{`{"task_details":{"a":1}}`, `{"task_details":{}}`},
		},
		{"articles", wire.SearchFAQ.OperationInfo, `{"message":{"contents":[{"id":1}]},"status":"success"}`, []string{`{"id":1}`}},
		{"categories", wire.FAQCategories.OperationInfo, `{"message":{"category":[{"id":1},{"id":"2"}]}}`, []string{`{"id":1}`, `{"id":"2"}`}},
		{"a receipt", wire.UpdateTicket.OperationInfo, ` {"ticket": {}, "status":"success"} `, []string{`{"ticket":{},"status":"success"}`}},
		{"the same member twice", wire.AddTicket.OperationInfo, `{"a":1,"a":2}`, []string{`{"a":1,"a":2}`}},
	} {
		got, err := c.op.RawRecords([]byte(c.body))
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%s: %s %v", c.name, got, err)
			continue
		}
		for i := range got {
			if string(got[i]) != c.want[i] {
				t.Errorf("%s: %s instead of %s", c.name, got[i], c.want[i])
			}
		}
	}
	if _, err := wire.PullTicket.RawRecords([]byte(`{"message":[{"a"`)); err == nil {
		t.Error("half an answer was taken for one")
	}
}

func TestTheVerdictOnAnyAnswer(t *testing.T) {
	var refusal *wire.Failure
	var unreadable *wire.DecodeError
	for body, want := range map[string]any{
		`{"status":"success"}`: nil,
		`{"message":[]}`:       nil,
		`[]`:                   nil,
		`[{"task_details":{"status":"Pending"}}]`:        nil,
		`[{"ticketId":"1","status":"Pending"}]`:          nil,
		`{"status":"failed","message":"Invalid Json."}`:  &refusal,
		`{"Status":"FAILED","Message":"no"}`:             &refusal,
		`[{"status":"failed","message":"Invalid Json"}]`: &refusal,
		``:                       &unreadable,
		`<html>`:                 &unreadable,
		`{"status":"succ`:        &unreadable,
		`{"status":"success","m`: &unreadable,
		`{}`:                     &unreadable,
		`null`:                   &unreadable,
	} {
		err := wire.CheckResponse([]byte(body))
		if want == nil && err != nil || want != nil && !errors.As(err, want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestMembersAreFoundInAnyCaseAndReadAsText(t *testing.T) {
	record := jsontext.Value(`{"ticketId":71,"Date":"20-11-2026 10:00","none":null,"a":[]}`)
	for name, want := range map[string]string{"ticketId": "71", "date": "20-11-2026 10:00", "none": "", "a": "", "b": ""} {
		if got := wire.RawText(wire.RawMember(record, name)); got != want {
			t.Errorf("%s is %q instead of %q", name, got, want)
		}
	}
}
