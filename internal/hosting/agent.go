package hosting

import (
	"cmp"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/sshd"
)

// withConfig adds the configured settings to an agent. Options in the agent's authorized_keys line take precedence.
func (d *accounts) withConfig(a sshd.Agent) sshd.Agent {
	own := (*d.agents.Load())[a.Name.String()]
	a.Email = cmp.Or(a.Email, own.Email)
	a.Account = cmp.Or(a.Account, own.Account.String())
	return a
}

// agentConfig returns an account's settings for the agent of a session. Options in the authorized_keys line take
// precedence over the agent's configuration; for the time zone, both do over the TZ of the SSH client.
func (d *accounts) agentConfig(v *sshd.Session, account config.Config) config.Config {
	own := (*d.agents.Load())[v.Agent.Name.String()]
	settings := own.ApplyTo(account)
	settings.Agent = v.Agent.Name
	settings.Theme = cmp.Or(v.Agent.Theme, settings.Theme)
	told, _ := desk.ParseZone(v.Env("TZ")) // nil if TZ is unset or is no name in the zone database
	settings.DisplayZone = cmp.Or(v.Agent.Zone, own.Zone, told, account.DisplayZone)
	return settings
}
