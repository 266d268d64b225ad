package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
)

// verdict is the result of a check.
type verdict string

const (
	statusOK   verdict = "ok"
	statusNote verdict = "note"  // informational, or not checked
	statusFail verdict = "wrong" // needs fixing
)

// finding is the result of one check, printed as one line.
type finding struct {
	Check   string  `json:"check"`
	Verdict verdict `json:"verdict"`
	Says    string  `json:"says"` // sanitised
}

// doctor runs the diagnostic checks and collects their findings.
type doctor struct {
	env      func(string) string
	out      io.Writer // inspected by terminal, written to by report
	timeout  time.Duration
	now      func() time.Time
	findings []finding
}

func (d *doctor) add(check string, v verdict, format string, args ...any) {
	d.findings = append(d.findings, finding{check, v, safetext.LineFromText(fmt.Sprintf(format, args...)).String()})
}

func doctorCommand(env func(string) string) *cobra.Command {
	var asJSON bool
	d := &doctor{env: env, now: time.Now}
	c := &cobra.Command{
		Use: "doctor", Short: "Find out what is wrong: terminal, configuration, credentials, clock, hosts",
		Long: "Look at the terminal, the configuration, the credentials, the clock, the data directory and every host, one line each.\n" +
			"Hosts and credentials are tried by calls that read. It ends with 1 when something is wrong.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if d.timeout <= 0 || d.timeout > longestCall {
				return usageError{errors.New("--timeout must be more than 0s and at most 10m")}
			}
			d.out = c.OutOrStdout()
			settings, err := settingsFor(c, env)
			d.runChecks(c.Context(), settings, err)
			return d.report(asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings for scripts")
	c.Flags().DurationVar(&d.timeout, "timeout", 10*time.Second, "the `duration` that a call may take, its retries included")
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

// runChecks runs the checks in order. It continues after a failure, except where a later check depends on the failed
// one.
func (d *doctor) runChecks(ctx context.Context, c config.Config, broken error) {
	d.terminal()
	if broken != nil {
		d.add("configuration", statusFail, "%v", broken)
		return
	}
	d.configuration(&c)
	d.keys(&c)
	d.keyring(&c)
	d.clock(&c)
	d.data(&c)
	d.desk(ctx, c)
}

// report prints the findings; the error counts the failed checks and determines the exit code.
func (d *doctor) report(asJSON bool) error {
	faults := 0
	rows := [][]string{}
	for _, f := range d.findings {
		if f.Verdict == statusFail {
			faults++
		}
		rows = append(rows, []string{string(f.Verdict), f.Check, f.Says})
	}
	var err error
	if asJSON {
		err = printJSON(d.out, d.findings)
	} else {
		err = printTo(d.out, alignColumns(rows))
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
