package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/ui/backend"
	"frontdesk/ui/terminal"
)

// viewFlag is the flag that names the view to open.
const viewFlag = "view"

// addViewFlag defines the flag, and completes the names of the views.
func addViewFlag(c *cobra.Command, env func(string) string) {
	c.Flags().String(viewFlag, "", "open the console with the view of this `name`, without its last filter")
	complete := func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		settings, _ := settingsFor(c, env) // after an error it holds what was read so far
		return console.ViewNames(settings), cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(viewFlag, complete); err != nil {
		panic(err) // cannot happen: the flag is defined above
	}
}

// runConsole connects to the configured desk and runs the console on the terminal of this process until the user leaves
// it. An empty view is the one that was left.
func runConsole(ctx context.Context, c config.Config, env func(string) string, view string) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return exitcode.UsageErrorf("the console needs a terminal; frontdesk --help lists what works without one")
	}
	conn, err := connection.Open(ctx, c)
	if err != nil {
		return err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the console shows panics itself, in one line
	for _, line := range c.KeyErrors() {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk:", line) // the status bar has room for the first one only
	}
	consoleCtx, cancel := context.WithCancel(ctx)
	debug.SetGCPercent(console.StartGCPercent)
	records := console.NewCache(c, conn)
	guard.Go(func() {
		records.WaitLoaded(consoleCtx)
		debug.SetGCPercent(console.GCPercent)
	})
	if c.FAQPrefetch {
		guard.Go(func() { records.PrefetchArticles(consoleCtx) })
	}
	created, err := console.New(consoleCtx, console.Options{
		Config:    c,
		Account:   conn.Account,
		Cache:     records,
		DraftsDir: console.DraftsDir(c, conn.Account),
		Env:       env,
		Notice:    console.AdoptUnnamedDrafts(c, conn.Account),
		View:      view,
	})
	if _, unknown := errors.AsType[console.UnknownViewError](err); unknown {
		err = exitcode.UsageError(err)
	}
	var unsaved error
	if err == nil {
		_, err = terminal.Run(ctx, created.Model, terminal.Terminal{})
		unsaved = created.Backend.FlushDrafts() // a closed terminal cannot prompt for unsaved drafts
	}
	cancel()
	if created.Backend != nil {
		waitForWrites(ctx, created.Backend)
	}
	records.Close()
	return errors.Join(console.IgnoreNormalExit(err), unsaved, conn.Close())
}

// A console that has ended waits for the answers to what it was sending: after quietTime it says so, writesTimeout
// is longer than the timeout of a call.
const (
	quietTime     = time.Second
	writesTimeout = 35 * time.Second
)

// waitForWrites waits for the answers to what was being sent when the console ended. A second signal ends the process.
func waitForWrites(ctx context.Context, c *backend.Backend) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), writesTimeout)
	defer stop()
	said := guard.AfterFunc(quietTime, func() {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk: waiting for the answer to an update that was sent")
	})
	defer said.Stop()
	_ = c.WaitForWrites(ctx) // what is not answered by then is looked for by the next console
}
