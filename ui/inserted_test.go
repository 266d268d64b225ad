package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// staffArticle has a part for customers, and one for staff alone.
const staffArticle = `<h2>Resetting the router</h2><p>Hold the button for ten seconds.</p><p>Wait for the green light.</p>` +
	`<h2>For agents</h2><p>Offer a voucher of 5.00 if the caller is angry about the router button.</p>` +
	`<h2>Escalation</h2><p>Queue NET.</p><p>Write the serial number down.</p><p>Ask twice.</p><p>Never promise a date.</p>`

func withStaffArticle(t *testing.T, story func(t *testing.T, s *uitest.Driver)) {
	t.Helper()
	d := newDeskOfAnswers()
	d.Articles = append(d.Articles,
		store.Article{ID: 9, Title: "Zebra", Detail: staffArticle, Enabled: true, CategoryID: 1, CategoryName: "Orders"},
		store.Article{ID: 10, Title: "Goodwill", Detail: "<p>Vouchers stop at 20.00.</p>", Enabled: true, CategoryID: 1, CategoryName: "Internal rules"},
	)
	withAnswers(t, uitest.Options{Desk: d, Width: 160, Height: 40}, story)
}

func TestInsert_PartThatMatchesAndNothingElse(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c", "ctrl+f")
		s.Type("green light")
		s.Press("ctrl+o")
		s.RequireText("inserted the section “Resetting the router”, 5 lines · ctrl+z undoes it")
		s.Press("ctrl+s")
		got := comment(s, blackScreenTicket)
		if !strings.Contains(got, "green light") || strings.Contains(got, "voucher") || strings.Contains(got, "Escalation") {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestInsert_OneUndoTakesItOut(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Please do this:")
		s.Press("ctrl+f")
		s.Type("green light")
		s.Press("ctrl+o", "ctrl+z", "ctrl+s")
		if got := comment(s, blackScreenTicket); got != "Please do this:" {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestInsert_TextForStaffIsMarked(t *testing.T) {
	t.Parallel()
	for typed, said := range map[string]string{
		"voucher angry":  "! inserted the section “For agents”, 3 lines, which seems to be for staff alone · ctrl+z undoes it",
		"vouchers 20.00": "! inserted the article, 1 line, which seems to be for staff alone · ctrl+z undoes it",
	} {
		withStaffArticle(t, func(_ *testing.T, s *uitest.Driver) {
			s.Press("c", "ctrl+f")
			s.Type(typed)
			s.Press("ctrl+o")
			s.RequireText(said)
			s.Resize(80, 24)
			s.RequireText("for staff", "· ctrl+z undoes it")
		})
	}
}

func TestInsert_WholeArticleIsTheFirstChoice(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c", "ctrl+f")
		s.Type("green light")
		s.Press("enter", "v", "g", "i")
		s.RequireText("! inserted the article, ", "which seems to be for staff alone")
		s.Press("ctrl+s")
		if got := comment(s, blackScreenTicket); !strings.Contains(got, "Escalation") || !strings.Contains(got, "green light") {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestInsert_WithoutAMatchTheAgentChooses(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c", "ctrl+f")
		s.Type("zebra")
		s.Press("ctrl+o")
		s.RequireText("nothing matches: choose what to insert", "The whole article", "1 Resetting the router", "2 For agents", "3 Escalation")
		s.Press("1", "ctrl+s")
		if got := comment(s, blackScreenTicket); !strings.Contains(got, "green light") || strings.Contains(got, "voucher") {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestInsert_NotesOfACallGetThePartThatMatches(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("ctrl+f")
		s.Type("green light")
		s.Press("enter")
		s.RequireText("inserted the section “Resetting the router”, 5 lines · ctrl+z undoes it", "Wait for the green light.")
		s.Press("ctrl+z")
		s.RequireText("what is said: it becomes a comment")
	})
}

func TestInsert_OfferedTextsAreUndoneAtOnce(t *testing.T) {
	t.Parallel()
	withStaffArticle(t, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Hello. ??zebra")
		s.Press("enter")
		s.RequireText("inserted 5 lines · ctrl+z undoes it")
		s.RequireNoText("Escalation", "voucher")
		s.Press("ctrl+z")
		s.Press("esc", "ctrl+s")
		if got := comment(s, blackScreenTicket); got != "Hello. ??zebra" {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestInsert_WhatIsUnderTheCursorIsInserted(t *testing.T) {
	link := func(id int64) string { return fmt.Sprintf("https://help.example.com/kb/%d", id) }
	for name, part := range map[string]struct {
		keys       []string
		says, want string
	}{
		"the whole article": {[]string{"g"}, "i inserts the whole article", "All about money."},
		"a section":         {[]string{"j"}, "its number inserts this section", "In cash\n\nAt the counter."},
		"a line":            {[]string{"v", "j"}, "i inserts this line", "Three days."},
		"the link":          {[]string{"G"}, "i inserts the link", "https://help.example.com/kb/7"},
		"lines up to the link": {
			[]string{"v", "G", "k", "v", "G"}, "i inserts 1 line", "2. Wait for the reimbursement & sign",
		},
	} {
		t.Run(name, func(t *testing.T) {
			withAnswers(t, uitest.Options{ArticleLink: link, Height: 40}, func(t *testing.T, s *uitest.Driver) {
				s.Press("f")
				s.Type("money")
				s.Press("enter", "v")
				s.Press(part.keys...)
				s.RequireText(part.says)
				s.Press("i", "ctrl+s")
				if got := comment(s, blackScreenTicket); !strings.HasPrefix(got, part.want) {
					t.Errorf("the comment is %q, want %q", got, part.want)
				}
			})
		})
	}
}
