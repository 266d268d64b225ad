package connection

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/filestore"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
)

// EmbeddedURL is the base URL of the embedded desk. It never resolves (RFC 2606), so that its requests cannot leave
// this process.
const EmbeddedURL = "https://embedded.invalid"

// embeddedUser is the user of the order operations on the embedded desk; its password is random for each start.
const embeddedUser = "console"

// embeddedAccountID is the embedded desk's account id unless the configuration has one.
const embeddedAccountID = 1

// openSample opens the file of the sample desk. One of an older build is kept under another name, and note says that
// this is a new one.
func openSample(ctx context.Context, path string) (records *store.Store, note []string, err error) {
	records, err = store.Open(ctx, path)
	if !errors.Is(err, store.ErrOlder) {
		return records, nil, err
	}
	kept := path + ".older"
	for _, end := range []string{"-wal", "-shm", ""} { // the file last: until it is gone, this begins again
		if err = filestore.Ignore(os.Rename(path+end, kept+end), fs.ErrNotExist); err != nil {
			return nil, nil, fmt.Errorf("the sample desk of an older frontdesk cannot be renamed: %w", filestore.WithoutPath(err))
		}
	}
	records, err = store.Open(ctx, path)
	return records, []string{"the sample desk of an older frontdesk is kept as " + kept + ": this is a new one"}, err
}

// openEmbedded opens the desk in the user's data directory, loads the sample if it is empty, and connects to it through
// an in-process service. All writes are refused unless the sample desk is meant.
func openEmbedded(ctx context.Context, c config.Config) (*Desk, error) {
	if err := c.CheckAddress(); err != nil {
		return nil, err
	}
	if c.DataDir == "" {
		return nil, errors.New("no account is configured, and the sample desk has no place: set HOME or XDG_DATA_HOME")
	}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf(
			"no account is configured, and the sample desk has no place: %s cannot be made: %w",
			c.DataDir,
			filestore.WithoutPath(err),
		)
	}
	records, notes, err := openSample(ctx, filepath.Join(c.DataDir, "desk.db"))
	if err != nil {
		return nil, err
	}
	if _, err := deskdata.LoadSample(ctx, records, time.Now().In(c.Zone)); err != nil {
		return nil, errors.Join(fmt.Errorf("the sample desk cannot be loaded: %w", err), records.Close())
	}
	key, password := rand.Text(), rand.Text()
	transport := client.NewHandlerTransport(service.New(service.Config{
		Store:         records,
		Token:         key,
		Author:        c.Agent.String(),
		OrderUser:     embeddedUser,
		OrderPassword: password,
		AccountID:     AccountID(c),
		Zone:          c.Zone,
		Now:           time.Now,
		Log:           slog.New(slog.DiscardHandler), // the console shows errors from the response
	}))
	door, err := client.New(client.Config{
		BaseURL:     EmbeddedURL,
		KMSURL:      EmbeddedURL,
		Token:       client.Secret(key),
		User:        embeddedUser,
		Password:    client.Secret(password),
		Zone:        c.Zone,
		SubStatuses: c.SubStatuses,
		Transport:   transport,
		ReadOnly:    c.ReadOnly || !c.Sample,
	})
	if err != nil {
		transport.Close()
		return nil, errors.Join(err, records.Close())
	}
	return &Desk{
		Client: door, Zone: c.Zone, Account: AccountName(c), AccountID: AccountID(c),
		Opening: append(notes, records.Opening()...), Notes: append(notes, records.Notes()...),
		close: func() error {
			transport.Close()
			return records.Close()
		},
	}, nil
}
