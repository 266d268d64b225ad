package macro_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
)

func TestMacro_WhatCouldNeverBeSentIsRefused(t *testing.T) {
	for _, c := range []struct {
		m    macro.Macro
		want string
	}{
		{macro.Macro{}, "changes nothing: give it sub_status"},
		{macro.Macro{Key: "rr", Comment: "x"}, `key must be one character, not "rr"`},
		{macro.Macro{Key: " ", Comment: "x"}, `key must be one character`},
		{macro.Macro{Key: "ctrl+r", Comment: "x"}, `key must be one character`},
		{macro.Macro{Comment: "Dear {{custommer}}"}, "comment has the variable {{custommer}}, which is not known; did you mean {{customer}}?"},
		{macro.Macro{Comment: "{{x}}"}, "comment has the variable {{x}}, which is not known; known are customer, writer, title"},
		{macro.Macro{Comment: "{{}}"}, "comment has the variable {{}}"},
		{macro.Macro{Comment: "{{ticket"}, "comment opens a variable with {{ and does not close it"},
		{macro.Macro{Comment: "{{{{ticket}}}}"}, "comment has the variable {{{{ticket}}"},
		{macro.Macro{Queue: "{{ticket}}"}, "queue can hold no variables"},
		{macro.Macro{Callback: "soon"}, `callback cannot be used: "soon" is not a time`},
		{macro.Macro{Callback: "25:00"}, `callback cannot be used: 25:00 is not a time of day`},
		{macro.Macro{Callback: "+0d"}, `callback cannot be used: "+0d" is never to come`},
		{macro.Macro{Callback: "today 0:00"}, `is never to come`},
		{macro.Macro{Callback: "moonday 9:00"}, `"moonday 9:00" is not a time`},
		{macro.Macro{Callback: "2126-12-24 18:30"}, `names one date`},
		{macro.Macro{Comment: strings.Repeat("x", 64<<10+1)}, "comment is longer than 64 KiB"},
	} {
		if err := c.m.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+.60v: %v, want %q", c.m, err, c.want)
		}
	}
	for _, m := range []macro.Macro{
		{SubStatus: "CL"},
		{Key: "ü", Queue: "REF_Q"},
		{Callback: "+2d"},
		{Callback: "18:30"},
		{Callback: "today 8:00"},
		{Callback: "Mon 9:00"},
		{Callback: "+90m"},
		{Comment: "}} {{ ticket }}"},
	} {
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

var (
	berlin  = zone("Europe/Berlin")
	kolkata = zone("Asia/Kolkata")
	zones   = desk.NewTimeZones(berlin, kolkata)
	now     = time.Date(2026, 11, 20, 14, 2, 30, 0, berlin)
	subject = macro.Subject{
		Ticket:   desk.NewID("713516551148"),
		Title:    safetext.LineFromText("Screen {{agent}} black"),
		Customer: safetext.LineFromText("Mina Okafor"),
	}
)

func zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

func TestMacro_AllFiveFieldsAreFilledForTheTicket(t *testing.T) {
	m := macro.Macro{
		SubStatus: "PS", Queue: "REF_Q", Disposition: "Refund|Paid out", Callback: "+2d",
		Comment: "{{customer}}: {{ ticket }} ({{title}}).\n{{callback}}, {{today}}, {{agent}}; {{ticket}}",
	}
	got := m.Fill(subject, "Asha Rao", now, zones)
	want := map[string]string{
		"sub_status": "PS", "queue": "REF_Q", "disposition": "Refund|Paid out",
		"callback_time": "2026-11-22 18:32", // by the agent's clock
		"comment": "Mina Okafor: 713516551148 (Screen {{agent}} black).\n" +
			"Sun 22 November 18:32 IST, 20 November 2026, Asha Rao; 713516551148",
	}
	for path, value := range want {
		if got.Values[path] != value {
			t.Errorf("%s is %q, want %q", path, got.Values[path], value)
		}
	}
	if len(got.Values) != len(want) || got.Err() != nil {
		t.Errorf("%+v %v", got.Values, got.Err())
	}
	only := (&macro.Macro{Queue: "REF_Q"}).Fill(subject, "", now, zones)
	if len(only.Values) != 1 || only.Err() != nil {
		t.Errorf("a macro of a queue sets %v: %v", only.Values, only.Err())
	}
}

func TestMacro_NothingIsSentWithoutAValueThatItsTextNeeds(t *testing.T) {
	m := macro.Macro{Comment: "Dear {{customer}}, {{customer}}: {{callback}}"}
	got := m.Fill(macro.Subject{Ticket: desk.NewID("7")}, "", now, zones)
	if want := []string{"the customer's name is not known", "no callback is set"}; !slices.Equal(got.Problems, want) {
		t.Errorf("the problems are %q", got.Problems)
	}
	if got.Err() == nil || got.Values["comment"] != m.Comment {
		t.Errorf("%v: %q", got.Err(), got.Values["comment"])
	}
	// the ticket's own callback counts where the macro sets none
	due := subject
	due.Callback = desk.NewUnixTime(time.Date(2026, 12, 1, 9, 0, 0, 0, berlin))
	got = m.Fill(due, "", now, zones)
	if got.Values["comment"] != "Dear Mina Okafor, Mina Okafor: Tue 1 December 13:30 IST" || got.Err() != nil {
		t.Errorf("%q %v", got.Values["comment"], got.Err())
	}
	text := macro.Text{Name: "Greeting", Body: "Dear {{customer}},"}
	if _, err := text.Fill(macro.Subject{}, "", now, zones); err == nil || !strings.Contains(err.Error(), "customer") {
		t.Errorf("a text without a customer: %v", err)
	}
}

func TestMacro_ACallbackThatHasPassedIsSaid(t *testing.T) {
	late := macro.Macro{Callback: "18:00", Comment: "x"}
	got := late.Fill(subject, "", now, zones) // 18:32 by the agent's clock
	if err := got.Err(); err == nil || !strings.Contains(err.Error(), "the callback: Fri 2026-11-20 18:00 lies in the past") {
		t.Errorf("%v", err)
	}
	twice := macro.Macro{Callback: "+12h"}
	before := time.Date(2026, 10, 24, 14, 30, 0, 0, berlin)
	got = twice.Fill(subject, "", before, desk.NewTimeZones(berlin, nil)) // 02:30 of the night in which it comes twice
	at, err := desk.ParseCallbackTime(got.Values["callback_time"], before)
	if err != nil || !at.Equal(before.Add(12*time.Hour)) {
		t.Errorf("%q is %v: %v", got.Values["callback_time"], at, err)
	}
}

func TestMacro_AnAgentsOwnComeOnTop(t *testing.T) {
	own := []macro.Macro{{Name: "Mine", Key: "r"}, {Name: "Close", SubStatus: "DONE"}}
	account := []macro.Macro{{Name: "Refund", Key: "r"}, {Name: "Close", Key: "c", SubStatus: "CL"}, {Name: "Wait", Key: "w"}}
	all := macro.OnTop(own, account)
	if got := macro.Names(all); !slices.Equal(got, []string{"Mine", "Close", "Refund", "Wait"}) {
		t.Fatalf("%q", got)
	}
	if all[1].SubStatus != "DONE" || all[2].Key != "" || all[3].Key != "w" {
		t.Errorf("%+v", all)
	}
}

func TestMacro_NeedsOnlyWhatItsTextNames(t *testing.T) {
	for comment, want := range map[string]macro.Needs{
		"{{ticket}} {{today}} {{agent}}": {},
		"{{title}}":                      {Ticket: true},
		"{{callback}}":                   {Ticket: true},
		"Dear {{customer}}":              {Ticket: true, Customer: true},
	} {
		if got := (&macro.Macro{Comment: comment}).Needs(); got != want {
			t.Errorf("%s: %+v", comment, got)
		}
	}
	if got := (&macro.Macro{Comment: "{{callback}}", Callback: "+2d"}).Needs(); got != (macro.Needs{}) {
		t.Errorf("its own callback: %+v", got)
	}
}

func TestMacro_AVariableSaysWhatToWriteWithoutAValue(t *testing.T) {
	m := macro.Macro{Comment: "Dear {{customer|there}}, {{ writer | you }}{{callback|}}: {{ticket|x}}|y"}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	got := m.Fill(macro.Subject{Ticket: desk.NewID("7")}, "", now, zones)
	if got.Err() != nil || got.Values["comment"] != "Dear there,  you : 7|y" {
		t.Errorf("%q, %v", got.Values["comment"], got.Err())
	}
	known := macro.Subject{Ticket: desk.NewID("7"), Customer: subject.Customer, Writer: safetext.LineFromText("Tom")}
	if got := m.Fill(known, "", now, zones); got.Values["comment"] != "Dear Mina Okafor, Tom: 7|y" {
		t.Errorf("%q, %v", got.Values["comment"], got.Err())
	}
	if needs := m.Needs(); !needs.Customer || !needs.Ticket {
		t.Errorf("it needs %+v", needs)
	}
	if needs := (&macro.Macro{Comment: "{{writer}}"}).Needs(); needs.Customer || !needs.Ticket {
		t.Errorf("the writer needs %+v", needs)
	}
	alone := macro.Macro{Comment: "{{writer}}, {{customer}}"}
	if err := alone.Fill(macro.Subject{}, "", now, zones).Err(); err == nil || !strings.Contains(err.Error(), "does not say who opened it") {
		t.Errorf("%v", err)
	}
	wrong := macro.Macro{Comment: "{{custommer|there}}"}
	if err := wrong.Check(); err == nil || !strings.Contains(err.Error(), "did you mean {{customer}}?") {
		t.Errorf("%v", err)
	}
	if got := macro.SubjectOf(&desk.Ticket{ID: desk.NewID("8"), Creator: desk.NewInternedLine(safetext.LineFromText("Ravi"))}); got.Writer.String() != "Ravi" {
		t.Errorf("%+v", got)
	}
}
