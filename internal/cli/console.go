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
	door, err := connection.Open(ctx, c)
	if err != nil {
		return err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the console shows panics itself, in one line
	debug.SetGCPercent(console.GCPercent)
	for _, line := range c.KeyErrors() {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk:", line) // the status bar has room for the first one only
	}
	inside, leave := context.WithCancel(ctx)
	made, err := console.New(inside, console.Options{
		Config: c, Account: door.Account, Cache: console.NewCache(c, door.Client, door.Zone), DraftsDir: console.DraftsDir(c, door.Account), Env: env,
		Notice: console.AdoptUnnamedDrafts(c, door.Account),
	})
	var unsaved error
	if err == nil {
		_, err = terminal.Run(ctx, made.Model, terminal.Terminal{})
		unsaved = made.Backend.FlushDrafts() // a closed terminal cannot prompt for unsaved drafts
	}
	leave()
	return errors.Join(console.IgnoreNormalExit(err), unsaved, door.Close())
}
