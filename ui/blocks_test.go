package ui_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/macro"
	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// issueBlocks are an account's own blocks.
var issueBlocks = schema.Blocks{
	{Path: "issue_category_details", Title: "Issue category", Block: true, Fields: []schema.Field{
		{
			Key: "issue_category_1", Label: "Category", Common: true, Choices: schema.Listed,
			Options: []string{"Late", "Damaged", "Other"}, ForClosing: true,
		},
		{
			Key: "issue_category_2", Label: "Reason", Common: true, Choices: schema.Listed, ForClosing: true,
			DependsOn: "issue_category_details.issue_category_1",
			OptionsBy: map[string][]string{"Late": {"Courier", "Stock"}, "Damaged": {"Box", "Product"}},
		},
	}},
	{Path: "refund", Title: "Refund", Block: true, Fields: []schema.Field{
		{Key: "amount", Label: "Amount", Common: true, Kind: schema.Number},
		{Key: "agreed", Label: "Agreed", Common: true, Kind: schema.YesNo, Choices: schema.Listed, Options: []string{"Yes", "No"}},
	}},
}

// withCategory returns a desk whose first ticket has a block with one member that is not configured.
func withCategory() *store.Dataset {
	d := newDeskOfThree()
	for i := range d.Tickets {
		if d.Tickets[i].TicketID == blackScreenTicket {
			d.Tickets[i].Additional = []byte(
				`{"issue_category_details":[{"issue_category_1":"Late","issue_category_2":"Courier","batch":{"no":7}}],"other":[{"awb":"X1"}]}`)
		}
	}
	return d
}

func blocksOf(s *uitest.Driver, ticket string) wire.Values {
	return wire.TicketBlocks(issueBlocks, s.Ticket(ticket).Groups)
}

func TestBlocks_AreShownUnderTheirLabelsAndFillTheForm(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: withCategory(), Blocks: issueBlocks, Width: 160, Height: 60}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.RequireText("▸ Issue category", "▸ Other  AWB X1")
		s.Press("enter")
		s.RequireText("── Issue category", "Category Late", "Reason Courier", "── Other", "AWB X1")
		s.Press("u")
		s.RequireText("Category Late", "Reason Courier", "── Refund", "Amount", "Agreed")
	})
}

func TestBlocks_ClosingNeedsTheCategoryWhoseReasonsFollowIt(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: withCategory(), Blocks: issueBlocks, Width: 160, Height: 60}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "j") // a ticket without a category
		s.Press("x")
		s.Type("Parcel found")
		s.Press("ctrl+s")
		s.RequireText("is needed to close the ticket")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent", n)
		}
		s.Type("dam")
		s.Press("enter")
		s.RequireText("Category Damaged", "Box", "Product") // the reasons are those of the category
		s.Press("ctrl+s")
		s.RequireText("is needed to close")
		s.Type("prod")
		s.Press("ctrl+s")
		s.RequireText("saved")
		found := s.Ticket("713516551101")
		got := blocksOf(s, "713516551101")
		if found.SubStatus.Key().Raw() != "CL" || got["issue_category_details.issue_category_1"] != "Damaged" ||
			got["issue_category_details.issue_category_2"] != "Product" {
			t.Errorf("the service holds %v, %v", found.SubStatus.Key(), got)
		}
	})
}

func TestBlocks_AnotherCategoryEmptiesTheReasonAndKeepsWhatNobodyConfigured(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: withCategory(), Blocks: issueBlocks, Width: 160, Height: 60}, func(t *testing.T, s *uitest.Driver) {
		s.Press("enter", "u")
		for range 5 {
			s.Press("tab")
		}
		s.Type("other")
		s.RequireText("  Reason Courier │") // while the category may still change
		s.Press("tab")
		s.RequireText("▌ Reason │", "nothing to choose from")
		s.Press("ctrl+s")
		s.RequireText("saved")
		raw := ""
		for _, g := range s.Ticket(blackScreenTicket).Groups {
			if g.Member == "issue_category_details" {
				raw = g.Raw
			}
		}
		want := `[{"batch":{"no":7},"issue_category_1":"Other","issue_category_2":""}]`
		if raw != want {
			t.Errorf("the service holds %s", raw)
		}
	})
}

