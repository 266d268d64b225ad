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
		Short: "Set up an account",
		Long: "Ask for the addresses and credentials of an account, test them with requests\n" +
			"that only read, and write the configuration to a file that only you can read.\n" +
			"Other accounts in the file stay as they are. With --accessible, or TERM=dumb,\n" +
			"init asks line by line.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if timeout <= 0 || timeout > longestCall {
				return exitcode.UsageErrorf("%s", timeoutRange)
			}
			plain := accessible || env("TERM") == "dumb"
			if !plain && (!output.IsTerminal(c.InOrStdin()) || !output.IsTerminal(c.OutOrStdout())) {
				return exitcode.UsageErrorf("init needs a terminal; without one, use --accessible, which asks line by line")
			}
			path := config.DefaultPath(env, flagOf(c, configFlag))
			if path == "" {
				return errors.New("there is no directory for the configuration: set HOME, XDG_CONFIG_HOME or FRONTDESK_CONFIG")
			}
			in := c.InOrStdin()
			wizard := setup.Wizard{
				Path:  path,
				Plain: plain,
				In:    in,
				Out:   c.OutOrStdout(),
				Try: func(ctx context.Context, out io.Writer, c config.Config) error {
					return printFindings(
						out,
						doctor.CheckDesk(ctx, doctor.Options{Env: env, In: in, Out: out, Timeout: timeout}, c),
						false,
					)
				},
			}
			return wizard.Run(c.Context(), flagOf(c, accountFlag))
		},
	}
	c.Flags().BoolVar(&accessible, "accessible", false, "ask line by line, for screen readers")
	durationVar(c.Flags(), &timeout, "timeout", 10*time.Second, timeoutHelp)
	c.Flags().String(configFlag, "", "write the configuration to this `file`")
	return c
}
