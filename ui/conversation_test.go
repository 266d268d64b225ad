package ui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// commented returns a note of an agent or a customer, so many minutes ago.
func commented(who, text string, minutes int) store.Note {
	return store.Note{CreatorName: who, Detail: text, At: uitest.Now.Add(-time.Duration(minutes) * time.Minute).Unix(), SubStatus: "US", QueueKey: "HW"}
}

// newConversation returns a desk with one ticket of Priya's that has a description and these notes.
func newConversation(description string, notes ...store.Note) *store.Dataset {
	d := newCustomerDesk()
	d.Tickets = newDesk(newTicket(blackScreenTicket, "Screen stays black", 30, withCustomer(61001), func(t *store.Ticket) {
		t.Detail, t.Notes, t.CreatorName, t.PrimarySource = description, notes, "Priya Natarajan", "E-mail"
	})).Tickets
	return d
}

// order returns the texts in the order in which they stand on the screen.
func order(s *uitest.Driver, texts ...string) string {
	all := regexp.MustCompile(strings.Join(texts, "|")).FindAllString(s.Text(), -1)
	return strings.Join(all, " ")
}

func TestTicket_NewestMessageIsOnTheFirstScreen(t *testing.T) {
	var notes []store.Note
	for i := range 12 {
		notes = append(notes, commented("Asha Rao", fmt.Sprintf("Comment number %d", i+1), 120-10*i))
	}
	for oldestFirst, want := range map[bool]string{false: "number 12 number 11 number 10", true: "stays dark number 1 number 2"} {
		t.Run(fmt.Sprint(oldestFirst), func(t *testing.T) {
			options := uitest.Options{Width: 80, Height: 24, OldestFirst: oldestFirst, Desk: newConversation("It beeps and stays dark", notes...)}
			uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
				s.Press("enter")
				if got := order(s, `number \d+`, "stays dark"); !strings.HasPrefix(got, want) {
					t.Errorf("the screen shows %q, want %q", got, want)
				}
				s.Press("G")
				s.RequireText("Comment number 12", "Comment number 11")
				s.Press("G")
				s.RequireText("100%", "▸ Whole record")
				s.Press("G")
				s.RequireText("Comment number 12")
			})
		})
	}
}

// TestTicket_LongConversationIsShownWhole: its newest messages are drawn first, and the others follow by themselves.
func TestTicket_LongConversationIsShownWhole(t *testing.T) {
	var notes []store.Note
	for i := range 500 {
		notes = append(notes, commented("Asha Rao", fmt.Sprintf("Comment number %d.", i+1), 600-i))
	}
	uitest.Run(t, uitest.Options{Desk: newConversation("It beeps and stays dark", notes...)}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.RequireText("501 messages, newest first", "Comment number 500.")
		s.Press("/")
		s.Type("number 1.")
		s.Press("enter")
		s.RequireText("Comment number 1.", "It beeps and stays dark")
		s.RequireNoText("older messages are being drawn")
	})
}

func TestTicket_QuotedMailAndSignatureAreFoldedUntilTheyAreAskedFor(t *testing.T) {
	mails := map[string]string{
		"text": "It is still dark.\n\nOn Tue, 17 Nov 2026, Acme wrote:\n> Please hold the button\n> for ten seconds.\n\n-- \nPriya\nSent from my tablet",
		"page": "<p>It is still dark.</p><div>On Tue, 17 Nov 2026, Acme wrote:</div><blockquote><p>Please hold the button<br>for ten seconds.</p></blockquote><p>Sent from my tablet</p>",
	}
	for name, mail := range mails {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 80, Height: 30, Desk: newConversation("Dark.", commented("Priya Natarajan", mail, 5))}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("enter")
				s.RequireText("It is still dark.", "▸ quoted mail", "▸ signature")
				s.RequireNoText("hold the button", "Acme wrote", "my tablet")
				s.Press("enter")
				s.RequireText("It is still dark.", "▾ quoted mail", "Acme wrote:", "hold the button", "for ten seconds.", "▾ signature", "my tablet")
				s.Press("enter")
				s.RequireNoText("hold the button")
			})
		})
	}
}

