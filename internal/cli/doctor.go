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
		Short: "Find out what is wrong: terminal, configuration, credentials, clock, hosts",
		Long: "Look at the terminal, the configuration, the credentials, the clock, the data directory and every host, one line each.\n" +
			"Hosts and credentials are tried by calls that read. It ends with 1 when something is wrong.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Timeout <= 0 || o.Timeout > longestCall {
				return exitcode.UsageErrorf("--timeout must be more than 0s and at most 10m")
			}
			o.Out = c.OutOrStdout()
			settings, err := settingsFor(c, env)
			return printFindings(o.Out, doctor.CheckAll(c.Context(), o, settings, err), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings for scripts")
	c.Flags().DurationVar(&o.Timeout, "timeout", 10*time.Second, "the `duration` that a call may take, its retries included")
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
		err = output.WriteText(out, output.AlignColumns(rows))
	}
	switch {
	case err != nil:
		return err
	case faults == 1:
		return errors.New("1 thing is wrong")
	case faults > 1:
		return fmt.Errorf("%d things are wrong", faults)
	}
	return nil
}
