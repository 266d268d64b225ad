package cli

import (
	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
)

// sampleFlag says that the sample desk is meant.
const sampleFlag = "sample"

// access is what a command does with the desk.
type access uint8

const (
	reads        access = iota // nothing else
	writes                     // or prints what it would write, with --dry-run
	calls                      // one operation, which reads or writes
	opensConsole               // in which an agent writes
	hosts                      // consoles of a team
)

// meanSample decides whether the sample desk is meant if no address is configured: it is for what only reads, for the
// console without any configuration, and with --sample. Otherwise what is written would not reach the desk that was
// meant. connection.Open has the embedded desk refuse all writes unless it is meant.
func meanSample(c *config.Config, by access) error {
	if err := c.CheckAddress(); err != nil {
		return exitcode.UsageError(err)
	}
	if !c.IsEmbedded() || c.Sample {
		return nil
	}
	c.Sample = by == opensConsole && !c.Exists
	if by == reads || c.Sample {
		return nil
	}
	if c.Exists {
		return exitcode.UsageErrorf(
			"%s names no desk: set base_url (frontdesk init does), or work on the sample desk with --sample", c.Path,
		)
	}
	return exitcode.UsageErrorf(
		"no desk is configured: frontdesk init connects to one, --sample works on the sample desk",
	)
}
