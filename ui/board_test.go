package ui_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/go-json-experiment/json"

	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

// footing is what the board says of the bar under the cursor: the chart, the bar and the number of its tickets.
var footing = regexp.MustCompile(`(?m)^ ?(\S[^:\n]*): (.*?)  (\d+) ticke`)

// barUnderCursor returns what the board says of the bar under the cursor.
func barUnderCursor(t *testing.T, s *uitest.Driver) (chart, bar string, tickets int) {
	t.Helper()
	said := footing.FindAllStringSubmatch(s.Text(), -1)
	if len(said) == 0 {
		t.Fatalf("no bar is under the cursor:\n%s", s.Text())
	}
	last := said[len(said)-1]
	tickets, _ = strconv.Atoi(last[3])
	return last[1], last[2], tickets
}

// listedTickets returns how many tickets the inbox lists.
func listedTickets(s *uitest.Driver) (n int) {
	s.Do(func(m tea.Model) {
		if console, ok := m.(*ui.Console); ok {
			n = console.TicketCount()
		}
	})
	return n
}

// figuresOf returns the figures of the console's records.
func figuresOf(t *testing.T, s *uitest.Driver, r stats.Request) *stats.Figures {
	t.Helper()
	r.Now, r.Agent = s.Backend().Now(), "Asha Rao"
	f, err := stats.Of(context.Background(), s.Backend().Cache, r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// lastWeek are the days of a console at its start.
var lastWeek = desk.LastDays(7, desk.DateOf(uitest.Now))

// TestBoard_EnterOpensTheTicketsOfTheBar goes to every bar of every chart: the inbox lists as many tickets as the bar
// says, under a filter line that says which, and esc goes back to the bar.
func TestBoard_EnterOpensTheTicketsOfTheBar(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 240, Height: 60}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		f := figuresOf(t, s, stats.Request{Days: lastWeek})
		for _, chart := range f.Charts {
			for n, bar := range chart.Bars {
				said, _, tickets := barUnderCursor(t, s)
				if said != chart.Title || tickets != bar.Count {
					t.Fatalf("bar %d of %s with %d tickets is said to be of %s with %d", n, chart.Title, bar.Count, said, tickets)
				}
				s.Press("enter")
				if got := listedTickets(s); got != bar.Count {
					t.Errorf("%s, %s: %d tickets, but %d are listed for %s", chart.Title, bar.Label, bar.Count, got, bar.Filter)
				}
				s.RequireText(bar.Filter)
				s.Press("esc")
				if again, label, _ := barUnderCursor(t, s); again != chart.Title || n > 0 && !strings.HasPrefix(label, bar.Label) {
					t.Fatalf("esc leads to %s of %s", label, again)
				}
				if n < len(chart.Bars)-1 {
					s.Press("down")
				}
			}
			s.Press("tab")
		}
	})
}

func TestBoard_CountsTheViewThatIsChosen(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 200, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("All tickets · 14–20 Nov · 7 of 7 days read")
		s.Press("2")
		mine := desk.View{Name: "Mine", Filter: "is:open assignee:me"}
		f := figuresOf(t, s, stats.Request{Days: lastWeek, View: mine})
		s.RequireText(fmt.Sprintf("Mine · 14–20 Nov · 7 of 7 days read · %d tickets", f.Tickets))
		s.Press("j", "j", "enter")
		if got, want := listedTickets(s), f.Chart(stats.Summary).Bars[2].Count; got != want || want == 0 {
			t.Errorf("%d tickets of mine are listed instead of %d", got, want)
		}
		s.Press("B")
		s.RequireText("Mine · 14–20 Nov", "Tickets: open")
		s.Press("0")
		s.RequireText("All tickets · 14–20 Nov")
	})
}

// TestBoard_TicketsOfABarBeginWithTheFirst: the cursor is on the first ticket of the bar, and on the ticket before after
// the way back.
func TestBoard_TicketsOfABarBeginWithTheFirst(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "j")
		s.RequireRow("▌", "Refund not received")
		s.Press("B", "enter")
		s.RequireRow("▌", "Screen stays black")
		s.Press("j", "esc", "esc")
		s.RequireRow("▌", "Refund not received")
	})
}

// TestBoard_TheInboxIsAsBefore: after a look at bars the inbox lists what it listed before, unless the agent goes on from
// the tickets of a bar.
func TestBoard_TheInboxIsAsBefore(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("screen")
		s.Press("enter", "B", "enter")
		s.RequireText("created:2026-11-14..2026-11-20", "Refund not received", "esc board")
		s.Press("space", "esc") // the mark goes first
		s.RequireText("Refund not received")
		s.Press("esc")
		s.RequireText("Tickets: created  3 tickets")
		s.Press("esc")
		s.RequireText("Screen stays black", "screen")
		s.RequireNoText("Refund not received")
		if n := listedTickets(s); n != 1 {
			t.Errorf("%d tickets are listed", n)
		}
		s.Press("B", "enter", "i", "esc")
		s.RequireText("Tickets: created  3 tickets")
		s.Press("enter", "/")
		s.Type(" refund")
		s.Press("enter", "esc") // another filter: it is taken away
		s.RequireNoText("Tickets: created")
		if n := listedTickets(s); n != 3 {
			t.Errorf("%d tickets are listed", n)
		}
	})
}

