package hosting

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/sshd"
	"frontdesk/internal/wire"
)

// CommandRunner runs a command line in this process and returns its exit code. env is the environment of the agent's
// SSH client.
type CommandRunner func(
	ctx context.Context, env func(string) string, args []string, in io.Reader, out, errOut io.Writer,
) int

// command runs an agent's one-shot command in this process, with no streams other than those of the session.
func (d *accounts) command(
	ctx context.Context,
	session *sshd.Session,
	args []string,
	in io.Reader,
	out, errOut io.Writer,
) int {
	shared, err := d.openFor(ctx, session)
	if err != nil {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", err)
		return exitcode.Failed
	}
	account := *shared
	account.Config = d.agentConfig(session, shared.Config)
	ctx = context.WithValue(context.WithValue(ctx, sessionKey{}, session), accountKey{}, &account)
	ctx = desk.WithAgent(ctx, session.Agent.Name)
	return d.runCommand(ctx, terminalEnv(session, account.Config.ThemeIsForLight()), args, in, out, errOut)
}

// terminalEnv returns the environment of an agent's SSH client. COLORFGBG is derived from the theme, because a command
// does not wait for a query of the background.
func terminalEnv(session *sshd.Session, isLight bool) func(string) string {
	return func(name string) string {
		if name == "COLORFGBG" && isLight {
			return "0;15"
		}
		return session.Env(name)
	}
}

// accountKey is the context key of the shared desk on which an SSH command runs.
type accountKey struct{}

// sessionKey is the context key of the session that makes a call.
type sessionKey struct{}

// AccountFrom returns the account of the session that runs a command; false for a command that no host runs.
func AccountFrom(ctx context.Context) (*Account, bool) {
	if ctx == nil {
		return nil, false
	}
	account, hosted := ctx.Value(accountKey{}).(*Account)
	return account, hosted
}

// refreshTimeout limits the reread of tickets that a command has changed.
const refreshTimeout = 30 * time.Second

// refreshChangedTickets refreshes the cache in the background after a command has added or changed tickets, so that
// open consoles show the change.
func (d *accounts) refreshChangedTickets(ctx context.Context, s *Account, call client.CallResult) {
	if _, hosted := AccountFrom(ctx); !hosted || call.Err != nil ||
		call.Op.Name != wire.UpdateTicket.Name && call.Op.Name != wire.AddTicket.Name {
		return
	}
	var ids []desk.ID
	for _, r := range recordsOf(call) {
		if id, isTicket := strings.CutPrefix(r, "ticket_id="); isTicket {
			ids = append(ids, desk.NewID(id))
		}
	}
	d.startTracked(func() { //nolint:contextcheck // the command may have ended by then
		timed, stop := context.WithTimeout(d.ctx, refreshTimeout)
		defer stop()
		_, _, _ = s.Cache.GetTickets(timed, ids) // after an error the next pull reads them
	})
}

// withConfig adds the configured settings to an agent. Options in the agent's authorized_keys line take precedence.
func (d *accounts) withConfig(a sshd.Agent) sshd.Agent {
	own := (*d.agents.Load())[a.Name.String()]
	a.Email = cmp.Or(a.Email, own.Email)
	a.Account = cmp.Or(a.Account, own.Account.String())
	return a
}

// agentConfig returns an account's settings for the agent of a session. Options in the authorized_keys line take
// precedence over the agent's configuration; for the time zone, both do over the TZ of the SSH client.
func (d *accounts) agentConfig(session *sshd.Session, account config.Config) config.Config {
	own := (*d.agents.Load())[session.Agent.Name.String()]
	settings := own.ApplyTo(account)
	settings.Agent = session.Agent.Name
	settings.Theme = cmp.Or(session.Agent.Theme, settings.Theme)
	clientZone, _ := desk.ParseZone(session.Env("TZ")) // nil if TZ is unset or is no name in the zone database
	settings.DisplayZone = cmp.Or(session.Agent.Zone, own.Zone, clientZone, account.DisplayZone)
	return settings
}
