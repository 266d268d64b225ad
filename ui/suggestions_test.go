package ui_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// TestSuggestions_AnswerTheTicketsOfTheSampleDesk judges them on pairs that were made by hand: the right article is among
// the first three for four of five tickets, and tickets that no article answers get none.
func TestSuggestions_AnswerTheTicketsOfTheSampleDesk(t *testing.T) {
	pairs, err := os.ReadFile("../testdata/suggestions.txt")
	if err != nil {
		t.Fatal(err)
	}
	uitest.Run(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.LearnArticles()
		asked, right, unanswerable, silent := 0, 0, 0, 0
		for line := range strings.Lines(string(pairs)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			parts := strings.Split(strings.TrimSpace(line), " | ")
			d := s.Ticket(parts[0])
			found, ok := s.Backend().FAQ.SuggestForTicket(&d.Ticket, &d, 3)().(backend.ArticlesSuggested)
			if !ok {
				t.Fatalf("no answer for %s", line)
			}
			var titles []string
			for _, hit := range found.Value {
				titles = append(titles, hit.Title.String())
			}
			if parts[2] == "-" {
				unanswerable++
				if len(titles) == 0 {
					silent++
				} else {
					t.Logf("%s: %q, though no article answers it", parts[1], titles)
				}
				continue
			}
			asked++
			isRight := func(title string) bool { return slices.Contains(titles, title) }
			if slices.ContainsFunc(strings.Split(parts[2], " ; "), isRight) {
				right++
			} else {
				t.Logf("%s: %q instead of %q", parts[1], titles, parts[2])
			}
		}
		t.Logf("%d of %d are right; %d of %d that no article answers get none", right, asked, silent, unanswerable)
		if asked < 50 || right*100 < asked*80 || silent < unanswerable {
			t.Error("that is too few")
		}
	})
}
