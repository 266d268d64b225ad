package uitest

import (
	"strings"
	"testing/synctest"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/headless"
)

// Press presses keys by their names, one after the other: "u", "ctrl+s", "enter". A key that the footer offers must
// change something; only sending a form may say again what it lacks. ":theme" runs an action without a key.
func (s *Driver) Press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		if action, isName := strings.CutPrefix(k, ":"); isName && action != "" {
			s.choose(action)
			continue
		}
		pressed, offered := headless.Key(k), false
		s.Look(func() { offered = k != "ctrl+s" && key.Matches(pressed, s.Console().ShortHelp()...) })
		before := ""
		if offered {
			before = s.state()
		}
		s.loop.send(pressed)
		s.WaitIdle()
		if offered && s.state() == before {
			s.failf("the footer offers %s, and it changes nothing", k)
		}
	}
}

// choose runs an action by the palette, which finds it by the words of its name.
func (s *Driver) choose(action string) {
	s.t.Helper()
	s.Press("ctrl+p")
	s.Type(strings.ReplaceAll(action, "-", " "))
	s.Press("enter")
}

// Type types text letter by letter.
func (s *Driver) Type(text string) {
	s.TypeAhead(text)
	s.WaitIdle()
}

// TypeAhead types text letter by letter, and lets no time pass.
func (s *Driver) TypeAhead(text string) {
	for _, r := range text {
		s.loop.send(headless.RuneKey(r))
		synctest.Wait()
	}
}

// Paste pastes text.
func (s *Driver) Paste(text string) {
	s.loop.send(tea.PasteMsg{Content: text})
	s.WaitIdle()
}