func TestBlocks_AChangeBySomebodyElseIsAConflict(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: withCategory(), Blocks: issueBlocks, Width: 160, Height: 60}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "c")
		s.Type("Asked the courier")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "US", Extra: wire.CustomFields{
			"issue_category_details": jsontext.Value(`[{"issue_category_1":"Damaged"}]`),
		}})
		s.Press("ctrl+s")
		s.RequireText("This ticket has changed", "Category", "Late", "Damaged")
	})
}

func TestBlocks_OfManyTicketsAndInMacros(t *testing.T) {
	macros := []macro.Macro{
		{Name: "Late, courier", Key: "l", SubStatus: "CL", Blocks: map[string]string{
			"issue_category_details.issue_category_1": "Late", "issue_category_details.issue_category_2": "Courier",
		}},
		{Name: "Close", Key: "w", SubStatus: "CL"},
	}
	o := uitest.Options{Desk: withCategory(), Blocks: issueBlocks, Macros: macros, Width: 160, Height: 60}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "m")
		s.RequireText("Category Late", "Reason Courier")
		s.Press("down")
		s.RequireText("Category is needed to close the ticket")
		s.Press("esc", "k", "k", "space", "j", "j", "space", "m", "w") // the first has its category
		s.RequireText("1 left out", "Category is needed to close the ticket")
		s.Press("esc", "u")
		s.RequireText("Category leave as is")
		for range 5 {
			s.Press("tab")
		}
		s.Type("damaged")
		s.Press("tab")
		s.Type("box")
		s.Press("ctrl+s")
		s.RequireText("Category: Late → Damaged")
		s.Press("S")
		s.WaitIdle()
		for _, ticket := range []string{blackScreenTicket, "713516551101"} {
			if got := blocksOf(s, ticket); got["issue_category_details.issue_category_2"] != "Box" {
				t.Errorf("%s has %v", ticket, got)
			}
		}
	})
}

func TestBlocks_ANewTicketHasThem(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Blocks: issueBlocks, Width: 120, Height: 40}, func(t *testing.T, s *uitest.Driver) {
		s.Press("n")
		s.Type("Parcel is late")
		for range 6 {
			s.Press("tab")
		}
		s.Type("12,50")
		s.Press("ctrl+s")
		s.RequireText("is not a number such as 12 or 12.50")
		s.Press("backspace", "backspace", "backspace")
		s.Type(".50")
		s.Press("ctrl+s")
		s.RequireText("opened")
		made := s.TicketsToday("Parcel is late")
		if len(made) != 1 {
			t.Fatalf("%d tickets", len(made))
		}
		if got := blocksOf(s, made[0].ID.Raw()); got["refund.amount"] != "12.50" {
			t.Errorf("the service holds %v", got)
		}
	})
}

func TestBlocks_HostileValuesFromTheService(t *testing.T) {
	for name, block := range map[string]string{
		"a text":                `"x"`,
		"a list of texts":       `["x"]`,
		"another kind of value": `[{"issue_category_1":{"a":[1]},"issue_category_2":7}]`,
		"control characters":    `[{"issue_category_1":"\u001b]52;c;aGk=\u0007\u202eLate","issue_category_2":"<script>\u009b2J"}]`,
		"names that are none":   `[{"":"","a.b":"c","\u001b[31m":"red"}]`,
		"many":                  `[` + strings.Repeat(`{"issue_category_1":"Late"},`, 500) + `{}]`,
	} {
		t.Run(name, func(t *testing.T) {
			d := newDeskOfThree()
			for i := range d.Tickets {
				d.Tickets[i].Additional = []byte(`{"issue_category_details":` + block + `}`)
			}
			uitest.Run(t, uitest.Options{Desk: d, Blocks: issueBlocks, Width: 160, Height: 60}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("enter", "u") // the driver checks each frame
				s.RequireText("── Issue category", "Category")
				s.Press("esc")
			})
		})
	}
}
