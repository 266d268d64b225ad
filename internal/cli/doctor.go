package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/doctor"
	"frontdesk/internal/exitcode"
)

func doctorCommand(env func(string) string) *cobra.Command {
	var asJSON bool
	o := doctor.Options{Env: env}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check terminal, configuration, credentials, clock and hosts",
		Long: "Check the terminal, the configuration, the credentials, the clock, the data\n" +
			"directory, the file that frontdesk serve is to answer from, every host and the\n" +
			"servers of the cluster, one line each. Hosts and credentials are checked with\n" +
			"requests that only read. The exit code is 1 if a check fails.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Timeout <= 0 || o.Timeout > longestCall {
				return exitcode.UsageErrorf("%s", timeoutRange)
			}
			o.In, o.Out = c.InOrStdin(), c.OutOrStdout()
			settings, err := settingsFor(c, env)
			return printFindings(o.Out, doctor.CheckAll(c.Context(), o, settings, err), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the results as JSON, for scripts")
	durationVar(c.Flags(), &o.Timeout, "timeout", 10*time.Second, timeoutHelp)
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

// printFindings prints the doctor's findings; the error counts the failed checks and determines the exit code.
func printFindings(out io.Writer, findings []doctor.Finding, asJSON bool) error {
	faults := 0
	rows := [][]string{}
	for _, f := range findings {
		if f.Verdict == doctor.StatusFail {
			faults++
		}
		rows = append(rows, []string{string(f.Verdict), f.Check, f.Says})
	}
	var err error
	if asJSON {
		err = output.WriteJSON(out, findings)
	} else {
		err = output.WriteText(out, output.AlignColumns(rows, output.ColumnsOf(out)))
	}
	switch {
	case err != nil:
		return err
	case faults == 1:
		return errors.New("1 check failed")
	case faults > 1:
		return fmt.Errorf("%d checks failed", faults)
	}
	return nil
}
