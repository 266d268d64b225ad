package ui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// TestWander has an agent press any keys anywhere, click, type, resize the window and restart the console, while
// colleagues write and the service goes away now and then. Every frame fits its window, every key that the footer offers
// does something (the driver sees to both), and no text that was typed is saved twice.
func TestWander(t *testing.T) {
	t.Chdir(t.TempDir()) // a note may be saved
	seeds := uint64(10)
	if texttest.Long() {
		seeds = 150
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &wander{random: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // repeatable
			defer func() {
				if t.Failed() {
					t.Logf("the steps: %s", strings.Join(w.steps, " "))
				}
			}()
			options := uitest.Options{
				Width: 120, Height: 36, Macros: shiftMacros, Refresh: time.Minute, HoldBack: 5 * time.Second, Check: checkLayout,
			}
			pointing(t, options, func(t *testing.T, s *uitest.Driver) {
				for range 150 {
					w.step(s)
				}
				w.end(t, s)
			})
		})
	}
}

// wander is an agent who does anything.
type wander struct {
	random *rand.Rand
	typed  int
	steps  []string

	hasNote bool // a handover note was copied or became a comment
}

// wanderKeys are all keys that are bound to something, but for those that leave frontdesk, suspend it or start another
// program, those that are typed, and the usual ones more often.
var wanderKeys = append(
	boundKeys(keymap.Quit, keymap.ForceQuit, keymap.Suspend, keymap.ExternalEditor, keymap.Links),
	strings.Fields("1 2 3 4 5 6 7 8 9 , < [ # % backspace delete ctrl+w ctrl+k ctrl+e enter enter enter esc esc esc esc down down up")...,
)

var wanderSizes = [][2]int{{80, 24}, {120, 36}, {200, 50}, {60, 16}, {99, 30}, {40, 10}, {20, 5}, {300, 60}, {81, 13}}

// step does one thing.
func (w *wander) step(s *uitest.Driver) {
	step := w.choose(s)
	w.steps = append(w.steps, step)
	take(s, step)
	if s.HasQuit() {
		s.Restart()
	}
}

// choose returns a step: a key, or what take knows.
func (w *wander) choose(s *uitest.Driver) string {
	width, height := s.Window()
	x, y := w.random.IntN(width), w.random.IntN(height)
	switch n := w.random.IntN(100); {
	case n < 10:
		w.typed++
		return fmt.Sprintf("text:typed%d", w.typed)
	case n < 18:
		return fmt.Sprintf("click:%d,%d", x, y)
	case n < 22:
		return fmt.Sprintf("wheel:%d,%d,%d", x, y, w.random.IntN(7)-3)
	case n < 26:
		size := wanderSizes[w.random.IntN(len(wanderSizes))]
		return fmt.Sprintf("size:%d,%d", size[0], size[1])
	case n < 28:
		return "colleague"
	case n < 30:
		return "away"
	case n < 32:
		return "back"
	case n < 34:
		return fmt.Sprintf("wait:%d", 1+w.random.IntN(90))
	}
	return wanderKeys[w.random.IntN(len(wanderKeys))]
}

// take takes a step.
func take(s *uitest.Driver, step string) {
	name, rest, _ := strings.Cut(step, ":")
	var a, b, c int
	_, _ = fmt.Sscanf(rest, "%d,%d,%d", &a, &b, &c)
	switch name {
	case "text":
		s.Type(rest + " ")
	case "click":
		s.Click(a, b)
	case "wheel":
		s.Wheel(a, b, c)
	case "size":
		s.Resize(a, b)
	case "colleague":
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
	case "away":
		s.Net.Down()
	case "back":
		s.Net.Up()
	case "wait":
		s.Advance(time.Duration(a) * time.Second)
	default:
		if _, height := s.Window(); height < 12 { // nothing is drawn in so small a window
			s.Receive(uitest.Key(step))
		} else {
			s.Press(step)
		}
	}
}

// end lets everything that waits be sent, and looks at what the service has.
func (w *wander) end(t *testing.T, s *uitest.Driver) {
	t.Helper()
	s.Net.Up()
	s.Resize(120, 36)
	s.Advance(3 * time.Minute)
	w.requireSavedOnce(t, s)
}

// requireSavedOnce fails if a text that was typed is saved twice.
func (w *wander) requireSavedOnce(t *testing.T, s *uitest.Driver) {
	t.Helper()
	for n := range w.typed {
		text, saved := fmt.Sprintf("typed%d", n+1), 0
		for _, ticket := range s.TicketsToday("") {
			for _, entry := range s.Ticket(ticket.ID.Raw()).Timeline {
				if strings.Contains(entry.Body.Text().Line().String()+" ", text+" ") {
					saved++
				}
			}
		}
		if saved > 1 {
			t.Errorf("%q is saved %d times", text, saved)
		}
	}
}
