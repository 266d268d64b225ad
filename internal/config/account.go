package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// accountsKey is the table with a table for each account.
const accountsKey = "accounts"

// readTopLevel reads the top level of the file and the agents. It returns the accounts' tables without selecting one.
func (c *Config) readTopLevel(f file) (accounts map[string]map[string]any, err error) {
	accounts, agents := map[string]map[string]any{}, map[string]map[string]any{}
	if err := c.readThemes(f); err != nil {
		return nil, err
	}
	if err := readAll(f.path+": ", f.values, c.allSettings(accounts, agents)); err != nil {
		return nil, err
	}
	c.recordOrigins("", f.values, c.topLevelSettings())
	c.Accounts = slices.Sorted(maps.Keys(accounts))
	return accounts, c.readAgents(f.path, agents)
}

// allSettings returns all top-level settings. Reading them stores the tables of accounts and agents in the maps.
func (c *Config) allSettings(accounts, agents map[string]map[string]any) []setting {
	return append(
		c.topLevelSettings(),
		setting{
			name: accountsKey,
			codec: namedTablesCodec(
				"an account",
				"[accounts.acme]",
				func() []setting { return (&Config{Themes: c.Themes}).settings() },
				accounts,
			),
		},
		setting{
			name: agentsKey,
			codec: namedTablesCodec(
				"an agent",
				`[agents."Asha Rao"]`,
				func() []setting { return new(Agent).settings(c.Themes) },
				agents,
			),
		},
		setting{name: themesKey, codec: c.themesCodec()},
	)
}

// readFile reads the top level of the file, which applies to every account, and then the selected account.
func (c *Config) readFile(f file, env func(string) string, flagged string) error {
	tables, err := c.readTopLevel(f)
	if err != nil {
		return err
	}
	if err := c.selectAccount(env, flagged); err != nil {
		return err
	}
	chosen, found := tables[c.Account.String()]
	if !found {
		return nil
	}
	within := accountsKey + "." + c.Account.String() + "."
	if err := readAll(f.path+": "+within, chosen, c.settings()); err != nil {
		return err
	}
	c.recordOrigins(within, chosen, c.settings())
	return nil
}

// namedTablesCodec is the codec of a table of tables with names of the user's choice. It reads all of them, so that a
// mistake in one is found before it is selected.
func namedTablesCodec(what, example string, settings func() []setting, into map[string]map[string]any) codec {
	return codec{read: func(at string, value any) error {
		tables, ok := value.(map[string]any)
		if !ok {
			return typeError(at, "tables such as "+example, value)
		}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if !isPlainLine(name) || safetext.LineFromText(name).String() != name {
				return fmt.Errorf(
					"%s has %s whose name %q cannot be shown as it is",
					at,
					what,
					safetext.LineFromText(name),
				)
			}
			if err := tableCodec(settings()...).read(at+"."+quoteKey(name), tables[name]); err != nil {
				return err
			}
			into[name], _ = tables[name].(map[string]any) // read has checked that it is a table
		}
		return nil
	}}
}

// quoteKey returns a name as a key in TOML.
func quoteKey(name string) string {
	if accountName.MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// unknownAccount returns the error for an account that does not exist.
func unknownAccount(place, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s: there is no account %q; no account is configured", place, name)
	}
	return fmt.Errorf("%s: there is no account %q; known are %s", place, name, strings.Join(known, ", "))
}

// selectAccount selects the account: from the flag, else the environment, else the file, else the only one. An unknown
// name is an error, because changes must not go to another account.
func (c *Config) selectAccount(env func(string) string, flagged string) error {
	if value := env(accountVariable); value != "" {
		if _, err := safetext.UTF8([]byte(value)); err != nil {
			return errNotUTF8(accountVariable)
		}
		if err := c.topLevelOnlySettings()[0].read(accountVariable, value); err != nil {
			return err
		}
		c.recordOrigin(c.topLevelOnlySettings()[0], Origin{Environment, accountVariable})
	}
	known := c.Accounts
	if len(known) == 0 && !c.Account.IsEmpty() {
		known = []string{c.Account.String()}
	}
	if flagged != "" {
		c.Account = safetext.LineFromText(flagged)
		c.recordOrigin(c.topLevelOnlySettings()[0], Origin{Flag, "--account"})
	}
	if c.Account.IsEmpty() && len(known) == 1 {
		c.Account = safetext.LineFromText(known[0])
		c.recordOrigin(c.topLevelOnlySettings()[0], Origin{File, accountsKey + "." + known[0]})
	}
	switch {
	case c.Account.IsEmpty() && len(known) > 1:
		return fmt.Errorf(
			"no account is chosen by --account, %s or account in %s; known are %s",
			accountVariable,
			c.Path,
			strings.Join(known, ", "),
		)
	case flagged == "" && len(c.Accounts) == 0, slices.Contains(known, c.Account.String()):
		return nil
	case len(known) == 0:
		return unknownAccount("--account", c.Account.String(), nil)
	}
	place := c.Origins["account"].Name
	if c.Origins["account"].From == File {
		place = c.Path + ": " + place
	}
	return unknownAccount(place, c.Account.String(), known)
}

