package cli

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/doctor"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/setup"
)

func initCommand(env func(string) string) *cobra.Command {
	var accessible bool
	var timeout time.Duration
	c := &cobra.Command{
		Use:   "init",
		Short: "Set up an account: ask, try, write the configuration",
		Long: "Ask for an account's addresses and credentials, try each of them by calls that read, and write the configuration\n" +
			"for your eyes only. Other accounts stay as they are. With --accessible, or TERM=dumb, it asks line by line.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if timeout <= 0 || timeout > longestCall {
				return exitcode.UsageErrorf("--timeout must be more than 0s and at most 10m")
			}
			plain := accessible || env("TERM") == "dumb"
			if !plain && (!output.IsTerminal(c.InOrStdin()) || !output.IsTerminal(c.OutOrStdout())) {
				return exitcode.UsageErrorf("init needs a terminal; --accessible asks line by line without one")
			}
			path := config.DefaultPath(env, flagOf(c, configFlag))
			if path == "" {
				return errors.New("the configuration has no place: set HOME, XDG_CONFIG_HOME or FRONTDESK_CONFIG")
			}
			wizard := setup.Wizard{
				Path:  path,
				Plain: plain,
				In:    c.InOrStdin(),
				Out:   c.OutOrStdout(),
				Try: func(ctx context.Context, out io.Writer, c config.Config) error {
					return printFindings(
						out,
						doctor.CheckDesk(ctx, doctor.Options{Env: env, Out: out, Timeout: timeout}, c),
						false,
					)
				},
			}
			return wizard.Run(c.Context(), flagOf(c, accountFlag))
		},
	}
	c.Flags().BoolVar(&accessible, "accessible", false, "ask line by line, for screen readers")
	c.Flags().DurationVar(&timeout, "timeout", 10*time.Second, "the `duration` that a try may take, its retries included")
	c.Flags().String(configFlag, "", "write the configuration to this `file`")
	return c
}
