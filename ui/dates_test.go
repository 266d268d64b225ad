package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

func TestDates_WhatIsTypedWholeIsTakenAndNotASuggestion(t *testing.T) {
	for typed, want := range map[string]string{
		"last 3 days": "18–20 Nov", "3 days": "18–20 Nov", "last 30": "22 Oct–20 Nov", "yester": "19 Nov",
		"LAST 7 DAYS": "14–20 Nov", "2026-11-18": "18 Nov",
	} {
		t.Run(typed, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("d")
				s.Type(typed)
				s.Press("enter")
				s.RequireText("Asha Rao " + want + " as of")
			})
		})
	}
}