// TestTicket_UnfoldingShowsWhatIsUnfolded: what is folded may be far below what is seen, or above it.
func TestTicket_UnfoldingShowsWhatIsUnfolded(t *testing.T) {
	notes := []store.Note{commented("Priya Natarajan", "Dark.\n\nOn Tuesday Acme wrote:\n> Please hold the button.", 200)}
	for i := range 20 {
		notes = append(notes, commented("Asha Rao", fmt.Sprintf("Comment number %d", i+1), 120-i))
	}
	for oldestFirst, keys := range map[bool][]string{false: {"g"}, true: {"g", "ctrl+d", "ctrl+d"}} {
		t.Run(fmt.Sprint(oldestFirst), func(t *testing.T) {
			options := uitest.Options{Width: 80, Height: 24, OldestFirst: oldestFirst, Desk: newConversation("It beeps", notes...)}
			uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
				s.Press("enter")
				s.Press(keys...)
				s.RequireNoText("quoted mail")
				s.Press("enter")
				s.RequireText("▾ quoted mail", "hold the button")
			})
		})
	}
}

func TestTicket_SearchFindsWhatIsFolded(t *testing.T) {
	mail := "Still dark.\n\nOn Tuesday Acme wrote:\n> Please hold the button."
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newConversation("Dark.", commented("Priya Natarajan", mail, 5))}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "/")
		s.Type("dark")
		s.RequireText("2 lines found")
		s.RequireNoText("hold the button")
		s.Press("esc", "/")
		s.Type("HOLD")
		s.RequireText("hold the button", "1 line found")
		s.Press("esc")
		s.RequireText("▸ quoted mail")
		s.RequireNoText("hold the button")
		s.Press("/")
		s.Type("wants callback")
		s.Press("enter")
		s.RequireText("Wants callback")
	})
}

func TestTicket_EntryShowsOnlyWhatItChanged(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 100, Height: 40, Desk: newConversation("Dark.")}, func(t *testing.T, s *uitest.Driver) {
		for i, subStatus := range []string{"US", "PS", "PS", "CL"} {
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: subStatus, Comment: fmt.Sprintf("Comment %d", i+1)})
			s.Advance(time.Minute)
		}
		s.Press("enter", "r")
		if n := strings.Count(s.Text(), "Sub-status:"); n != 2 {
			t.Errorf("the sub-status changed twice and is named %d times:\n%s", n, s.Text())
		}
		s.RequireNoText("Queue:", "Sub-status: Unattended")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Queue: "BL", Comment: "For billing"})
		s.Press("r")
		s.RequireText("→ Queue: Billing")
	})
}

func TestTicket_CustomerAndAgentsAreToldApartAsFarAsTheRecordsSay(t *testing.T) {
	notes := []store.Note{commented("Asha Rao", "Asked for a photo", 50), commented("Priya Natarajan", "Here it is", 40), commented("Dana Ruiz", "Looked at it", 30)}
	uitest.Run(t, uitest.Options{Width: 80, Height: 40, Plain: true, Desk: newConversation("Dark.", notes...)}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.RequireText("│ Asha Rao  agent · today 13:12", "│ Asked for a photo", "  Dana Ruiz  today 13:32", "  Here it is")
		s.Press("C", "esc")
		s.RequireText("▌ Priya Natarajan  customer · today 13:22", "▌ Here it is", "customer · Thu 19 Nov 08:02 · E-mail", "  Dana Ruiz  today 13:32")
	})
}

func TestTicket_NameOfAnAuthorIsShownBeforeTheChannel(t *testing.T) {
	desk := newConversation("Dark.")
	desk.Tickets[0].CreatorName = "Wilhelmina Oosterhuis"
	uitest.Run(t, uitest.Options{Width: 50, Height: 40, Plain: true, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.RequireText("Wilhelmina Oosterhuis  Thu 19 Nov 08:02")
	})
}

func TestTicket_SaysHowLongTheCustomerWaits(t *testing.T) {
	desk := newConversation("Dark.", commented("Asha Rao", "Asked for a photo", 50), commented("Priya Natarajan", "Here it is", 40))
	uitest.Run(t, uitest.Options{Width: 80, Height: 40, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "C", "esc")
		s.RequireText("Priya Natarajan · 5550100 · customer@example.com · waiting 40m")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Thank you"})
		s.Press("r")
		s.RequireNoText("waiting")
	})
}

