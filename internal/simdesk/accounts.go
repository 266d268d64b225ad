package simdesk

import (
	"context"

	"frontdesk/ui"
	"frontdesk/ui/accounts"
	"frontdesk/ui/gallery"
)

// newAccounts creates a console for each account of a scene when it is visited. All are on one desk.
func (h *simulatedDesk) newAccounts(ctx context.Context, stage gallery.Setup) (gallery.Console, error) {
	listed := []accounts.Account{{Name: firstAccount, Address: firstAccount + ".example.com"}}
	for _, name := range stage.Scene.Accounts {
		listed = append(listed, accounts.Account{Name: name, Address: name + ".example.com"})
	}
	open := func(ctx context.Context, name string, others ui.Accounts) (accounts.Opened, error) {
		made, err := h.openConsole(ctx, stage, name, others)
		if err != nil {
			return accounts.Opened{}, err
		}
		return accounts.Opened{Console: made.Model, Save: made.Backend.FlushDrafts, Close: func() error {
			made.Backend.Close()
			return nil
		}}, nil
	}
	switcher := accounts.New(accounts.Config{Context: ctx, Accounts: listed, Open: open})
	first, err := open(ctx, firstAccount, switcher)
	if err != nil {
		return gallery.Console{}, err
	}
	switcher.Begin(firstAccount, first)
	return gallery.Console{Model: switcher, Close: func() { _ = switcher.Close() }}, nil
}
