package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/macro"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

var shiftTexts = []macro.Text{
	{Name: "Greeting", Body: "Dear {{customer}},\nabout {{ticket}}:"},
	{Name: "Thanks", Body: "Thank you for your patience."},
	{Name: "画面 の 確認", Body: "画面を確認してください。"},
}

func TestCompletion_ACannedTextTakesThePlaceOfWhatWasTyped(t *testing.T) {
	o := uitest.Options{Desk: ofMina(newDeskOfThree()), Macros: shiftMacros, Texts: shiftTexts}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Really?? std::map\n:")
		s.RequireNoText("esc leaves what is typed")
		s.Type(":")
		s.RequireText("▸ Greeting", "Dear Mina Okafor, about", "Thanks", "Refund sent", "⏎ insert")
		s.Type("tha")
		s.RequireText("▸ Thanks")
		s.RequireNoText("Greeting")
		s.Press("backspace", "backspace", "backspace", "tab", "down", "enter")
		s.RequireText("画面を確認してください。")
		s.RequireNoText("::画", "▸ Thanks")
		s.Type(" ::gre")
		s.Press("enter")
		s.RequireText("Dear Mina Okafor,", "about "+blackScreenTicket+":")
		s.Press("ctrl+s")
		s.RequireText("saved")
		want := "Really?? std::map\n画面を確認してください。 Dear Mina Okafor,\nabout " + blackScreenTicket + ":"
		if got := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String(); got != want {
			t.Errorf("the service holds %q, want %q", got, want)
		}
	})
}

func TestCompletion_EscLeavesTheTextAsItWasTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Texts: shiftTexts}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("::t")
		s.RequireText("▸ Thanks")
		s.RequireNoText("tab next field") // here these keys choose and close the list
		s.Press("esc")
		s.RequireText("▌ Comment", "::t", "next field")
		s.RequireNoText("Thanks")
		s.Type("ha")
		s.RequireNoText("Thanks")
		s.Press("enter")
		s.Type("next line")
		s.RequireText("::tha", "next line")
		s.Press("esc") // nothing is offered: the form is left
		s.RequireNoText("▌ Comment")
	})
}

func TestCompletion_ATextWithoutItsValuesIsNotTaken(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Texts: shiftTexts}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("::gre")
		s.RequireText("▸ Greeting", "✗ the customer's name is not known")
		s.Press("enter")
		s.RequireText("::gre", "✗ the customer's name is not known")
		s.RequireNoText("Dear ,")
	})
}

func TestCompletion_ArticlesAreOfferedByTheirTitles(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfArticles(2_000)}, func(t *testing.T, s *uitest.Driver) {
		s.Press("n", "tab", "tab", "tab")
		s.Type("See ??")
		s.RequireNoText("esc leaves")
		s.Type("door seal 17")
		s.RequireText("▸ Door seal 17", "Door seal 170", "↑ ↓ choose")
		if n := strings.Count(s.Text(), "┃"); n != 6 {
			t.Errorf("%d rows are offered", n)
		}
		s.Press("down", "up", "enter")
		s.RequireText("See Seal 17: press it in.")
		s.RequireNoText("??")
		s.Net.Down() // what is known is offered all the same
		s.Type("\n??seal 170")
		s.RequireText("▸ Door seal 170")
	})
}

// TestCompletion_SlowAnswersDoNotHoldUpTyping: letters go on while the service is asked.
func TestCompletion_SlowAnswersDoNotHoldUpTyping(t *testing.T) {
	slow := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(r.URL.Path, "faq") {
			<-time.After(5 * time.Second) // virtual
		}
		return pass()
	}
	uitest.Run(t, uitest.Options{Desk: newDeskOfArticles(20), Intercept: slow}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("??seal 7")
		s.RequireText("??seal 7")
		s.RequireNoText("▸ Door")
		s.Press("backspace", "backspace")
		s.Advance(6 * time.Second)
		s.RequireText("??seal", "▸ Door seal")
		s.Type("\n")
		s.RequireNoText("▸ Door", "??seal")
	})
}

func TestCompletion_OneLineFieldsOfferNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Texts: shiftTexts}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("n")
		s.Type("::")
		s.RequireNoText("Thanks")
		s.Press("tab", "tab", "tab")
		s.Type("::tha")
		s.RequireText("▸ Thanks")
		s.Press("enter")
		s.RequireText("Thank you for your patience.")
	})
}

// newDeskOfArticles returns the desk of three with articles.
func newDeskOfArticles(n int) *store.Dataset {
	d := newDeskOfThree()
	for i := range n {
		d.Articles = append(d.Articles, store.Article{
			ID: int64(i + 1000), Title: fmt.Sprintf("Door seal %d", i),
			Detail: fmt.Sprintf("<p>Seal %d: press it in.</p>", i), Enabled: true,
		})
	}
	return d
}
