package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/config"
	"frontdesk/internal/hosting"
)

const (
	accountFlag = "account"
	configFlag  = "config"
)

// chooseAccount adds the --account flag to root and to every command below it.
func chooseAccount(root *cobra.Command, env func(string) string) {
	root.PersistentFlags().String(accountFlag, "", "work with the account of this `name`")
	complete := func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		known, _ := config.LoadAccount(env, flagOf(c, configFlag), "") // after an error it holds what was read so far
		return known.Accounts, cobra.ShellCompDirectiveNoFileComp
	}
	if err := root.RegisterFlagCompletionFunc(accountFlag, complete); err != nil {
		panic(err) // cannot happen: the flag is defined above
	}
}

// settingsFor loads the configuration for a command, from its --config and --account flags. Over SSH it returns the
// configuration that the host has already loaded.
func settingsFor(c *cobra.Command, env func(string) string) (config.Config, error) {
	if lent, hosted := hosting.AccountFrom(c.Context()); hosted {
		return lent.Config, nil
	}
	return config.LoadAccount(env, flagOf(c, configFlag), flagOf(c, accountFlag))
}

// flagOf returns the value of a string flag, or "" if the command does not have it.
func flagOf(c *cobra.Command, name string) string {
	if f := c.Flags().Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
