// Package simdesk simulates desks with chosen faults, for the gallery's scenes.
package simdesk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui"
	"frontdesk/ui/accounts"
	"frontdesk/ui/backend"
	"frontdesk/ui/gallery"
	"frontdesk/ui/theme"
)

// credential is the credential between a scene's console and its desk, which is reachable only in this process.
const credential = "gallery"

// Simulator creates the desks of the scenes, in a temporary directory. It is safe for concurrent use.
type Simulator struct {
	dir  string
	zone *time.Location

	mu        sync.Mutex
	unchanged map[gallery.Fixture][]*records // of earlier scenes
}

// New returns a simulator with a new temporary directory; closed removes the directory.
func New() (h *Simulator, closed func() error, err error) {
	dir, err := os.MkdirTemp("", "frontdesk-gallery-")
	if err != nil {
		return nil, nil, fmt.Errorf("the gallery has no place: %w", err)
	}
	zone, err := time.LoadLocation(gallery.Zone)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	h = &Simulator{dir: dir, zone: zone, unchanged: map[gallery.Fixture][]*records{}}
	return h, h.close, nil
}

// sample is the content of the sample desk's file, which is the same for all simulators and made once.
var sample = sync.OnceValues(makeSample)

func makeSample() (content []byte, err error) {
	zone, err := time.LoadLocation(gallery.Zone)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "frontdesk-gallery-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx, file := context.Background(), filepath.Join(dir, "sample.db")
	records, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	_, err = records.LoadSample(ctx, gallery.StartTime(zone))
	if err := errors.Join(err, records.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// Open creates the desk of one scene.
func (h *Simulator) Open(ctx context.Context, desk gallery.Fixture) (gallery.Env, error) {
	dir, err := os.MkdirTemp(h.dir, "")
	if err != nil {
		return gallery.Env{}, err
	}
	kept, err := h.takeRecords(ctx, desk)
	if err != nil {
		return gallery.Env{}, errors.Join(err, os.RemoveAll(dir))
	}
	sim := &simulatedDesk{
		dir:       dir,
		zone:      h.zone,
		simulator: h,
		records:   kept,
		now:       func() time.Time { return gallery.StartTime(h.zone) },
	}
	sim.service = client.NewHandlerTransport(kept.watch(service.New(service.Config{
		Store:         kept.Store,
		Token:         credential,
		OrderUser:     connection.EmbeddedUser,
		OrderPassword: credential,
		AccountID:     connection.EmbeddedAccountID,
		Zone:          h.zone,
		Now:           func() time.Time { return sim.now() },
		Log:           slog.New(slog.DiscardHandler),
	})))
	return gallery.Env{NewConsole: sim.newConsole, CallAPI: sim.actAsOther, Close: sim.close}, nil
}

// simulatedDesk is the desk of one scene.
type simulatedDesk struct {
	dir       string
	zone      *time.Location
	simulator *Simulator
	records   *records
	service   *client.HandlerTransport
	now       func() time.Time // clock of the scene's console
}

func (h *simulatedDesk) close() error {
	h.service.Close()
	return errors.Join(h.simulator.giveBack(h.records), os.RemoveAll(h.dir))
}

// newClient returns a client that does not retry, because failures in a scene are intended.
func (h *simulatedDesk) newClient(way http.RoundTripper) (*client.Client, error) {
	return client.New(client.Config{
		BaseURL:   connection.EmbeddedURL,
		KMSURL:    connection.EmbeddedURL,
		Token:     credential,
		User:      connection.EmbeddedUser,
		Password:  credential,
		Zone:      h.zone,
		Transport: way,
		ReadTries: 1,
		Timeout:   2 * time.Minute,
	})
}

// newConsole creates a console for the desk, or for several accounts on it.
func (h *simulatedDesk) newConsole(ctx context.Context, stage gallery.Setup) (gallery.Console, error) {
	h.now = stage.Now
	if stage.Scene.Accounts != nil {
		return h.newAccounts(ctx, stage)
	}
	made, err := h.openConsole(ctx, stage, firstAccount, nil)
	if err != nil {
		return gallery.Console{}, err
	}
	return gallery.Console{Model: made.Model, Close: made.Backend.Close, HostsAway: hostsAway}, nil
}

// hostsAway returns the message that the servers that hosts share cannot be reached.
func hostsAway(since time.Time) any {
	return backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: true, Since: since}}
}

// firstAccount is the name of the account that a scene begins with.
const firstAccount = "acme"

// openConsole creates the console of an account.
func (h *simulatedDesk) openConsole(
	ctx context.Context, stage gallery.Setup, account string, others ui.Accounts,
) (console.Console, error) {
	reach, err := h.newClient(&faultTransport{next: h.service, faultFor: stage.Intercept})
	if err != nil {
		return console.Console{}, err
	}
	var ownBlocks schema.Blocks
	if stage.Scene.Blocks {
		ownBlocks = blocks
	}
	var ownThemes []theme.Spec
	if _, known := theme.Find(stage.Theme.Name, nil); !known {
		ownThemes = append(ownThemes, stage.Theme)
	}
	host, err := hostOf(ctx, stage)
	if err != nil {
		return console.Console{}, err
	}
	env := map[string]string{"NO_COLOR": map[bool]string{true: "1"}[stage.Plain]}
	return console.New(ctx, console.Options{
		Accounts: others,
		Welcome:  stage.Scene.Welcome,
		Presence: host,
		Config: config.Config{
			Agent:     safetext.LineFromText("Asha Rao"),
			Theme:     stage.Theme.Name,
			Themes:    ownThemes,
			Macros:    macros,
			Texts:     texts,
			RangeDays: stage.Scene.Days,
			AfterSave: stage.Scene.AfterSave,

			TicketLines: stage.Scene.TicketLines,
			Symbols:     stage.Scene.Symbols,
			HoldBack:    time.Duration(stage.Scene.HoldBack) * time.Second,
			Columns:     desk.UsualColumns(),
			Refresh:     time.Minute,
			AccountID:   connection.EmbeddedAccountID,
		},
		Account:   safetext.LineFromText(account),
		DraftsDir: filepath.Join(h.dir, "drafts", account),
		Env:       func(name string) string { return env[name] },
		Cache: cache.New(
			cache.Config{
				Client:    reach,
				Zone:      h.zone,
				Now:       stage.Now,
				PullTries: 1,
				AccountID: connection.EmbeddedAccountID,
				Blocks:    ownBlocks,
			},
		),
		Now:   stage.Now,
		Sleep: stage.Wait,
	})
}

// actAsOther calls an operation as another agent of the same desk.
func (h *simulatedDesk) actAsOther(ctx context.Context, name string, body []byte) error {
	at := slices.IndexFunc(wire.Operations(), func(op wire.OperationInfo) bool { return op.Name == name })
	if at < 0 {
		return fmt.Errorf("there is no operation %q", name)
	}
	reach, err := h.newClient(h.service)
	if err != nil {
		return err
	}
	_, err = client.CallRaw(ctx, reach, wire.Operations()[at], body)
	return err
}

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
	return gallery.Console{Model: switcher, Close: func() { _ = switcher.Close() }, HostsAway: hostsAway}, nil
}
