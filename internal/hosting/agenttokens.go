package hosting

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sshd"
)

// An agent may have an API key of their own. Where the account has one too, it reads for all agents, and each writes
// with their own. Where it has none, each agent has an open account with a cache of its own, because not everybody may
// read everything. Who works on what is shared in both cases.

// agentTokens returns the keys of the agents who have one, by name.
type agentTokens map[string]func(context.Context) (client.Secret, error)

func newAgentTokens(agents map[string]config.Agent) *agentTokens {
	tokens := agentTokens{}
	for name, agent := range agents {
		if agent.HasToken() {
			tokens[name] = connection.AgentTokenProvider(agent)
		}
	}
	return &tokens
}

// agentToken returns the key of the agent who writes; empty for that of the account.
func (d *accounts) agentToken(ctx context.Context) (client.Secret, error) {
	name, _ := desk.AgentOf(ctx)
	if fetch := (*d.tokens.Load())[name.String()]; fetch != nil {
		return fetch(ctx)
	}
	return "", nil
}

// isOpenedByAgents reports whether an account has no key, but some agents have.
func (d *accounts) isOpenedByAgents(c config.Config) bool {
	hasKey := c.Token != "" || !c.TokenFrom.IsZero()
	return !hasKey && !c.IsEmbedded() && c.BaseURL != "" && len(*d.tokens.Load()) > 0
}

// idOf returns the account on which an agent works.
func (d *accounts) idOf(agent sshd.Agent) accountID {
	id := accountID{account: agent.Account}
	if id.account == d.config.Account.String() || d.config.Sample {
		id.account = ""
	}
	if (*d.tokens.Load())[agent.Name.String()] == nil {
		return id
	}
	settings := d.config
	if id.account != "" {
		var err error
		if settings, err = d.loadConfig(id.account); err != nil {
			return id // opening it says why
		}
	}
	if d.isOpenedByAgents(settings) {
		id.agent = agent.Name.String()
	}
	return id
}

// withAgentsKey returns an account's settings with the key of the agent for whom it is opened; "" for none.
func (d *accounts) withAgentsKey(settings config.Config, agent string) config.Config {
	if agent != "" {
		own := (*d.agents.Load())[agent]
		settings.Agent, settings.Token, settings.TokenFrom = safetext.LineFromText(agent), own.Token, own.TokenFrom
	}
	return settings
}

// tellSiblings has the other agents of an account with caches of their own read what a write has changed.
func (d *accounts) tellSiblings(id accountID, call client.CallResult) {
	if id.agent == "" || !mayHaveChanged(call) {
		return
	}
	for _, sibling := range d.siblings(id) {
		d.startTracked(func() { d.readChanged(sibling, recordsOf(call)) })
	}
}

// siblings returns the open accounts of other agents on the same account.
func (d *accounts) siblings(id accountID) (others []*Account) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for other, o := range d.accounts {
		if other != id && other.account == id.account && o.isOpen() {
			others = append(others, o.account)
		}
	}
	return others
}

// isOpen reports whether an account was opened.
func (o *pendingAccount) isOpen() bool {
	select {
	case <-o.done:
		return o.err == nil
	default:
		return false
	}
}
