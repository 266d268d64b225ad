package ui_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
	"frontdesk/ui/accessible"
	"frontdesk/ui/uitest"
)

// TestWander_InAccessibleMode has an agent who hears the console type any command that is offered, any number and any
// text, while colleagues write and the service goes away now and then. Every line is answered in words, nothing that is
// offered is unknown, and no text that was typed is saved twice.
func TestWander_InAccessibleMode(t *testing.T) {
	t.Chdir(t.TempDir()) // a note may be saved
	seeds := uint64(10)
	if texttest.Long() {
		seeds = 150
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &wander{random: rand.New(rand.NewPCG(seed, 2))} //nolint:gosec // repeatable
			defer func() {
				if t.Failed() {
					t.Logf("the lines: %q", w.steps)
				}
			}()
			uitest.RunLines(t, uitest.Options{
				Desk: newDeskOfAnswers(), Macros: shiftMacros, Refresh: time.Minute, HoldBack: 5 * time.Second,
			}, func(t *testing.T, s *uitest.Lines) {
				for range 100 {
					w.line(t, s)
					if ended, err := s.Ended(); ended {
						t.Fatalf("the console has ended: %v", err)
					}
				}
				s.Net.Up()
				s.Wait(3 * time.Minute)
				w.requireSavedOnce(t, s.Driver)
			})
		})
	}
}

// unspoken are commands that a wander leaves out: those that end the console, and start another program.
var unspoken = []keymap.Action{keymap.Quit, keymap.ForceQuit, keymap.ExternalEditor}

// line types one line, or has something happen elsewhere, and looks at the answer.
func (w *wander) line(t *testing.T, s *uitest.Lines) {
	t.Helper()
	switch n := w.random.IntN(100); {
	case n < 3:
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
	case n < 6:
		s.Net.Down()
	case n < 12:
		s.Net.Up()
	case n < 16:
		s.Wait(time.Duration(1+w.random.IntN(90)) * time.Second)
	}
	line, isOffered := w.spoken(s)
	w.steps = append(w.steps, line)
	before := len(s.Transcript())
	s.Enter(line)
	if answered := s.Transcript()[before:]; strings.TrimSpace(answered) == strings.TrimSpace(line) { // still waiting
		s.Wait(2 * time.Minute)
	}
	said := strings.TrimPrefix(s.Transcript()[before:], line+"\n")
	if words, note, _ := strings.Cut(said, "To copy:\n"); !w.hasNote { // a note to copy is markdown
		requireWordsOnly(t, words)
		w.hasNote = strings.Contains(words+note, "# Handover") // and a form may have it from now on
	}
	if strings.TrimSpace(said) == "" {
		t.Errorf("%q is not answered:\n%s", line, s.Transcript()[max(0, len(s.Transcript())-1500):])
	}
	if isOffered && strings.Contains(said, "is not a command here") {
		t.Errorf("%q was offered, and then: %s", line, said)
	}
}

// spoken returns a line to type, and whether it begins with a command that is offered.
func (w *wander) spoken(s *uitest.Lines) (line string, isOffered bool) {
	switch n := w.random.IntN(100); {
	case n < 8:
		return "", false
	case n < 16:
		return fmt.Sprint(1 + w.random.IntN(7)), false
	case n < 20:
		return ".", false
	case n < 26:
		return "back", false
	case n < 40:
		return w.text(), false
	}
	commands := slices.DeleteFunc(s.Commands(), func(c accessible.Command) bool { return slices.Contains(unspoken, c.Action) })
	if len(commands) == 0 {
		return w.text(), false
	}
	c := commands[w.random.IntN(len(commands))]
	line = cmp.Or(c.Name, string(c.Action))
	if w.random.IntN(3) == 0 {
		line += fmt.Sprint(" ", 1+w.random.IntN(4))
	}
	if w.random.IntN(3) == 0 {
		line += " " + w.text()
	}
	return line, true
}

// text returns a text that was not typed before.
func (w *wander) text() string {
	w.typed++
	return fmt.Sprintf("typed%d", w.typed)
}
