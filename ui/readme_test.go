package ui_test

import (
	"os"
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

// TestREADME_FiveMinutesOfUseArePlayed row by row, on the sample desk: each row does what it says.
func TestREADME_FiveMinutesOfUseArePlayed(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "## Five minutes of use")
	table, _, _ = strings.Cut(table, "![")
	rows := map[string]string{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) == 4 && strings.Trim(cells[1], " -") != "" && strings.TrimSpace(cells[1]) != "Press" {
			rows[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[2])
		}
	}
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, AsInstalled: true, AfterSave: "next"}, func(t *testing.T, s *uitest.Driver) {
		play := func(row string, does func()) {
			t.Helper()
			if rows[row] == "" {
				t.Errorf("the README has no row %s", row)
			}
			delete(rows, row)
			does()
		}
		play("`j` `k` `enter`", func() {
			s.Press("s", "esc", "j", "k", "enter")
			s.RequireText("messages, newest first")
		})
		play("`G` `esc`", func() {
			s.Press("G", "esc")
			s.RequireText("of 61 · by clock")
		})
		play("`u`", func() {
			s.Press("u")
			s.RequireText("Sub-status*", "Queue", "Comment", "Callback", "Disposition")
		})
		play("`ctrl+f` text `enter` `i`", func() {
			s.Press("tab", "tab", "tab", "tab", "ctrl+f")
			s.LearnArticles()
			s.Type("refund timelines")
			s.Press("enter", "i")
			s.RequireText("inserted", "Update 7")
		})
		play("`ctrl+s`", func() {
			s.Press("ctrl+s")
			s.RequireText("2 of 61")
		})
		play("`J`", func() {
			s.Press("J")
			s.RequireText("3 of 61")
			s.Press("i")
		})
		play("`p`", func() {
			s.Press("p")
			s.RequireText("Caller", "Tickets", "Orders", "Answers", "Notes")
			s.Press("ctrl+x", "x")
		})
		play("`F` `C`", func() {
			s.Press("F")
			s.RequireText("Find a customer")
			s.Press("esc", "C")
			s.RequireText("Customer")
			s.Press("esc")
		})
		play("`/` `d` `s` `1`", func() {
			s.Press("/")
			s.RequireText("Filter:")
			s.Press("esc", "d")
			s.RequireText("Days to show")
			s.Press("esc", "s")
			s.RequireText("Sort")
			s.Press("esc", "2", "1")
		})
		play("`B`", func() {
			s.Press("B")
			s.RequireText("created", "open", "late", "at risk")
			s.Press("esc")
		})
		play("`D` `H`", func() {
			for key, says := range map[string]string{"D": "My work", "H": "Handover"} {
				s.Press(key)
				s.RequireText(says)
				s.Press("esc")
			}
		})
		play("click", func() {
			s.ClickOn("Voucher vanished")
			s.RequireRow("▌", "Voucher vanished")
		})
		play("`?` `ctrl+p`", func() {
			s.Press("?")
			s.RequireText("Keys:")
			s.Press("esc", "ctrl+p")
			s.RequireText("Commands")
			s.Press("esc")
		})
		play("`q`", func() {
			s.Press("q")
			if !s.HasQuit() {
				t.Error("q does not quit")
			}
		})
	})
	for row := range rows {
		t.Errorf("nothing plays the row %s", row)
	}
}