func TestBoard_FailedDaysAreNamedAndNotCountedAsEmpty(t *testing.T) {
	failed := uitest.Options{Width: 140, Height: 50, Desk: newDeskOfThree(), Refresh: -1}
	failed.Intercept = func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(uitest.RequestBody(r), "2026-11-18") {
			return nil, errors.New("connection refused")
		}
		return pass()
	}
	uitest.Run(t, failed, func(t *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.Press("B")
		s.RequireText("6 of 7 days read, 1 failed", "Wed 18 – failed", "6 of 7 days")
		s.Press("tab", "j", "j", "j", "j")
		s.RequireText("Created per day: Wed 18 failed")
		report := figuresOf(t, s, stats.Request{Days: lastWeek}).Report(stats.Request{Days: lastWeek})
		if d := report.Days[4]; d.Day != "2026-11-18" || d.State != stats.Failed || d.Reason == "" || report.Complete {
			t.Errorf("the report says %+v", d)
		}
	})
}

func TestBoard_WithoutServiceThereAreNoFigures(t *testing.T) {
	down := uitest.Options{Refresh: -1, Desk: newDeskOfThree()}
	down.Intercept = func(*http.Request, uitest.Pass) (*http.Response, error) {
		return nil, uitest.ErrDown
	}
	uitest.Run(t, down, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.Press("B")
		s.RequireText("No day could be loaded", "r retries")
		s.RequireNoText("Open by age")
		s.Press("enter", "j", "tab", "G", "g", "ctrl+d")
		s.Net.Up()
		s.Press("r")
		s.RequireText("Open by age", "7 of 7 days read")
	})
}

func TestBoard_AnEmptyDeskHasNoBars(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("7 of 7 days read · 0 tickets", "created 0", "Open by queue", "none")
		s.Press("j", "enter")
		s.RequireText("is:closed")
		s.Press("esc", "tab", "tab", "tab")
		s.RequireText("At risk by queue · no ticket")
		s.Press("enter")
		s.RequireText("there is no bar under the cursor")
	})
}

// TestBoard_ChangesWhenTheDeskDoes: a new ticket and an update are counted with the next refresh, and nothing is drawn
// while nothing happens.
func TestBoard_ChangesWhenTheDeskDoes(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B", "j")
		s.RequireText("Tickets: of them closed  1 ticket ")
		s.OtherAgentAddsTicket("Came by itself")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516551148", SubStatus: "CL", Disposition: "Screen|Black"})
		s.Advance(61 * time.Second)
		s.RequireText("4 tickets", "Tickets: of them closed  2 tickets")
		s.Advance(11 * time.Minute) // all days are read again
		s.RequireText("Screen")
		before, messages := s.ANSI(), s.Messages()
		s.Advance(20 * time.Second)
		if s.ANSI() != before || s.Messages() > messages+3 {
			t.Errorf("%d messages, and the screen changed: %v", s.Messages()-messages, s.ANSI() != before)
		}
	})
}

func TestBoard_TimeMovesTicketsBetweenBars(t *testing.T) {
	open := newDesk(newTicket("1001", "Due at three", 3, func(t *store.Ticket) { t.Due = uitest.Now.Add(2 * time.Hour).Unix() }),
		newTicket("1002", "Call at half past two", 1, func(t *store.Ticket) { t.NextFollowUp = uitest.Now.Add(28 * time.Minute).Unix() }))
	uitest.Run(t, uitest.Options{Desk: open, Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("at risk 1 ", "late 0", "later today 1", "due today 0")
		s.Advance(28 * time.Minute)
		s.RequireText("at risk 1 ", "late 0", "later today 0", "due today 1")
		s.Advance(time.Minute)
		s.RequireText("late 1 ")
		s.Advance(40 * time.Minute)
		s.RequireText("at risk 1 ", "late 1 ")
		s.Advance(time.Hour)
		s.RequireText("at risk 0", "late 2 ")
	})
}

// TestBoard_DaysAndHoursAreTheAccounts: an agent in Auckland sees the days of the account in Berlin.
func TestBoard_DaysAndHoursAreTheAccounts(t *testing.T) {
	auckland, err := time.LoadLocation("Pacific/Auckland")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) func(*store.Ticket) {
		return func(t *store.Ticket) { t.Created = time.Date(2026, 11, day, hour, minute, 0, 0, uitest.Zone).Unix() }
	}
	night := newDesk(newTicket("1", "Before midnight", 0, at(18, 23, 59)), newTicket("2", "After midnight", 0, at(19, 0, 0)),
		newTicket("3", "At noon", 0, at(19, 12, 30)))
	uitest.Run(t, uitest.Options{Width: 120, Height: 60, Desk: night, Zone: auckland}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("Wed 18 1 ", "Thu 19 2 ", "days and hours in Europe/Berlin")
		f := figuresOf(t, s, stats.Request{Days: lastWeek})
		for hour, bar := range f.Chart(stats.CreatedPerHour).Bars {
			if want := map[int]int{0: 1, 12: 1, 23: 1}[hour]; bar.Count != want {
				t.Errorf("%d tickets came at %d", bar.Count, hour)
			}
		}
	})
}

