package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/client"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filestore"
	"frontdesk/internal/hosting"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// shared holds the flags that every one-shot command has.
type shared struct {
	json    bool
	timeout time.Duration
	config  string
	dryRun  bool // on writes only
}

const longestCall = 10 * time.Minute

// serviceCommand builds a command that works on the configured desk. run is called once the arguments are parsed and
// the configuration is loaded; a connection is opened only by the first call.
func serviceCommand(env func(string) string, c *cobra.Command, writes bool, run func(context.Context, *oneshot.Invocation, []string) error) *cobra.Command {
	var o shared
	c.Flags().BoolVar(&o.json, "json", false, "print the interface's own records, for scripts")
	c.Flags().DurationVar(&o.timeout, "timeout", 30*time.Second, "the `duration` that a call may take, its retries included")
	c.Flags().StringVar(&o.config, configFlag, "", "read the configuration from this `file`")
	markFiles(c, configFlag)
	if writes {
		c.Flags().BoolVar(&o.dryRun, "dry-run", false, "print the request, without credentials, instead of sending it")
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		s, done, err := o.session(c, env)
		if err != nil {
			return exitcode.UsageError(err)
		}
		err = run(c.Context(), s, args)
		return errors.Join(err, written(s.Out), done())
	}
	return c
}

// session builds the invocation of a command; done closes the connection if one was opened.
func (o *shared) session(c *cobra.Command, env func(string) string) (s *oneshot.Invocation, done func() error, err error) {
	if o.timeout <= 0 || o.timeout > longestCall {
		return nil, nil, errors.New("--timeout must be more than 0s and at most 10m")
	}
	settings, err := settingsFor(c, env)
	if err != nil {
		return nil, nil, err
	}
	closing := func() error { return nil }
	_, hosted := hosting.AccountFrom(c.Context())
	return &oneshot.Invocation{
		Printer: newScreen(c.OutOrStdout(), c.ErrOrStderr(), env), In: c.InOrStdin(), StdinIsTerminal: isTerminal(c.InOrStdin()),
		Hosted: hosted, JSON: o.json, DryRun: o.dryRun,
		Zones: desk.NewZones(settings.Zone, settings.DisplayZone), Now: time.Now, Limit: settings.Limit, SubStatuses: settings.SubStatuses,
		Account: connection.AccountID(settings), BaseURLs: connection.BaseURLs(settings),
		Connect: func(ctx context.Context, op wire.OperationInfo) (*client.Client, error) {
			door, err := lentOr(ctx, settings, op)
			switch {
			case err != nil && (settings.BaseURL != "" || settings.ArticlesURL != ""):
				return nil, exitcode.UsageError(err) // for a remote desk, only the configuration can be wrong at this point
			case err != nil:
				return nil, err
			}
			closing = door.Close
			door.Client.Timeout = o.timeout
			return door.Client, nil
		},
	}, func() error { return closing() }, nil
}

// written flushes the output, and returns an error if that fails, for example because the disk is full.
func written(out *bufio.Writer) error {
	if err := out.Flush(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return errors.New("the result cannot be written: " + filestore.WithoutPath(err).Error())
	}
	return nil
}

// commandGroup returns a command that only groups others, such as ticket.
func commandGroup(name, short string, members ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: unknownCommandError, RunE: func(c *cobra.Command, _ []string) error {
		return exitcode.UsageError(errors.New(name + " needs a word more; frontdesk " + name + " --help lists them"))
	}}
	c.AddCommand(members...)
	return c
}
