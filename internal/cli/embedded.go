package cli

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
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
)

// embeddedURL is the base URL of the embedded desk. It never resolves (RFC 2606), so that its requests cannot leave
// this process.
const embeddedURL = "https://embedded.invalid"

// embeddedUser is the user of the order operations on the embedded desk; its password is random for each start.
const embeddedUser = "console"

// embeddedCMID is the embedded desk's account id unless the configuration has one.
const embeddedCMID = 1

// openEmbedded opens the desk in the user's data directory, loads the sample if it is empty, and connects to it through
// an in-process service.
func openEmbedded(ctx context.Context, c config.Config) (*deskConnection, error) {
	if c.DataDir == "" {
		return nil, errors.New("the embedded desk has no place: set HOME or XDG_DATA_HOME")
	}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("the embedded desk has no place: %s cannot be made: %w", c.DataDir, withoutPath(err))
	}
	records, err := store.Open(ctx, filepath.Join(c.DataDir, "desk.db"))
	if err != nil {
		return nil, err
	}
	if _, err := records.LoadSample(ctx, time.Now().In(c.Zone)); err != nil {
		return nil, errors.Join(fmt.Errorf("the sample desk cannot be loaded: %w", err), records.Close())
	}
	key, password := rand.Text(), rand.Text()
	transport := client.NewInProcess(service.New(service.Config{
		Store: records, Token: key, Author: c.Agent.String(), OrderUser: embeddedUser, OrderPassword: password, AccountID: accountID(c), Zone: c.Zone, Now: time.Now,
		Log: slog.New(slog.DiscardHandler), // the console owns the terminal and shows errors from the 500 response
	}))
	door, err := client.New(client.Config{
		BaseURL: embeddedURL, KMSURL: embeddedURL, Token: client.Secret(key), User: embeddedUser, Password: client.Secret(password),
		Zone: c.Zone, Transport: transport,
	})
	if err != nil {
		transport.Close()
		return nil, errors.Join(err, records.Close())
	}
	account := c.Account
	if account.IsEmpty() {
		account = safetext.LineFromText("sample desk")
	}
	return &deskConnection{Client: door, Zone: c.Zone, Account: account, CMID: accountID(c), close: func() error {
		transport.Close()
		return records.Close()
	}}, nil
}

// withoutPath returns a file system error without its path, for messages that name the path already.
func withoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}
