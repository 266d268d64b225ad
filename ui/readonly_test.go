package ui_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestReadOnly_EveryWritingKeyIsOffWithOneReason(t *testing.T) {
	for place, keys := range map[string]struct {
		way  []string
		keys []string
	}{
		"the list":      {nil, []string{"u", "c", "b", "x", "T", "m", ".", "n", ":edit-customer", ":add-order", ":new-customer"}},
		"marked":        {[]string{"*"}, []string{"u", "c", "b", "x", "m"}},
		"a ticket":      {[]string{"enter"}, []string{"u", "c", "b", "x", "T", "m", ".", "n", ":edit-customer", ":add-order", ":new-customer"}},
		"the customer":  {[]string{"C", "C"}, []string{"e", "n", "a", ":new-customer"}},
		"an article":    {[]string{"f"}, []string{":new-customer"}},
		"from the list": {[]string{"D", "esc"}, []string{"u"}},
	} {
		t.Run(place, func(t *testing.T) {
			o := uitest.Options{Desk: newCustomerDesk(), ReadOnly: true}
			uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
				s.RequireText("read only · acme")
				s.Press(keys.way...)
				for _, key := range keys.keys {
					s.Press("?", "esc") // clears what was said before
					s.Press(key)
					s.RequireText("this console is read only: nothing is changed from here")
				}
				for _, op := range wire.Operations() {
					if n := s.Net.Calls(op.Path); op.IsWrite && n != 0 {
						t.Errorf("%s was sent %d times", op.Name, n)
					}
				}
			})
		})
	}
}

// readOnlyReason is said of everything that writes.
const readOnlyReason = "this console is read only: nothing is changed from here"

// requireNothingWritten fails if a write was sent.
func requireNothingWritten(t *testing.T, s *uitest.Driver) {
	t.Helper()
	for _, op := range wire.Operations() {
		if n := s.Net.Calls(op.Path); op.IsWrite && n != 0 {
			t.Errorf("%s was sent %d times", op.Name, n)
		}
	}
}

// openReadOnly runs a story with what an earlier console has left.
func openReadOnly(t *testing.T, o uitest.Options, earlier, story func(s *uitest.Driver)) {
	t.Helper()
	o.Dir = filepath.Join(t.TempDir(), "drafts")
	if earlier != nil {
		uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) { earlier(s) })
	}
	o.ReadOnly = true
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		story(s)
		requireNothingWritten(t, s)
	})
}

func TestReadOnly_PaletteSaysWhyAndWritesNothing(t *testing.T) {
	openReadOnly(t, uitest.Options{Desk: newDeskOfThree()}, nil, func(s *uitest.Driver) {
		s.Press("ctrl+p")
		s.Type("comment")
		s.RequireRow("Write a comment", "— "+readOnlyReason)
		s.Press("enter")
		s.RequireText("Commands")
		s.RequireRow(" " + readOnlyReason)
	})
}

func TestReadOnly_DraftsStayAsTheyAre(t *testing.T) {
	earlier := func(s *uitest.Driver) { typeComment(s, "Said on the phone that") }
	openReadOnly(t, uitest.Options{Desk: newDeskOfThree()}, earlier, func(s *uitest.Driver) {
		s.Press("D")
		s.RequireText("Said on the phone that")
		s.Press("enter")
		s.RequireText("My work", readOnlyReason)
	})
}

func TestReadOnly_OutboxStaysAsItIs(t *testing.T) {
	earlier := func(s *uitest.Driver) { sendWhileDown(s, "Not sent yet") }
	openReadOnly(t, uitest.Options{Desk: newDeskOfThree()}, earlier, func(s *uitest.Driver) {
		s.RequireText("⇪ outbox 1")
		for _, key := range []string{"s", "S", "enter"} {
			s.Press("D", key)
			s.RequireText("My work", "Not sent yet", readOnlyReason)
			s.Press("esc", "j")
		}
	})
}

func TestReadOnly_HandoverIsReadAndCopiedButNotPosted(t *testing.T) {
	openReadOnly(t, uitest.Options{Desk: newDeskOfThree()}, nil, func(s *uitest.Driver) {
		s.Press("H", "c")
		s.RequireText("Handover", readOnlyReason)
		s.Press("y")
		if !strings.Contains(s.Clipboard(), "# Handover") {
			t.Errorf("copied %q", s.Clipboard())
		}
	})
}

func TestReadOnly_RunThatHasStoppedStays(t *testing.T) {
	earlier := func(s *uitest.Driver) { s.Press("space", "space", "space", "x", "ctrl+s", "enter") }
	openReadOnly(t, uitest.Options{Desk: newDeskOfThirty()}, earlier, func(s *uitest.Driver) {
		s.Press("D", "enter", "S")
		s.RequireText(readOnlyReason, "1 of 3 sent")
	})
	earlier = func(s *uitest.Driver) {
		s.Press("space", "space", "x", "ctrl+s")
		refuse(s, bulkTicket(1), "no such ticket")
		s.Press("enter", "S")
		s.Advance(5 * time.Second)
	}
	openReadOnly(t, uitest.Options{Desk: newDeskOfThirty()}, earlier, func(s *uitest.Driver) {
		s.Press("D", "enter", "r")
		s.RequireText(readOnlyReason)
	})
}

func TestReadOnly_CallIsAnsweredAndItsNotesAreKept(t *testing.T) {
	openReadOnly(t, uitest.Options{Desk: newCustomerDesk()}, nil, func(s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("+91 98765-43210")
		s.Press("enter")
		s.Type("Wants the technician")
		for _, key := range []string{"ctrl+s", "ctrl+n", "ctrl+t"} {
			s.Press(key)
			s.RequireText("Wants the technician", readOnlyReason)
			s.Press("down")
		}
		s.Press("esc")
		if n := keptCalls(s); n != 1 {
			t.Errorf("%d calls are kept", n)
		}
	})
}

func TestReadOnly_OrderIsNotEdited(t *testing.T) {
	openReadOnly(t, uitest.Options{Desk: newOrderDesk()}, nil, func(s *uitest.Driver) {
		s.Press("C", "C")
		for range 12 {
			if s.Press("u"); strings.Contains(s.Text(), readOnlyReason) {
				return
			}
			s.Press("j")
		}
		t.Errorf("the reason is not said:\n%s", s.Text())
	})
}
