// Package doctor checks the terminal, the configuration, the credentials, the clock, the files and the hosts, whose
// clock it compares with this machine's.
package doctor

import (
	"context"
	"fmt"
	"io"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
)

// Status is the result of a check.
type Status string

// The results of a check.
const (
	statusOK   Status = "ok"
	statusNote Status = "note"  // informational, or not checked
	StatusFail Status = "wrong" // needs fixing
)

// Finding is the result of one check, printed as one line.
type Finding struct {
	Check   string `json:"check"`
	Verdict Status `json:"verdict"`
	Says    string `json:"says"` // sanitised
}

// Options are what the checks need besides the configuration.
type Options struct {
	Env     func(string) string
	In      io.Reader     // answers for the terminal, if it is one
	Out     io.Writer     // inspected if it is a terminal
	Timeout time.Duration // of a call, with its retries
}

// doctor runs the checks and collects their findings.
type doctor struct {
	Options
	now      func() time.Time
	findings []Finding
}

// CheckAll runs all checks in order. It continues after a failure, except where a later check depends on the failed
// one. broken is the error of loading the configuration.
func CheckAll(ctx context.Context, o Options, c config.Config, broken error) []Finding {
	d := &doctor{Options: o, now: time.Now}
	d.runChecks(ctx, c, broken)
	return d.findings
}

// CheckDesk checks only each host and each credential, with read-only calls.
func CheckDesk(ctx context.Context, o Options, c config.Config) []Finding {
	d := &doctor{Options: o, now: time.Now}
	d.desk(ctx, c)
	return d.findings
}

func (d *doctor) add(check string, v Status, format string, args ...any) {
	d.findings = append(d.findings, Finding{check, v, safetext.LineFromText(fmt.Sprintf(format, args...)).String()})
}

func (d *doctor) runChecks(ctx context.Context, c config.Config, broken error) {
	d.terminal()
	if broken != nil {
		d.add("configuration", StatusFail, "%v", broken)
		return
	}
	d.accessible(&c)
	d.configuration(&c)
	d.keys(&c)
	d.themes(&c)
	d.keyring(&c)
	d.clock(&c)
	d.zone(&c)
	d.proxy(&c)
	d.modes(&c)
	d.agentKeys(c.SSH.AuthorizedKeys)
	d.data(&c)
	d.cache(&c)
	d.desk(ctx, c)
	d.served(ctx, c.Serve.DB)
	d.cluster(ctx, &c)
}

// accessible reports whether the console would be read out line by line, and why.
func (d *doctor) accessible(c *config.Config) {
	if by := c.AccessibleBy(d.Env("TERM")); by != "" {
		d.add("accessible mode", statusNote, "on, because of %s: the console is lines of text and questions", by)
		return
	}
	d.add("accessible mode", statusOK, "off; --accessible, accessible = true or TERM=dumb turns it on")
}

// configuration reports the path of the configuration file and the chosen account.
func (d *doctor) configuration(c *config.Config) {
	account := "no account is chosen"
	if !c.Account.IsEmpty() {
		account = "account " + c.Account.String() + " by " + c.Origins["account"].String()
	}
	d.add("configuration", statusOK, "%s; %s", c.Location(), account)
	for _, line := range c.VariableWarnings() {
		d.add("configuration", statusNote, "%s", line)
	}
}

// keys reports rejected key bindings.
func (d *doctor) keys(c *config.Config) {
	lines := c.AllKeyErrors()
	for _, line := range lines {
		d.add("keys", StatusFail, "%s", line)
	}
	if len(lines) == 0 && len(c.Keys) > 0 {
		d.add("keys", statusOK, "actions with their own keys: %d", len(c.Keys))
	}
}

// themes reports colours of the configuration that are hard to read.
func (d *doctor) themes(c *config.Config) {
	weak := c.ThemeWarnings()
	for _, line := range weak {
		d.add("themes", statusNote, "%s", line)
	}
	if len(weak) == 0 && len(c.Themes) > 0 {
		d.add("themes", statusOK, "%d of your own, all with enough contrast", len(c.Themes))
	}
}

// keyring reports that the keyring is not in use; otherwise resolveSecrets reports on it.
func (d *doctor) keyring(c *config.Config) {
	if c.TokenFrom.Keyring == (config.KeyringEntry{}) && c.OrderPasswordFrom.Keyring == (config.KeyringEntry{}) {
		d.add("keyring", statusNote, "not used: no credential is stored there")
	}
}

// cluster checks the servers that SSH hosts share, if the configuration names some.
func (d *doctor) cluster(ctx context.Context, c *config.Config) {
	if c.Cluster.URLs == "" {
		return
	}
	ctx, stop := context.WithTimeout(ctx, d.Timeout)
	defer stop()
	if err := cluster.Check(ctx, cluster.Options{
		Servers: cluster.Servers(c.Cluster),
		Times:   cluster.Times{Connect: d.Timeout, Ping: d.Timeout, Request: d.Timeout},
	}); err != nil {
		d.add("NATS", StatusFail, "%v", err)
		return
	}
	d.add("NATS", statusOK, "%s: the servers answer", c.Cluster.URLs)
}
