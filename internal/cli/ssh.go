package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/cluster"
	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/sshd"
)

func sshCommand(env func(string) string) *cobra.Command {
	o, defaults := hosting.Options{RunCommand: runHosted}, sshd.Limits{}.WithDefaults()
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
			"views, and which tickets are taken. The flags of the cluster can be set in the\n" +
			"table [cluster] of the configuration; a flag on the command line overrides it.\n" +
			"\n" +
			"SIGHUP reads the keys, the agents and the credentials again and continues the\n" +
			"audit in a new file. SIGTERM warns the agents, waits for --drain, and ends the\n" +
			"host. See frontdesk docs hosting.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			if err := meanSample(&settings, hosts); err != nil {
				return err
			}
			o.ReadOnly = flagOf(c, readOnlyFlag) == "true"
			applyClusterConfig(&o.Cluster, c.Flags(), settings.Cluster)
			return o.Run(c.Context(), settings, env, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:2222", "`address` to listen on; port 0 takes a free port")
	c.Flags().StringVar(&o.AuthorizedKeys, "authorized-keys", "", "`file` of the keys that may sign in, in OpenSSH's format")
	c.Flags().StringVar(&o.HostKey, "host-key", "", "`file` of the host's own key, created if it does not exist (default in the data directory)")
	c.Flags().StringVar(&o.Metrics, "metrics", "", "serve /metrics on this loopback `address`, such as 127.0.0.1:9222 (default none)")
	c.Flags().StringVar(&o.Audit, "audit", "", "append sign-ins and writes to this `file` (default standard error)")
	c.Flags().StringVar(&o.Cluster.URLs, "cluster", "", "`addresses` of the NATS servers, such as nats://a:4222,nats://b:4222 (default none)")
	c.Flags().StringVar(&o.Cluster.CredentialsFile, "cluster-credentials", "", "sign in to the cluster with this `file` of mode 0600: a JWT, the seed of an nkey, or USER:PASSWORD")
	c.Flags().StringVar(&o.Cluster.CA, "cluster-ca", "", "`file` of the certificate authorities of the cluster (default the system's)")
	c.Flags().StringVar(&o.Cluster.Cert, "cluster-cert", "", "`file` of the client certificate for the cluster")
	c.Flags().StringVar(&o.Cluster.Key, "cluster-key", "", "`file` of the private key of that certificate")
	c.Flags().BoolVar(&o.Cluster.AllowPlain, "cluster-plain", false, "connect to the cluster without TLS, in a trusted network")
	c.Flags().BoolVar(&o.AuditBodies, "audit-bodies", false, "record the texts of writes in the audit too, including what customers wrote")
	c.Flags().StringVar(&o.ConfigFile, configFlag, "", "read the configuration from this `file`")
	c.Flags().Bool(readOnlyFlag, false, "refuse all writes, of every agent")
	c.Flags().IntVar(&o.Limits.Sessions, "max-sessions", defaults.Sessions, "`number` of sessions at a time")
	c.Flags().IntVar(&o.Limits.PerAgent, "max-per-agent", defaults.PerAgent, "`number` of sessions of one agent at a time")
	c.Flags().IntVar(&o.Limits.PerAddress, "max-per-address", defaults.PerAddress, "`number` of connections from one address that have not signed in; raise it for an office behind one address")
	c.Flags().IntVar(&o.Limits.MaxAuthTries, "max-auth-tries", defaults.MaxAuthTries, "`number` of rejected keys after which a connection is closed")
	durationVar(c.Flags(), &o.Limits.LoginGrace, "sign-in", defaults.LoginGrace, "time limit for signing in, as a `duration`; it includes the question about the host key")
	durationVar(c.Flags(), &o.Limits.IdleTimeout, "idle", defaults.IdleTimeout, "end a session after this `duration` without a key press")
	durationVar(c.Flags(), &o.Limits.MaxDuration, "longest", defaults.MaxDuration, "end a session after this `duration`")
	durationVar(c.Flags(), &o.Limits.ClientTimeout, "gone", defaults.ClientTimeout, "end a session whose client has not answered for this `duration`")
	durationVar(c.Flags(), &o.Limits.ShutdownGrace, "drain", defaults.ShutdownGrace, "on SIGTERM, warn agents and end their sessions after this `duration`")
	return c
}

// applyClusterConfig applies the settings of the cluster for which no flag is given.
func applyClusterConfig(o *cluster.Options, flags *pflag.FlagSet, c config.Cluster) {
	for _, s := range []struct {
		flag    string
		target  *string
		setting string
	}{
		{"cluster", &o.URLs, c.Servers},
		{"cluster-credentials", &o.CredentialsFile, c.Credentials},
		{"cluster-ca", &o.CA, c.CA},
		{"cluster-cert", &o.Cert, c.Cert},
		{"cluster-key", &o.Key, c.Key},
	} {
		if !flags.Changed(s.flag) {
			*s.target = s.setting
		}
	}
	if !flags.Changed("cluster-plain") {
		o.AllowPlain = c.AllowPlain
	}
}
