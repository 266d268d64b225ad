package cli

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
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/gallery"
)

// galleryKey is the credential between a scene's console and its desk, which is reachable only in this process.
const galleryKey = "gallery"

// simulator creates the desks of the scenes, in a temporary directory.
type simulator struct {
	dir    string
	zone   *time.Location
	sample func() ([]byte, error) // content of the sample desk's file, created once
}

// newGalleryHouses returns a simulator with a new temporary directory; closed removes the directory.
func newGalleryHouses() (h *simulator, closed func() error, err error) {
	dir, err := os.MkdirTemp("", "frontdesk-gallery-")
	if err != nil {
		return nil, nil, fmt.Errorf("the gallery has no place: %w", err)
	}
	zone, err := time.LoadLocation(gallery.Zone)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	h = &simulator{dir: dir, zone: zone}
	h.sample = sync.OnceValues(h.makeSample)
	return h, func() error { return os.RemoveAll(dir) }, nil
}

func (h *simulator) makeSample() ([]byte, error) {
	ctx, file := context.Background(), filepath.Join(h.dir, "sample.db")
	records, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	_, err = records.LoadSample(ctx, gallery.StartTime(h.zone))
	if err := errors.Join(err, records.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// open creates the desk of one scene.
func (h *simulator) open(ctx context.Context, desk gallery.Fixture) (gallery.Env, error) {
	dir, err := os.MkdirTemp(h.dir, "")
	if err != nil {
		return gallery.Env{}, err
	}
	file := filepath.Join(dir, "desk.db")
	if desk == gallery.Sample {
		content, err := h.sample()
		if err == nil {
			err = os.WriteFile(file, content, 0o600)
		}
		if err != nil {
			return gallery.Env{}, err
		}
	}
	records, err := store.Open(ctx, file)
	if err != nil {
		return gallery.Env{}, err
	}
	house := &simulatedDesk{dir: dir, zone: h.zone, records: records, now: func() time.Time { return gallery.StartTime(h.zone) }}
	house.service = client.NewInProcess(service.New(service.Config{
		Store: records, Token: galleryKey, OrderUser: embeddedUser, OrderPassword: galleryKey, AccountID: embeddedCMID, Zone: h.zone,
		Now: func() time.Time { return house.now() }, Log: slog.New(slog.DiscardHandler),
	}))
	return gallery.Env{NewConsole: house.seat, CallAPI: house.actAsOther, Close: house.close}, nil
}

// simulatedDesk is the desk of one scene.
type simulatedDesk struct {
	dir     string
	zone    *time.Location
	records *store.Store
	service *client.HandlerTransport
	now     func() time.Time // clock of the scene's console
}

func (h *simulatedDesk) close() error {
	h.service.Close()
	return errors.Join(h.records.Close(), os.RemoveAll(h.dir))
}

// newClient returns a client that does not retry, because failures in a scene are intended.
func (h *simulatedDesk) newClient(way http.RoundTripper) (*client.Client, error) {
	return client.New(client.Config{
		BaseURL: embeddedURL, KMSURL: embeddedURL, Token: galleryKey, User: embeddedUser, Password: galleryKey,
		Zone: h.zone, Transport: way, MaxAttempts: 1, Timeout: 2 * time.Minute,
	})
}

// seat creates a console for the desk.
func (h *simulatedDesk) seat(ctx context.Context, stage gallery.Setup) (gallery.Console, error) {
	reach, err := h.newClient(&faultTransport{through: h.service, faultFor: stage.Intercept})
	if err != nil {
		return gallery.Console{}, err
	}
	h.now = stage.Now
	plain := map[bool]string{true: "1"}[stage.Plain]
	made, err := newSeat(ctx, seat{
		config:  config.Config{Agent: safetext.LineFromText("Asha Rao"), RangeDays: stage.Scene.Days, Refresh: time.Minute, AccountID: embeddedCMID},
		account: safetext.LineFromText("acme"), dir: filepath.Join(h.dir, "drafts"), env: func(string) string { return plain },
		records: cache.New(cache.Config{Client: reach, Zone: h.zone, Now: stage.Now, MaxAttempts: 1, AccountID: embeddedCMID}),
		now:     stage.Now, wait: stage.Wait,
	})
	if err != nil {
		return gallery.Console{}, err
	}
	return gallery.Console{Model: made.console, Close: made.commands.Close}, nil
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
