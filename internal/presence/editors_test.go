package presence_test

import (
	"context"
	"errors"
	"testing"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

func TestWhoLooksElsewhereIsNotDisturbed(t *testing.T) {
	board := presence.New(presence.Options{})
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
