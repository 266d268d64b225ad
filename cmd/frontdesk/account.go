package main

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/config"
)

const (
	accountFlag = "account"
	configFlag  = "config"
)

// chooseAccount gives the root, and all that stands under it, the flag that chooses an account.
func chooseAccount(root *cobra.Command, env func(string) string) {
	root.PersistentFlags().String(accountFlag, "", "work with the account of this `name`")
	complete := func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		known, _ := config.LoadAccount(env, flagOf(c, configFlag), "") // with a mistake in it, what was read until there
		return known.Accounts, cobra.ShellCompDirectiveNoFileComp
	}
	if err := root.RegisterFlagCompletionFunc(accountFlag, complete); err != nil {
		panic(err) // the flag stands a line above
	}
}

// settingsFor reads the configuration for a command: its own --config if it has one, and --account. Over SSH the host
// has read it.
func settingsFor(c *cobra.Command, env func(string) string) (config.Config, error) {
	if lent, hosted := withHostedAccount(c.Context()); hosted {
		return lent.config, nil
	}
	return config.LoadAccount(env, flagOf(c, configFlag), flagOf(c, accountFlag))
}

// flagOf is the value of a flag of text that a command may have.
func flagOf(c *cobra.Command, name string) string {
	if f := c.Flags().Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