func TestBoard_FollowsTheDateAtMidnight(t *testing.T) {
	seldom := uitest.Options{Desk: newDeskOfThree(), Refresh: 10 * time.Minute} // ten hours of minutes take long
	uitest.Run(t, seldom, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("All tickets · 14–20 Nov", "Fri 20 1")
		s.Advance(10 * time.Hour)
		s.RequireText("All tickets · 15–21 Nov", "Sat 21 0")
		s.RequireNoText("Sat 14")
	})
}

func TestBoard_ComparesOnlyWithDaysThatWereRead(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireNoText("▲", "▼", "until")
		s.Press("d")
		s.Type("today")
		s.Press("enter")
		s.RequireText("All tickets · today · read", "created 1 ", "= 1 of 19 Nov until 14:02")
		s.OtherAgentAddsTicket("Another one")
		s.Press("r")
		s.RequireText("created 2 ", "+100 % vs 1 of 19 Nov until 14:02")
	})
}

// TestStats_JSONHasTheFiguresOfTheBoard: what frontdesk stats prints is what the board shows, chart by chart.
func TestStats_JSONHasTheFiguresOfTheBoard(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 240, Height: 60}, func(t *testing.T, s *uitest.Driver) {
		request := stats.Request{Days: lastWeek}
		printed, err := json.Marshal(figuresOf(t, s, request).Report(request))
		if err != nil {
			t.Fatal(err)
		}
		var report struct {
			Tickets int
			Charts  []struct {
				Title string
				Bars  []struct {
					Label string
					Count int
				}
			}
		}
		if err := json.Unmarshal(printed, &report, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		s.Press("B")
		s.RequireText(fmt.Sprintf("%d tickets", report.Tickets))
		if len(report.Charts) != 12 {
			t.Errorf("%d charts", len(report.Charts))
		}
		for _, chart := range report.Charts {
			said, _, tickets := barUnderCursor(t, s)
			if said != chart.Title || tickets != chart.Bars[0].Count {
				t.Errorf("the board shows %s with %d tickets, the report %s with %d", said, tickets, chart.Title, chart.Bars[0].Count)
			}
			for _, bar := range chart.Bars {
				if len(chart.Bars) < 12 {
					s.RequireText(fmt.Sprintf("%s %d", bar.Label, bar.Count))
				}
			}
			s.Press("tab")
		}
	})
}

func TestBoard_IsPlainOnTerminalsWithoutBlocks(t *testing.T) {
	o := uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree(), Charts: stats.PlainBars, Plain: true}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("> created 3 ####", "of them closed 1 ####")
		for range 12 {
			s.RequireNoText("█", "▌", "▇", "▂", "▁")
			s.Press("tab")
		}
	})
}

// TestBoard_TheCursorReachesEveryBar also in a small window, where the charts scroll.
func TestBoard_TheCursorReachesEveryBar(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 36}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1]}, func(t *testing.T, s *uitest.Driver) {
			s.Press("B")
			want := figuresOf(t, s, stats.Request{Days: lastWeek})
			for _, chart := range want.Charts {
				for n := range chart.Bars {
					said, _, tickets := barUnderCursor(t, s)
					if said != chart.Title || tickets != chart.Bars[n].Count {
						t.Fatalf("%v: bar %d of %s is said to be of %s with %d tickets", size, n, chart.Title, said, tickets)
					}
					if n < len(chart.Bars)-1 {
						s.Press("j")
					}
				}
				s.Press("tab")
			}
			s.Press("shift+tab", "k", "G", "g", "ctrl+d", "ctrl+u")
		})
	}
}

func TestBoard_FitsTheSmallestWindow(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 50, Height: 12}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("Tickets 14–20 Nov", "created 158")
		for range 12 {
			s.Press("j", "j", "tab")
		}
		s.Press("G", "k", "g", "ctrl+d", "ctrl+u", "enter")
		s.RequireText("1 of ")
	})
}

// TestAccessible_TheBoardIsReadOut: each bar is a numbered row, and its number lists its tickets.
func TestAccessible_TheBoardIsReadOut(t *testing.T) {
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("board", "2", "quit")
		said := s.Transcript()
		requireWordsOnly(t, said)
		for _, want := range []string{"Board: All tickets", "7 of 7 days read", "Tickets, of them closed: 1 ticket", "Change the delivery address"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not read out:\n%s", want, said)
			}
		}
	})
}

func TestBoard_SaysInANarrowWindowThatThereIsMore(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("↓ more charts")
	})
}
