package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

func TestTheColoursThatWereSetWinOverWhatTheTerminalSays(t *testing.T) {
	frames := map[string]string{}
	for _, set := range []string{"", "dark", "light"} {
		uitest.Run(t, uitest.Options{Theme: set, Desk: three()}, func(_ *testing.T, s *uitest.Story) { frames[set] = s.Frame() })
	}
	if frames[""] != frames["dark"] || frames["light"] == frames["dark"] {
		t.Error("a dark terminal with the light theme set gets dark colours, or the other way round")
	}
}