// agentsKey is the table with a table for each agent of frontdesk ssh.
const agentsKey = "agents"

// Agent holds one agent's settings for frontdesk ssh, which override the account's.
type Agent struct {
	Email   safetext.Line  // for the audit log
	Account safetext.Line  // the account that the agent works on, one of the file's
	Theme   string         // by name
	Zone    *time.Location // time zone for display and input; nil when not set

	Token     Secret // the agent's own API key for the account; empty to use the account's
	TokenFrom CredentialSource

	Views []desk.View // replace the account's; nil when not set
	Keys  []keymap.Override

	Accessible bool // the agent works in accessible mode

	Macros []macro.Macro // on top of the account's
	Texts  []macro.Text  // on top of the account's
}

// settings returns the settings of an agent's table; themes are those of the file's own.
func (a *Agent) settings(themes []theme.Spec) []setting {
	return append([]setting{
		{name: "email", hideDefault: true, doc: "e-mail address of the agent, for the audit", codec: displayLineCodec(&a.Email)},
		{
			name:        "account",
			hideDefault: true,
			doc:         "the account that the agent works on, one of [accounts], with its credentials",
			codec:       displayLineCodec(&a.Account),
		},
		{
			name:        "theme",
			hideDefault: true,
			doc:         "a theme by its name, as for accounts",
			codec:       themeCodec(&a.Theme, themes),
		},
		{
			name:        "accessible",
			hideDefault: true,
			doc:         "accessible mode, whatever the agent's terminal is",
			codec:       boolCodec(&a.Accessible),
		},
		{
			name:        "display_zone",
			hideDefault: true,
			doc:         "of the moments that the agent reads and types; else the terminal's TZ, else the account's",
			codec:       timeZoneCodec(&a.Zone),
		},
		{
			name:        "views",
			hideDefault: true,
			doc:         "tabs of the inbox, instead of the account's",
			codec:       listCodec(&a.Views, viewCodec),
		},
		{name: "keys", doc: "key bindings of the agent, which replace those of the account", codec: bindingsCodec(&a.Keys)},
	}, hidden(slices.Concat(
		credential{&a.Token, &a.TokenFrom}.settings("token", "", "the agent's own API key for the account"),
		textSettings(&a.Macros, &a.Texts),
	))...)
}

// HasToken reports whether the agent has an API key of their own.
func (a Agent) HasToken() bool { return a.Token != "" || !a.TokenFrom.IsZero() }

// hidden returns settings that are not listed while they have their defaults.
func hidden(settings []setting) []setting {
	for i := range settings {
		settings[i].hideDefault = true
	}
	return settings
}

// ApplyTo returns an account's configuration with the agent's settings applied.
func (a Agent) ApplyTo(c Config) Config {
	if a.Theme != "" {
		c.Theme = a.Theme
	}
	c.Accessible = c.Accessible || a.Accessible
	if a.Zone != nil {
		c.DisplayZone = a.Zone
	}
	if a.Views != nil {
		c.Views = a.Views
	}
	c.Macros, c.Texts = macro.OnTop(a.Macros, c.Macros), macro.TextsOnTop(a.Texts, c.Texts)
	replaced := func(o keymap.Override) bool {
		return slices.ContainsFunc(
			a.Keys,
			func(own keymap.Override) bool { return own.Place == o.Place && own.Action == o.Action },
		)
	}
	c.Keys = append(slices.DeleteFunc(slices.Clone(c.Keys), replaced), a.Keys...)
	return c
}

// readAgents reads the agents' tables. An unknown account is an error here, so that it is found before the agent signs
// in.
func (c *Config) readAgents(path string, tables map[string]map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		var a Agent
		values := tables[name]
		within := agentsKey + "." + quoteKey(name)
		if err := readAll(path+": "+within+".", values, a.settings(c.Themes)); err != nil {
			return err
		}
		if account := a.Account.String(); account != "" && !slices.Contains(c.Accounts, account) {
			return unknownAccount(path+": "+within+".account", account, c.Accounts)
		}
		c.recordInnerOrigins("", within, values, a.settings(c.Themes))
		if c.Agents == nil {
			c.Agents = map[string]Agent{}
		}
		c.Agents[name] = a
	}
	return nil
}

// errNotUTF8 is the error of a variable whose value would be used damaged.
func errNotUTF8(variable string) error { return fmt.Errorf("%s is not UTF-8", variable) }
