package handover_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/desk"
	"frontdesk/internal/handover"
	"frontdesk/internal/safetext"
)

var now = time.Date(2026, 11, 20, 14, 2, 0, 0, time.UTC)

func line(s string) safetext.Line { return safetext.LineFromText(s) }

// sent returns an update of a ticket some minutes ago.
func sent(ticket, what string, minutes int, o handover.Outcome) handover.Sent {
	return handover.Sent{
		At: now.Add(-time.Duration(minutes) * time.Minute), Kind: "update-ticket", Form: "Update ticket",
		Record: desk.NewID(ticket), Number: line(ticket), IsTicket: true, What: line(what), Outcome: o,
	}
}

func requireLines(t *testing.T, n handover.Note, want ...string) {
	t.Helper()
	md := n.Markdown().String()
	for _, w := range want {
		if !strings.Contains(md, w+"\n") {
			t.Errorf("no line is %q:\n%s", w, md)
		}
	}
}

// TestNote_CountsAWriteThatWasLookedForOnce: an update whose answer was lost has a second entry once it was looked for.
func TestNote_CountsAWriteThatWasLookedForOnce(t *testing.T) {
	n := handover.New(handover.Input{From: now.Add(-time.Hour), To: now, Sent: []handover.Sent{
		sent("7", "Comment: On its way", 30, handover.NotKnown),
		sent("8", "Comment: Other", 20, handover.Refused),
		sent("7", "Comment: On its way", 10, handover.Confirmed),
		sent("7", "Comment: On its way", 5, handover.Confirmed), // once more, on purpose
	}})
	if n.Count(handover.Confirmed) != 2 || n.Count(handover.NotKnown) != 0 || n.Count(handover.Refused) != 1 {
		t.Errorf("%+v", n.Sent)
	}
	requireLines(t, n, "2 confirmed, 1 refused.", "  - 13:52 confirmed (not confirmed at 13:32): Comment: On its way", "  - 13:57 confirmed: Comment: On its way")
}

// TestNote_JoinsAnAddedTicketWithTheSearchForIt: only the search tells its number.
func TestNote_JoinsAnAddedTicketWithTheSearchForIt(t *testing.T) {
	lost, found := sent("", "Drum does not turn", 30, handover.NotKnown), sent("9", "Drum does not turn", 10, handover.Confirmed)
	lost.Kind, found.Kind = "add-ticket", "add-ticket"
	found.Title = line("Drum does not turn")
	n := handover.New(handover.Input{From: now.Add(-time.Hour), To: now, Sent: []handover.Sent{lost, found}})
	requireLines(t, n, "1 confirmed.", "- 9 Drum does not turn · status unknown")
}

func TestNote_TellsHowTicketsStandAndHowThatIsKnown(t *testing.T) {
	ticket := func(id, title, status string, r handover.Reading) handover.Ticket {
		return handover.Ticket{ID: desk.NewID(id), Number: line(id), Title: line(title), SubStatus: line(status), Reading: r}
	}
	late := ticket("5", "Late one", "Unattended", handover.ReadNow)
	late.Deadline, late.IsLate = now.Add(-time.Hour), true
	soon := ticket("6", "Soon one", "Unattended", handover.ReadNow)
	soon.SLA = line("At risk of a breach")
	n := handover.New(handover.Input{
		Agent: line("Asha Rao"), Account: line("acme"), From: now.Add(-26 * time.Hour), To: now, ReadAt: now,
		Sent: []handover.Sent{
			sent("1", "a", 9, handover.Confirmed), sent("2", "b", 8, handover.Confirmed),
			sent("3", "c", 7, handover.Confirmed), sent("4", "d", 6, handover.Confirmed),
		},
		Tickets: []handover.Ticket{
			ticket("1", "Read *now*", "Closed", handover.ReadNow), ticket("2", "Read before", "Pending", handover.ReadBefore),
			ticket("3", "Gone", "Pending", handover.Missing), ticket("4", "", "", handover.Never),
		},
		AtRisk: []handover.Ticket{late, soon},
		Days:   handover.Days{Label: "14–20 Nov", Incomplete: []string{"18 Nov (cut short)"}},
	})
	requireLines(t, n, "# Handover: Asha Rao, acme", "From Thu 19 Nov 2026 12:02 to Fri 20 Nov 14:02 UTC.",
		`- 1 Read \*now\* · now Closed`, "- 2 Read before · last seen Pending", "- 3 Gone · the service no longer has it",
		"- 4 (title never read) · status unknown",
		"- late since 13:02 · 5 Late one · Unattended", "- At risk of a breach · 6 Soon one · Unattended",
		"- Of the tickets of 14–20 Nov some are not read: 18 Nov (cut short).", "- 1 title: never read here.")
}

// TestNote_AsJSON: lists are arrays also when they are empty, and what is not known is in it.
func TestNote_AsJSON(t *testing.T) {
	n := handover.New(handover.Input{
		From: now.Add(-time.Hour), To: now, Sent: []handover.Sent{sent("7", "Comment: x", 30, handover.NotKnown)},
		Problems: []string{"All of the outbox: it is damaged."},
	})
	made, err := json.Marshal(n, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"sent":[{"at":"2026-11-20T13:32:00Z","kind":"update-ticket","record":"7","what":"Comment: x","outcome":"not confirmed"}]`,
		`"outbox":[]`, `"at_risk":[]`, `"incomplete":[]`,
		`"not_known":["Which tickets at risk are mine: no agent name is configured.","1 title: never read here.","All of the outbox: it is damaged."]`,
	} {
		if !strings.Contains(string(made), want) {
			t.Errorf("%s is not in %s", want, made)
		}
	}
}
