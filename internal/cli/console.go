package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
)

// viewFlag is the flag that names the view to open.
const viewFlag = "view"

// runConsole connects to the configured desk and runs the console on the streams of its command until the user leaves
// it. An empty view is the one that was left.
func runConsole(command *cobra.Command, c config.Config, o console.Options) error {
	ctx, in, out, errOut := command.Context(), command.InOrStdin(), command.OutOrStdout(), command.ErrOrStderr()
	if !c.Accessible && (!output.IsTerminal(in) || !output.IsTerminal(out)) {
		return exitcode.UsageErrorf("the console needs a terminal; frontdesk --help lists what works without one")
	}
	consoleCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	// A second signal ends the process.
	sayWaiting := func() {
		_, _ = fmt.Fprintln(errOut, "frontdesk: waiting for the answer to an update that was sent")
	}
	switcher := console.NewSwitcher(consoleCtx, c, o, sayWaiting)
	if switcher != nil {
		o.Accounts = switcher
	}
	defer console.SetGCPercent(console.SetGCPercent(console.StartGCPercent))
	session, err := console.Open(consoleCtx, c, o)
	if _, unknown := errors.AsType[console.UnknownViewError](err); unknown {
		err = exitcode.UsageError(err)
	}
	if err != nil {
		return err
	}
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the console shows panics itself, in one line
	for _, line := range slices.Concat(session.Opening(), c.KeyErrors()) {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", line) // the status bar has room for the first one only
	}
	guard.Go(func() {
		session.Cache.WaitLoaded(consoleCtx)
		console.SetGCPercent(console.GCPercent)
	})
	if switcher != nil {
		switcher.Begin(c.Account.String(), session.Opened(ctx, sayWaiting))
		err = console.Show(ctx, switcher, session.Model.Accessible, in, out)
		err = errors.Join(console.IgnoreNormalExit(err), switcher.Close())
		for _, line := range switcher.Remaining() {
			_, _ = fmt.Fprintln(out, line)
		}
		return err
	}
	err = console.Show(ctx, session.Model, session.Model.Accessible, in, out)
	unsaved := session.Save()
	return errors.Join(console.IgnoreNormalExit(err), unsaved, session.Close(ctx, sayWaiting))
}
