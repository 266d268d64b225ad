package presence_test

import (
	"context"
	"errors"
	"testing"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

func TestWhoWorksOnATicketIsSeenByTheOthersUntilTheyLeave(t *testing.T) {
	board := presence.New()
	asha, ben, again := board.Join(safetext.LineFromText("Asha")), board.Join(safetext.LineFromText("Ben")), board.Join(safetext.LineFromText("Asha"))
	ticket := presence.Resource{Kind: "update-ticket", Record: "7135"}
	if names := ben.Watch(ticket); names != nil {
		t.Errorf("nobody works there yet, but %v", names)
	}
	asha.SetEditing(ticket)
	again.SetEditing(ticket)
	if err := ben.WaitChange(t.Context()); err != nil {
		t.Fatal(err)
	}
	if names := ben.Watch(ticket); len(names) != 1 || names[0].String() != "Asha" {
		t.Errorf("Ben sees %v", names)
	}
	if names := asha.Watch(ticket); len(names) != 1 {
		t.Errorf("Asha is not shown her other console: %v", names)
	}
	if names := board.Join(safetext.LineFromText("Carol")).Watch(presence.Resource{}); names != nil {
		t.Errorf("on nothing work %v", names)
	}
	asha.Leave()
	asha.Leave()
	again.SetEditing(presence.Resource{})
	if err := ben.WaitChange(t.Context()); err != nil || len(ben.Watch(ticket)) != 0 {
		t.Errorf("they are still seen: %v, %v", ben.Watch(ticket), err)
	}
	if err := asha.WaitChange(t.Context()); !errors.Is(err, presence.ErrLeft) {
		// One notice may wait from before.
		if err != nil || !errors.Is(asha.WaitChange(t.Context()), presence.ErrLeft) {
			t.Errorf("who has left waits for %v", err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := ben.WaitChange(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v", err)
	}
}

func TestAgentsAreNotShownTheirOwnPresence(t *testing.T) {
	board := presence.New()
	asha := board.Join(safetext.LineFromText("Asha"))
	ticket := presence.Resource{Kind: "update-ticket", Record: "7135"}
	asha.Watch(ticket)
	asha.SetEditing(ticket)
	if names := asha.Watch(ticket); names != nil {
		t.Errorf("she sees %v", names)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := asha.WaitChange(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("she was notified: %v", err)
	}
}

func TestWhoLooksElsewhereIsNotDisturbed(t *testing.T) {
	board := presence.New()
	asha, ben := board.Join(safetext.LineFromText("Asha")), board.Join(safetext.LineFromText("Ben"))
	ben.Watch(presence.Resource{Kind: "update-ticket", Record: "1"})
	asha.SetEditing(presence.Resource{Kind: "update-ticket", Record: "2"})
	asha.SetEditing(presence.Resource{Kind: "add-order", Record: "1"})
	soon, stop := context.WithCancel(t.Context())
	stop()
	if err := ben.WaitChange(soon); !errors.Is(err, context.Canceled) {
		t.Errorf("Ben was notified: %v", err)
	}
	asha.SetEditing(presence.Resource{Kind: "update-ticket", Record: "1"})
	if err := ben.WaitChange(t.Context()); err != nil {
		t.Error(err)
	}
}
