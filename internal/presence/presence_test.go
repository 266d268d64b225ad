package presence_test

import (
	"context"
	"errors"
	"testing"

	"frontdesk/internal/presence"
	"frontdesk/internal/text"
)

func TestWhoWorksOnATicketIsSeenByTheOthersUntilTheyLeave(t *testing.T) {
	board := presence.New()
	asha, ben, again := board.Sit(text.PlainLine("Asha")), board.Sit(text.PlainLine("Ben")), board.Sit(text.PlainLine("Asha"))
	ticket := presence.Place{Kind: "update-ticket", Record: "7135"}
	if names := ben.Others(ticket); names != nil {
		t.Errorf("nobody works there yet, but %v", names)
	}
	asha.Work(ticket)
	again.Work(ticket)
	if err := ben.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if names := ben.Others(ticket); len(names) != 1 || names[0].String() != "Asha" {
		t.Errorf("Ben sees %v", names)
	}
	if names := asha.Others(ticket); len(names) != 1 {
		t.Errorf("Asha is not told of her other console: %v", names)
	}
	if names := board.Sit(text.PlainLine("Carol")).Others(presence.Place{}); names != nil {
		t.Errorf("on nothing work %v", names)
	}
	asha.Leave()
	asha.Leave()
	again.Work(presence.Place{})
	if err := ben.Wait(t.Context()); err != nil || len(ben.Others(ticket)) != 0 {
		t.Errorf("they are still seen: %v, %v", ben.Others(ticket), err)
	}
	if err := asha.Wait(t.Context()); !errors.Is(err, presence.ErrLeft) {
		// One notice may wait from before.
		if err != nil || !errors.Is(asha.Wait(t.Context()), presence.ErrLeft) {
			t.Errorf("who has left waits for %v", err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := ben.Wait(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v", err)
	}
}

func TestNobodyIsToldOfThemselves(t *testing.T) {
	board := presence.New()
	asha := board.Sit(text.PlainLine("Asha"))
	ticket := presence.Place{Kind: "update-ticket", Record: "7135"}
	asha.Others(ticket)
	asha.Work(ticket)
	if names := asha.Others(ticket); names != nil {
		t.Errorf("she sees %v", names)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := asha.Wait(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("she was told: %v", err)
	}
}

func TestWhoLooksElsewhereIsNotDisturbed(t *testing.T) {
	board := presence.New()
	asha, ben := board.Sit(text.PlainLine("Asha")), board.Sit(text.PlainLine("Ben"))
	ben.Others(presence.Place{Kind: "update-ticket", Record: "1"})
	asha.Work(presence.Place{Kind: "update-ticket", Record: "2"})
	asha.Work(presence.Place{Kind: "add-order", Record: "1"})
	soon, stop := context.WithCancel(t.Context())
	stop()
	if err := ben.Wait(soon); !errors.Is(err, context.Canceled) {
		t.Errorf("Ben was told: %v", err)
	}
	asha.Work(presence.Place{Kind: "update-ticket", Record: "1"})
	if err := ben.Wait(t.Context()); err != nil {
		t.Error(err)
	}
}
