package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/cluster"
	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
)

func sshCommand(env func(string) string) *cobra.Command {
	o := hosting.Options{RunCommand: runHosted}
	c := &cobra.Command{
		Use:   "ssh --authorized-keys FILE",
		Short: "Run the SSH host, which gives agents the console over SSH",
		Long: "Run the SSH host. Agents get the console with nothing but an SSH client and\n" +
			"their key, and one-shot commands such as: ssh host faq search refund\n" +
			"\n" +
			"Agents are the keys of an authorized_keys file in OpenSSH's format. An option\n" +
			"environment=\"FRONTDESK_AGENT=Asha Rao\" names the agent; without it, the comment\n" +
			"of the key does. A line with an option that the host does not support lets\n" +
			"nobody in. Changes to the file take effect within seconds.\n" +
			"\n" +
			"With --cluster, several hosts share drafts, outbox, journal, unread marks, saved\n" +
			"views, and which tickets are taken.\n" +
			"\n" +
			"Flags can be set in the table [ssh] of the configuration, with _ for -, those of\n" +
			"the cluster in [cluster], and in variables such as FRONTDESK_SSH_LISTEN. A flag on\n" +
			"the command line overrides both. See frontdesk docs configuration.\n" +
			"\n" +
			"SIGHUP reads the keys, the agents and the credentials again and continues the\n" +
			"audit in a new file. SIGTERM warns the agents, waits for --drain, and ends the\n" +
			"host. See frontdesk docs hosting.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err == nil {
				err = settings.ReadFlags(c.Flags(), config.SSHTable, config.ClusterTable)
			}
			if err != nil {
				return exitcode.UsageError(err)
			}
			if err := meanSample(&settings, hosts); err != nil {
				return err
			}
			o.SSH, o.Cluster = settings.SSH, cluster.Servers(settings.Cluster)
			o.Place = func(key string) string { return settings.Place(config.SSHTable, key) }
			return o.Run(c.Context(), settings, env, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	config.AddFlags(c.Flags(), config.SSHTable, config.ClusterTable)
	c.Flags().StringVar(&o.ConfigFile, configFlag, "", "read the configuration from this `file`")
	return c
}