func TestTicket_WholeRecordRepeatsNothing(t *testing.T) {
	desk := newConversation("Dark.", commented("Asha Rao", "Asked for a photo", 50))
	desk.Tickets[0].OrderID, desk.Tickets[0].TAT = "ACM-77", "1 Day"
	uitest.Run(t, uitest.Options{Width: 80, Height: 60, Desk: desk}, func(t *testing.T, s *uitest.Driver) {
		s.Press("enter", "enter")
		s.RequireText("── Whole record", "1 Day")
		for _, value := range []string{"ACM-77", "customer@example.com", "5550100", "Screen stays black", "Asha Rao  agent"} {
			if n := strings.Count(s.Text(), value); n != 1 {
				t.Errorf("%q is on the screen %d times:\n%s", value, n, s.Text())
			}
		}
	})
}

func TestTicket_SectionsOfTheWholeRecordAreOneBlankLineApart(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Width: width, Height: 60, Desk: newConversation("Dark.")}, func(t *testing.T, s *uitest.Driver) {
			s.Press("enter")
			s.RequireText("▸ Whole record", "⏎ unfolds")
			s.Press("enter")
			s.RequireText("── Whole record")
			if width == 120 { // a narrow footer has no room for the key
				s.RequireText("⏎ fold")
				s.RequireNoText("⏎ unfold")
			}
			rows := strings.Split(s.Text(), "\n")
			at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "── Whole record") })
			_, above, _ := strings.Cut(rows[at-2], "│")
			if width == 80 {
				above = rows[at-2]
			}
			if strings.TrimSpace(above) == "" {
				t.Errorf("two blank lines are above it:\n%s", s.Text())
			}
		})
	}
}

func TestTicket_SearchWithoutAMatchSaysSo(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 30, Desk: newConversation("Dark.")}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "/")
		s.RequireNoText("found", "first match")
		s.Type("dark")
		s.RequireText("1 line found", "⏎ go to the first match")
		s.Type("x")
		s.RequireText("nothing found", "esc stop searching")
		s.RequireNoText("first match")
	})
}

// TestCall_MessagesOfATicketSayWhoWroteThemAndWhen: as in the ticket, the newest first.
func TestCall_MessagesOfATicketSayWhoWroteThemAndWhen(t *testing.T) {
	t.Parallel()
	d := newConversation("Dark.", commented("Mei Lin", "The technician comes on Friday.", 5), commented("Priya Natarajan", "Friday is fine.", 30))
	d.Tickets[0].AssignedName = "Mei Lin"
	for _, width := range []int{80, 120, 200} {
		uitest.Run(t, uitest.Options{Width: width, Height: 40, Desk: d}, func(t *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type(blackScreenTicket)
			s.Press("enter")
			s.RequireText("Mei Lin agent · today 13:57", "Priya Natarajan customer · today 13:32", "Priya Natarajan customer · Thu 19 Nov 08:02")
			if got := order(s, "The technician comes", "Friday is fine", "Dark"); got != "The technician comes Friday is fine Dark" {
				t.Errorf("%d columns: %s", width, got)
			}
		})
	}
}

// TestTicket_SaysThatItWasChangedWhileItIsRead: what the agent reads does not move by itself, and is not the newest.
func TestTicket_SaysThatItWasChangedWhileItIsRead(t *testing.T) {
	theirs := wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"}
	for _, width := range []int{80, 120, 200} {
		uitest.Run(t, uitest.Options{Width: width, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("enter")
			s.Advance(minute)
			s.RequireNoText("changed meanwhile")
			s.OtherAgentUpdatesTicket(theirs)
			s.Advance(minute)
			s.RequireText("! changed meanwhile · r reads it again")
			s.RequireNoText("Theirs")
			s.Press("r")
			s.RequireText("Theirs")
			s.RequireNoText("changed meanwhile")
			s.Advance(minute)
			s.RequireNoText("changed meanwhile")
		})
	}
}

// TestTicket_IsNotCalledChangedByWhatItShows: the list learns later of an update that was there when the ticket was read,
// and of the agent's own.
func TestTicket_IsNotCalledChangedByWhatItShows(t *testing.T) {
	theirs := wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"}
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.OtherAgentUpdatesTicket(theirs)
		s.Press("enter")
		s.RequireText("Theirs")
		s.Advance(2 * minute)
		s.RequireNoText("changed meanwhile")
		s.Press("c")
		s.Type("Mine")
		s.Press("ctrl+s")
		s.Advance(2 * minute)
		s.RequireText("713516551148 · ", "Mine")
		s.RequireNoText("changed meanwhile")
	})
}
