package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/internal/wire"
)

// hostedCommands are the commands available over SSH. The others would show or change the host itself.
var hostedCommands = []func(func(string) string) *cobra.Command{ticketCommand, customerCommand, orderCommand, faqCommand, apiCommand, docsCommand}

// command runs an agent's one-shot command in this process, with no streams other than those of the session.
func (d *accounts) command(ctx context.Context, v *sshd.Session, args []string, in io.Reader, out, errOut io.Writer) int {
	shared, err := d.openFor(ctx, v)
	if err != nil {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", err)
		return exitFailed
	}
	lent := *shared
	lent.config = d.agentConfig(v, shared.config)
	root := newHostedRoot(terminalEnv(v, lent.config.Theme), in, out, errOut)
	if err := checkHostedCommand(root, args); err != nil {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", safetext.Message(err.Error()))
		return exitUsage
	}
	ctx = context.WithValue(context.WithValue(ctx, visitKey{}, v), hostedAccountKey{}, &lent)
	ctx = service.WithAuthor(ctx, v.Agent.Name.String())
	return execute(ctx, root, args, errOut)
}

// terminalEnv returns the environment of an agent's SSH client. COLORFGBG is derived from the theme, because a command
// does not wait for a query of the background.
func terminalEnv(v *sshd.Session, theme string) func(string) string {
	return func(name string) string {
		if name == "COLORFGBG" && theme == "light" {
			return "0;15"
		}
		return v.Env(name)
	}
}

// newHostedRoot returns the root of the command tree available over SSH.
func newHostedRoot(env func(string) string, in io.Reader, out, errOut io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use: "frontdesk", Short: "A support desk in a terminal", Version: version(), SilenceErrors: true, SilenceUsage: true,
		Args: unknownCommandError, PersistentPreRunE: rejectFileFlags,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("name a command such as faq search refund, or none at all for the console")}
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	for _, verb := range hostedCommands {
		root.AddCommand(verb(env))
	}
	return root
}

// checkHostedCommand rejects a command line that does not begin with a command of the tree. It runs before cobra parses
// the line, because cobra has hidden commands that would run first, and skips flags when it looks for the command.
func checkHostedCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || len(args) == 1 && slices.Contains([]string{"--help", "-h", "--version", "-v"}, args[0]) {
		return nil
	}
	if strings.HasPrefix(args[0], "-") {
		return usageError{errors.New("name a command first, such as faq search refund")}
	}
	root.InitDefaultHelpCmd()
	found, rest, err := root.Find(args)
	if err == nil && found.Name() == "help" && len(rest) > 0 {
		args = rest
		found, _, err = root.Find(args)
	}
	if err != nil || found == root || found.Hidden {
		return unknownCommandError(root, args)
	}
	return nil
}

// fileFlag is the annotation of flags that name a file.
const fileFlag = "frontdesk_file"

// markFiles annotates flags of a command as naming a file.
func markFiles(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		c.Flags().Lookup(name).Annotations = map[string][]string{fileFlag: {}}
	}
}

// namesFile reports whether a flag names a file.
func namesFile(f *pflag.Flag) bool {
	_, marked := f.Annotations[fileFlag]
	return marked
}

// rejectFileFlags rejects flags that name a file: it would be a file of the host.
func rejectFileFlags(c *cobra.Command, _ []string) error {
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		if namesFile(f) {
			refused = usageError{fmt.Errorf("--%s names a file, which cannot be read or written over SSH", f.Name)}
		}
	})
	return refused
}

// hostedAccountKey is the context key of the shared desk on which an SSH command runs.
type hostedAccountKey struct{}

// visitKey is the context key of the session that makes a call.
type visitKey struct{}

func withHostedAccount(ctx context.Context) (*sharedDesk, bool) {
	if ctx == nil {
		return nil, false
	}
	lent, hosted := ctx.Value(hostedAccountKey{}).(*sharedDesk)
	return lent, hosted
}

// lentOr returns the shared desk for a command over SSH, with a client of its own, or else connects to the configured
// desk.
func lentOr(ctx context.Context, c config.Config, op wire.OperationInfo) (*deskConnection, error) {
	lent, hosted := withHostedAccount(ctx)
	if !hosted {
		return openConnectionFor(ctx, c, op)
	}
	if lacking := missingSetting(c, op); lacking != "" && (c.BaseURL != "" || c.ArticlesURL != "") {
		return nil, errors.New(lacking)
	}
	own, err := client.New(lent.door.Client.CurrentConfig()) // a client of its own: the command sets the timeout
	if err != nil {
		return nil, err
	}
	door := *lent.door
	door.Client, door.close = own, func() error { return nil }
	return &door, nil
}

// rereadTime limits the reread of tickets that a command has changed.
const rereadTime = 30 * time.Second

// rereadChanged refreshes the cache in the background after a command has added or changed tickets, so that open
// consoles show the change.
func (d *accounts) rereadChanged(ctx context.Context, s *sharedDesk, call client.CallResult) {
	if _, hosted := withHostedAccount(ctx); !hosted || call.Err != nil || call.Op.Name != wire.UpdateTicket.Name && call.Op.Name != wire.AddTicket.Name {
		return
	}
	var ids []desk.ID
	for _, r := range recordsOf(call) {
		if id, isTicket := strings.CutPrefix(r, "ticket_id="); isTicket {
			ids = append(ids, desk.NewKey(id))
		}
	}
	d.leave(func() { //nolint:contextcheck // the command may have ended by then
		patience, stop := context.WithTimeout(d.ctx, rereadTime)
		defer stop()
		_, _, _ = s.records.GetTickets(patience, ids) // after an error the next pull reads them
	})
}
