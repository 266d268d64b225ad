package ui_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/uitest"
)

// keyRow is a row of the table of key counts.
type keyRow struct {
	keys  []string // as they are pressed; "text" for a text
	count int
}

// keyCounts reads the table of key counts from the documentation.
func keyCounts(t *testing.T) map[string]keyRow {
	t.Helper()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]keyRow{}
	for _, m := range regexp.MustCompile(`(?m)^\| ([a-z0-9 :,]+?) \| ?([^|]*?) ?\| (\d+) \|$`).FindAllStringSubmatch(string(page), -1) {
		keys := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(m[2], "`⏎`", "enter"), "`", ""))
		count, err := strconv.Atoi(m[3])
		if err != nil {
			t.Fatal(err)
		}
		rows[m[1]] = keyRow{keys, count}
	}
	return rows
}

// do presses the keys of a row, typing the text where it says so, and fails if they are not as many as it says.
func (r keyRow) do(t *testing.T, s *uitest.Driver, text string) {
	t.Helper()
	if len(r.keys) != r.count {
		t.Errorf("%v are not %d keys", r.keys, r.count)
	}
	for _, key := range r.keys {
		if key == "text" {
			s.Type(text)
		} else {
			s.Press(key)
		}
	}
}

// TestKeys_AreAsManyAsTheDocumentationSays does what the table of the documentation lists, each with its keys.
func TestKeys_AreAsManyAsTheDocumentationSays(t *testing.T) {
	rows := keyCounts(t)
	story := func(what string, most int, o uitest.Options, text string, then func(s *uitest.Driver), before ...string) {
		row, listed := rows[what]
		delete(rows, what)
		if !listed || row.count > most {
			t.Errorf("%s: listed %t with %d keys, and may take %d", what, listed, row.count, most)
			return
		}
		o = working(o)
		o.HoldBack, o.Refresh, o.Macros = 5*time.Second, -1, shiftMacros
		if strings.Contains(what, "30") {
			o.Desk = newDeskOfThirty()
		}
		o.Desk.Articles = newDeskOfAnswers().Articles
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.LearnArticles()
			s.Press(append([]string{"7"}, before...)...)
			row.do(t, s, text)
			then(s)
		})
	}
	story("comment and leave it pending", 3, uitest.Options{}, "Called", func(s *uitest.Driver) {
		s.Advance(10 * time.Second)
		if found := s.Ticket(nth(11)); found.SubStatus.Key().Raw() != "P" || len(found.Timeline) != 1 {
			t.Errorf("the ticket is %s, with %d comments", found.SubStatus.Label(), len(found.Timeline))
		}
	}, "6", "G", "k")
	closed := func(n int) func(s *uitest.Driver) {
		return func(s *uitest.Driver) {
			s.Advance(10 * time.Second)
			if found := s.Ticket(nth(n)); !found.Marks.Has(desk.Closed) {
				t.Errorf("the ticket is %s", found.SubStatus.Label())
			}
		}
	}
	story("close with a macro", 2, uitest.Options{}, "", closed(1))
	story("call back tomorrow at 10:00", 3, uitest.Options{}, "tomorrow 10:00", func(s *uitest.Driver) {
		s.Advance(10 * time.Second)
		if at := s.Ticket(nth(1)).Callback.In(uitest.Zone); at.Format("2006-01-02 15:04") != "2026-11-21 10:00" {
			t.Errorf("it is called back at %s", at)
		}
	})
	story("get to the next ticket after a save", 0, uitest.Options{}, "", func(s *uitest.Driver) { requireTicketPane(t, s, title(2)) }, "enter", "x", "ctrl+s")
	story("skip a ticket", 1, uitest.Options{}, "", func(s *uitest.Driver) { requireTicketPane(t, s, title(2)) }, "enter")
	story("see which ticket is due next", 0, uitest.Options{}, "", func(s *uitest.Driver) { s.RequireText("Next 11", "by clock") }, "1")
	story("repeat the last update", 1, uitest.Options{}, "", closed(2), "x", "ctrl+s")
	story("undo the last update", 1, uitest.Options{}, "", func(s *uitest.Driver) { s.RequireText("nothing was sent", "Update "+nth(1)) }, "x", "ctrl+s")
	story("close 30 tickets alike, after a look at the first", 6, uitest.Options{}, "Refund sent", func(s *uitest.Driver) {
		s.Advance(10 * time.Second)
		requireClosed(t, s, func(int) bool { return true })
	})
	story("go to the next queue at the end of one", 1, uitest.Options{}, "", func(s *uitest.Driver) { s.RequireText("Next · ", " of 4", "Waits for an answer") },
		"x", "ctrl+s", ".", ".", ".", ".", ".", ".", ".", ".", "J", "J")
	story("make a handover note", 2, uitest.Options{}, "", func(s *uitest.Driver) { s.RequireText("Handover · since", "about to be sent since 14:02") },
		"x", "ctrl+s", "J")
	story("make a handover note and copy it", 2, uitest.Options{}, "", func(s *uitest.Driver) {
		if !strings.HasPrefix(s.Clipboard(), "# Handover: Asha Rao, acme\n") {
			t.Errorf("copied is %q", s.Clipboard())
		}
	})
	story("see the newest ticket of a caller by phone", 3, uitest.Options{}, "555 0100", func(s *uitest.Driver) {
		s.RequireText("☎ 00:", "Notes go to "+nth(1)+" "+title(1))
	})
	story("open a ticket for the caller", 3, uitest.Options{}, "A new complaint", func(s *uitest.Driver) {
		s.RequireText("☎ 00:", "A new complaint · Unattended")
	}, "p", "5", "5", "5", "0", "1", "0", "0", "enter")
	story("insert an answer of a loaded article into a comment and send it", 4, uitest.Options{}, "reimbursment", func(s *uitest.Driver) {
		s.Advance(10 * time.Second)
		if got := comment(s, nth(1)); !strings.Contains(got, "Wait for the reimbursement") {
			t.Errorf("the comment is %q", got)
		}
	})
	for what := range rows {
		t.Errorf("%s is listed, and nothing tests it", what)
	}
}
