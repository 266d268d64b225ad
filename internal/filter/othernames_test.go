package filter_test

import (
	"strings"
	"testing"

	"frontdesk/internal/filter"
)

func TestFilter_WordsOfOtherDesksAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"status:open":               "is:open",
		"Status:Closed":             "is:closed",
		"-state:resolved":           "-is:closed",
		"status:open,closed":        "is:open,closed",
		`status:"Open"`:             "is:open",
		"status:pending":            "sub:pending",
		"status:PS,CL":              "sub:PS,CL",
		"priority:high":             "prio:high",
		"priority:>=high":           "prio:>=high",
		"team:billing refund":       "queue:billing refund",
		"assigned_to:me":            "assignee:me",
		"agent:none":                "assignee:none",
		"channel:phone":             "source:phone",
		`requester:"Asha Rao"`:      `customer:"Asha Rao"`,
		"substatus:none":            "sub:none",
		"sub-status:x sub_status:y": "sub:x sub:y",
		"opened:today deadline:<2h": "created:today due:<2h",
		"follow-up:today":           "callback:today",
	} {
		f, err := filter.ParseWhole(text)
		if err != nil || f.String() != want {
			t.Errorf("%q is read as %q, %v, not %q", text, f, err, want)
		}
	}
	for _, c := range filter.Conditions {
		for _, name := range c.OtherNames {
			if f, err := filter.ParseWhole(name + ":today"); err != nil || len(f.Terms) != 1 || f.Terms[0].Name != c.Name {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestFilter_ParseWhole_RefusesWhatNobodyWouldSee(t *testing.T) {
	for text, want := range map[string]string{
		"tag:vip":                  "column 1: tag: is not a condition",
		"refund subject:x":         `column 8: subject: is not a condition (frontdesk docs filter lists them); "subject:x" searches`,
		"ticket_id:5":              "column 1: ticket_id: is not a condition",
		"attr1:5":                  "column 1: attr1: is not a condition",
		"статус:открыт":            "column 1: статус: is not a condition",
		`queue:"Second line`:       "column 7: this quotation mark is not closed",
		`refund "late`:             "column 8: this quotation mark is not closed",
		`-"late`:                   "column 2: this quotation mark is not closed",
		"status:":                  "status: needs a value",
		"priority: high":           "priority: needs a value",
		"statsu:open":              "did you mean status:?",
		"prioriy:high":             "did you mean priority:?",
		"status:open,pending":      "column 1: status: has states and sub-statuses",
		"is:pending":               "is:pending is not understood",
		"queue:billing -is:opne x": "is:opne is not understood",
	} {
		if _, err := filter.ParseWhole(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
	for _, text := range []string{"http://example.com/a?b:c", "10:30", "Re: refund", `"queue:x"`, `C:\temp`, "5\"screen", "a-b", "status"} {
		if _, err := filter.ParseWhole(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
