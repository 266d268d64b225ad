package backend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// ErrOpenerBusy is returned if the opener was started and has not ended: it may still open the link, or fail.
var ErrOpenerBusy = errors.New("the browser was started and has not answered yet")

// openerWait is how long the opener may take until the screen says that it has not ended. Some openers run as long as
// the browser that they start.
const openerWait = 5 * time.Second

// HasBrowser reports whether links can be opened on this machine.
func (c *Backend) HasBrowser() bool { return len(c.Browser) > 0 }

// OpenLink gives a link to the browser of this machine.
func (c *Backend) OpenLink(ctx context.Context, l safetext.Link) error {
	if !c.HasBrowser() || l.IsZero() {
		return errors.New("no browser is known on this machine")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := guard.Start(func() error { return runOpener(ctx, c.Browser, l.Address()) })
	waited := make(chan struct{})
	guard.Go(func() {
		if c.Sleep(ctx, openerWait) {
			close(waited)
		}
	})
	select {
	case err := <-ended:
		return err
	case <-waited:
		return ErrOpenerBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

// runOpener runs a command with an address as its last argument, without a shell and without this terminal. It is not
// ended with the console, because it may be the browser itself. It gets none of frontdesk's variables, because some
// hold credentials.
func runOpener(ctx context.Context, command []string, address string) error {
	words := append(slices.Clone(command[1:]), address)
	opener := exec.CommandContext(context.WithoutCancel(ctx), command[0], words...)
	opener.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "FRONTDESK_") })
	opener.SysProcAttr = withoutTerminal()
	switch err := opener.Run(); {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("no program is called %s", filepath.Base(command[0]))
	case err != nil:
		return fmt.Errorf("%s failed: %w", filepath.Base(command[0]), err)
	}
	return nil
}
