package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/text"
)

// accountsKey is the table that holds one table for each account.
const accountsKey = "accounts"

// readTop reads the top of the file, and the accounts in it without choosing one.
func (c *Config) readTop(f file) (tables map[string]map[string]any, err error) {
	tables = map[string]map[string]any{}
	if err := readAll(f.path+": ", f.values, append(c.whole(), setting{name: accountsKey, kind: accounts(tables)})); err != nil {
		return nil, err
	}
	c.noteAll("", f.values, c.whole())
	c.Accounts = slices.Sorted(maps.Keys(tables))
	return tables, nil
}

// readFile reads the top of the file, which is for every account, and over it the account that is chosen.
func (c *Config) readFile(f file, env func(string) string, flagged string) error {
	tables, err := c.readTop(f)
	if err != nil {
		return err
	}
	if err := c.choose(env, flagged); err != nil {
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
	c.noteAll(within, chosen, c.settings())
	return nil
}

// accounts reads every account's table, also those that are not worked with: a mistake in one would else wait for
// the day on which it is.
func accounts(into map[string]map[string]any) kind {
	return kind{read: func(at string, value any) error {
		tables, ok := value.(map[string]any)
		if !ok {
			return wrong(at, "tables such as [accounts.acme]", value)
		}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if !plain(name) || text.PlainLine(name).String() != name {
				return fmt.Errorf("%s has an account whose name %q cannot be shown as it is", at, text.PlainLine(name))
			}
			scratch := new(Config)
			if err := table(scratch.settings()...).read(at+"."+name, tables[name]); err != nil {
				return err
			}
			into[name], _ = tables[name].(map[string]any) // a table, or it had not been read
		}
		return nil
	}}
}

// choose finds out which account is worked with: the flag's, else the environment's, else the file's, else the only
// one. An unknown name is an error, or somebody's changes would go to another customer's desk.
func (c *Config) choose(env func(string) string, flagged string) error {
	if value := env(accountVariable); value != "" {
		if err := c.top()[0].read(accountVariable, value); err != nil {
			return err
		}
		c.note(c.top()[0], Origin{Variable, accountVariable})
	}
	known := c.Accounts
	if len(known) == 0 && !c.Account.IsEmpty() {
		known = []string{c.Account.String()}
	}
	if flagged != "" {
		c.Account = text.PlainLine(flagged)
		c.note(c.top()[0], Origin{Flag, "--account"})
	}
	if c.Account.IsEmpty() && len(known) == 1 {
		c.Account = text.PlainLine(known[0])
		c.note(c.top()[0], Origin{File, accountsKey + "." + known[0]})
	}
	switch {
	case c.Account.IsEmpty() && len(known) > 1:
		return fmt.Errorf("no account is chosen by --account, %s or account in %s; known are %s", accountVariable, c.Path, strings.Join(known, ", "))
	case flagged == "" && len(c.Accounts) == 0, slices.Contains(known, c.Account.String()):
		return nil
	case len(known) == 0:
		return fmt.Errorf("--account: there is no account %q; no account is configured", c.Account.String())
	}
	place := c.Origins["account"].Name
	if c.Origins["account"].From == File {
		place = c.Path + ": " + place
	}
	return fmt.Errorf("%s: there is no account %q; known are %s", place, c.Account.String(), strings.Join(known, ", "))
}
