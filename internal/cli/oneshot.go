package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
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
			return usageError{err}
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
	_, hosted := withHostedAccount(c.Context())
	return &oneshot.Invocation{
		Printer: newScreen(c.OutOrStdout(), c.ErrOrStderr(), env), In: c.InOrStdin(), StdinIsTerminal: isTerminal(c.InOrStdin()),
		Hosted: hosted, JSON: o.json, DryRun: o.dryRun,
		Zones: desk.NewZones(settings.Zone, settings.DisplayZone), Now: time.Now, Limit: settings.Limit, SubStatuses: settings.SubStatuses,
		Account: accountID(settings), BaseURLs: hosts(settings),
		Connect: func(ctx context.Context, op wire.OperationInfo) (*client.Client, error) {
			door, err := lentOr(ctx, settings, op)
			switch {
			case err != nil && (settings.BaseURL != "" || settings.ArticlesURL != ""):
				return nil, usageError{err} // for a remote desk, only the configuration can be wrong at this point
			case err != nil:
				return nil, err
			}
			closing = door.Close
			door.Client.Timeout = o.timeout
			return door.Client, nil
		},
	}, func() error { return closing() }, nil
}

// hosts returns the base URLs that a dry run prints; one that is not configured is printed as its placeholder in
// PROTOCOL.md 1.1.
func hosts(c config.Config) map[wire.Host]string {
	if c.BaseURL == "" && c.ArticlesURL == "" {
		return map[wire.Host]string{wire.Base: embeddedURL, wire.FAQHost: embeddedURL}
	}
	return map[wire.Host]string{wire.Base: cmp.Or(c.BaseURL, "{base_url}"), wire.FAQHost: cmp.Or(c.ArticlesURL, "{kms_url}")}
}

// written flushes the output, and returns an error if that fails, for example because the disk is full.
func written(out *bufio.Writer) error {
	if err := out.Flush(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return errors.New("the result cannot be written: " + withoutPath(err).Error())
	}
	return nil
}

// commandGroup returns a command that only groups others, such as ticket.
func commandGroup(name, short string, members ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: unknownCommandError, RunE: func(c *cobra.Command, _ []string) error {
		return usageError{errors.New(name + " needs a word more; frontdesk " + name + " --help lists them")}
	}}
	c.AddCommand(members...)
	return c
}
