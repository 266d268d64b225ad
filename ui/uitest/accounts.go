package uitest

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"frontdesk/internal/connection"
	"frontdesk/ui"
	"frontdesk/ui/accounts"
)

// makeDesks makes the desks of all accounts, outside virtual time, and returns where their files are, that of the
// console first, in a directory of the test.
func (o *Options) makeDesks(t *testing.T) (files []string, dir string) {
	dir = t.TempDir()
	files = []string{filepath.Join(dir, "desk.db")}
	o.fixture = o.newFixture(t)
	o.Others = slices.Clone(o.Others)
	for i := range o.Others {
		o.Others[i].fixture = o.Others[i].newFixture(t)
		files = append(files, filepath.Join(dir, fmt.Sprintf("desk%d.db", i)))
	}
	return files, dir
}

// addAccounts gives the console the other accounts of its options, on the desks in files.
func (s *Driver) addAccounts(files []string) {
	s.t.Helper()
	if len(files) == 0 {
		return
	}
	listed := []accounts.Account{{Name: cmp.Or(s.options.Account, "acme"), Address: "acme.example.com"}}
	s.others = map[string]*Driver{}
	for i, file := range files {
		o := s.options.Others[i]
		o.Width, o.Height, o.isRead = s.options.Width, s.options.Height, s.options.isRead
		if o.Dir == "" {
			o.Dir = filepath.Join(filepath.Dir(s.options.Dir), "drafts-"+o.Account)
		}
		other := &Driver{t: s.t, options: o, start: s.start, loop: s.loop, closed: true}
		other.openDesk(file)
		s.others[o.Account] = other
		listed = append(listed, accounts.Account{
			Name: o.Account, Address: o.Account + ".example.com", ReadOnly: o.ReadOnly,
		})
	}
	s.switcher = accounts.New(accounts.Config{
		Context: context.Background(), Accounts: listed, MaxLive: s.options.MaxLive, Open: s.openAccount,
	})
	s.stop()
	s.cmds.Close()
	if err := s.cmds.WaitForWrites(context.Background()); err != nil {
		s.t.Error(err)
	}
	s.cmds.Cache.Close()
	s.model = s.newConsole(s.newContext(context.Background()))
	s.switcher.Begin(listed[0].Name, s.opened(context.Background()))
	ctx, end := context.WithCancel(context.Background())
	s.loop, s.endLoop = newLoop(ctx, s.switcher, s.background()), end
}

// opened is the driver's console as an account.
func (s *Driver) opened(ctx context.Context) accounts.Opened {
	s.closed = false
	return accounts.Opened{Console: s.model, Save: s.cmds.FlushDrafts, Close: func() error {
		s.closed = true
		s.cmds.Close()
		s.stop()
		err := s.cmds.WaitForWrites(context.WithoutCancel(ctx))
		s.cmds.Cache.Close()
		return err
	}}
}

// openAccount opens an account, if its desk accepts the credential.
func (s *Driver) openAccount(ctx context.Context, name string, others ui.Accounts) (accounts.Opened, error) {
	d := s.Other(name)
	if err := connection.Check(ctx, d.newClient()); err != nil {
		return accounts.Opened{}, err
	}
	d.switcher = s.switcher
	d.model = d.newConsole(d.newContext(ctx))
	return d.opened(ctx), nil
}

// Other returns the desk of another account. Its keys are pressed with the driver that it is of.
func (s *Driver) Other(name string) *Driver {
	if d := s.others[name]; d != nil {
		return d
	}
	return s
}

// Console returns the console that is shown, which a test may look at while it is idle.
func (s *Driver) Console() *ui.Console {
	if s.switcher != nil {
		return s.switcher.Shown()
	}
	return s.model
}

// allCalls returns the number of calls to all desks.
func (s *Driver) allCalls() int {
	n := s.Net.Calls("")
	for _, d := range s.others {
		n += d.Net.Calls("")
	}
	return n
}

// closeOthers closes the consoles and desks of the other accounts.
func (s *Driver) closeOthers() {
	for _, d := range s.others {
		if !d.closed {
			if err := d.opened(context.Background()).Close(); err != nil {
				s.t.Error(err)
			}
		}
		synctest.Wait()
		if err := d.service.close(); err != nil {
			s.t.Error(err)
		}
	}
}

// Remaining returns what the program says of each account after its end.
func (s *Driver) Remaining() []string { return s.switcher.Remaining() }
