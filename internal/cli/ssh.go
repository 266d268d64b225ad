package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/sshd"
)

func sshCommand(env func(string) string) *cobra.Command {
	o, defaults := hosting.Options{RunCommand: runHosted}, sshd.Limits{}.WithDefaults()
	c := &cobra.Command{
		Use:   "ssh --authorized-keys FILE",
		Short: "Let agents work in the console with nothing but an SSH client and their key",
		Long: "Let agents work in the console with nothing but an SSH client and their key.\n\n" +
			"The file is an authorized_keys file of OpenSSH. Each key is an agent: environment=\"FRONTDESK_AGENT=Asha Rao\" names one, else\n" +
			"the key's comment does. A line whose options cannot be honoured lets nobody in. The file is read again when it changes.\n" +
			"SIGHUP reads the file, the agents and the credentials of the configuration again and goes on in a new audit file; SIGTERM\n" +
			"ends the host, its agents told.\n" +
			"One-shot commands work too: ssh host faq search refund.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			o.ReadOnly = flagOf(c, readOnlyFlag) == "true"
			return o.Run(c.Context(), settings, env, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:2222", "`address` to listen on; port 0 takes a free one")
	c.Flags().StringVar(&o.AuthorizedKeys, "authorized-keys", "", "`file` of the keys that may sign in, as OpenSSH has it")
	c.Flags().StringVar(&o.HostKey, "host-key", "", "`file` of the host's own key, made if there is none (default in the data directory)")
	c.Flags().StringVar(&o.Metrics, "metrics", "", "loopback `address` on which /metrics is answered, such as 127.0.0.1:9222 (default none)")
	c.Flags().StringVar(&o.Audit, "audit", "", "append who signed in and wrote what to this `file` (default standard error)")
	c.Flags().BoolVar(&o.AuditBodies, "audit-bodies", false, "put what was written into the audit too, customers' words and all")
	c.Flags().StringVar(&o.ConfigFile, configFlag, "", "read the configuration from this `file`")
	c.Flags().Bool(readOnlyFlag, false, "send no write of any agent's console or command, whatever their account says")
	c.Flags().IntVar(&o.Limits.Sessions, "max-sessions", defaults.Sessions, "sessions at a time")
	c.Flags().IntVar(&o.Limits.PerAgent, "max-per-agent", defaults.PerAgent, "sessions of one agent at a time")
	c.Flags().IntVar(&o.Limits.PerAddress, "max-per-address", defaults.PerAddress, "connections of one address at a time that have not signed in: an office may have one for all")
	c.Flags().DurationVar(&o.Limits.LoginGrace, "sign-in", defaults.LoginGrace, "the `duration` that signing in may take, the look at the host's fingerprint included")
	c.Flags().DurationVar(&o.Limits.IdleTimeout, "idle", defaults.IdleTimeout, "the `duration` without a key after which a session is ended")
	c.Flags().DurationVar(&o.Limits.MaxDuration, "longest", defaults.MaxDuration, "the `duration` that a session may last")
	c.Flags().DurationVar(&o.Limits.ClientTimeout, "gone", defaults.ClientTimeout, "the `duration` without a sign of life from a client after which its session is ended")
	c.Flags().DurationVar(&o.Limits.ShutdownGrace, "drain", defaults.ShutdownGrace, "the `duration` between the announcement of the end and the end, on SIGTERM")
	return c
}
