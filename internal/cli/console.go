package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/charmbracelet/x/term"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/ui/terminal"
)

// runConsole connects to the configured desk and runs the console on the terminal of this process until the user leaves
// it.
func runConsole(ctx context.Context, c config.Config, env func(string) string) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return exitcode.UsageErrorf("the console needs a terminal; frontdesk --help lists what works without one")
	}
	conn, err := connection.Open(ctx, c)
	if err != nil {
		return err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the console shows panics itself, in one line
	debug.SetGCPercent(console.GCPercent)
	for _, line := range c.KeyErrors() {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk:", line) // the status bar has room for the first one only
	}
	consoleCtx, cancel := context.WithCancel(ctx)
	created, err := console.New(consoleCtx, console.Options{
		Config:    c,
		Account:   conn.Account,
		Cache:     console.NewCache(c, conn.Client, conn.Zone),
		DraftsDir: console.DraftsDir(c, conn.Account),
		Env:       env,
		Notice:    console.AdoptUnnamedDrafts(c, conn.Account),
	})
	var unsaved error
	if err == nil {
		_, err = terminal.Run(ctx, created.Model, terminal.Terminal{})
		unsaved = created.Backend.FlushDrafts() // a closed terminal cannot prompt for unsaved drafts
	}
	cancel()
	return errors.Join(console.IgnoreNormalExit(err), unsaved, conn.Close())
}
