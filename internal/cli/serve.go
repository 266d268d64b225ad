package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/httpd"
)

// deskHelp is the help of --db where the desk is created if it does not exist.
const deskHelp = "`file` of the desk, created if it does not exist, or postgres://USER@HOST/DATABASE"

func serveCommand(env func(string) string) *cobra.Command {
	o := httpd.Options{Env: env}
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "Run the service",
		Long: "Run the service on a desk in a file, or in PostgreSQL. Any number of processes\n" +
			"can serve one database.\n" +
			"\n" +
			"The credentials that the service accepts come from the environment:\n" +
			"\n" +
			"  FRONTDESK_TOKEN           the API key\n" +
			"  FRONTDESK_TOKEN_NAME      the author of what is written with that key\n" +
			"  FRONTDESK_TOKEN_FOR       agents for whom that key may write too\n" +
			"  FRONTDESK_ORDER_USER      user name of the order operations; without it and\n" +
			"  FRONTDESK_ORDER_PASSWORD  its password, those are refused\n" +
			"  FRONTDESK_CM_ID           the account id (default 1)\n" +
			"\n" +
			"or, except for the account id, from a file of NAME=VALUE lines with mode 0600\n" +
			"(--credentials). There can be more keys, each with the name of its author:\n" +
			"\n" +
			"  FRONTDESK_KEY_ASHA=c2VjcmV0\n" +
			"  FRONTDESK_KEY_ASHA_NAME=Asha Rao\n" +
			"\n" +
			"A name with _FOR, such as FRONTDESK_KEY_TEAM_FOR, lists the agents for whom a key\n" +
			"may write too, separated by commas; * stands for the employees of the desk.\n" +
			"\n" +
			"Each of these can also be in a file that NAME_FILE names, such as\n" +
			"FRONTDESK_TOKEN_FILE, or in the file NAME of $CREDENTIALS_DIRECTORY.\n" +
			"\n" +
			"The password of PostgreSQL comes from PGPASSWORD, PGPASSWORD_FILE, or from the\n" +
			"file of mode 0600 that PGPASSFILE names (default ~/.pgpass). It is never part of\n" +
			"the address. The address may have the options of libpq, such as sslmode and\n" +
			"sslrootcert, and pool_max_conns for the number of connections.\n" +
			"\n" +
			"Flags can be set in the table [serve] of the configuration, with _ for -. A flag\n" +
			"on the command line overrides it. See frontdesk docs hosting.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.LoadServer(env, flagOf(c, configFlag))
			if err != nil {
				return exitcode.UsageError(err)
			}
			applyServeConfig(&o, c.Flags(), settings)
			return httpd.Run(c.Context(), o, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:8080", "`address` to listen on; beyond this machine it needs TLS; port 0 takes a free port")
	c.Flags().StringVar(&o.DB, "db", "", deskHelp)
	c.Flags().StringVar(&o.Zone, "time-zone", "Local", "time `zone` of all dates, such as Europe/Berlin")
	c.Flags().StringVar(&o.CredentialsFile, "credentials", "", "read the credentials from this `file` instead of the environment; SIGHUP reads it again")
	c.Flags().StringVar(&o.TLSCert, "tls-cert", "", "`file` with the certificate chain, the service's own first (PEM); SIGHUP reads it again")
	c.Flags().StringVar(&o.TLSKey, "tls-key", "", "`file` with the private key of the certificate (PEM)")
	c.Flags().BoolVar(&o.AllowPlain, "allow-plain", false, "listen beyond this machine without TLS, behind a proxy that encrypts")
	c.Flags().StringVar(&o.RateLimit, "rate-limit", "", "limit each credential to this `rate`, such as 20/second; further requests get 429 (default unlimited)")
	c.Flags().StringVar(&o.Drain, "drain", "", "keep answering for this `duration` after SIGTERM, while /readyz says 503, such as 10s (default 0s)")
	c.Flags().StringVar(&o.Metrics, "metrics", "", "serve /metrics on this loopback `address`, such as 127.0.0.1:9223 (default none)")
	c.Flags().BoolVar(&o.Sample, "sample", false, "fill an empty desk with two weeks of sample tickets and articles")
	c.Flags().StringArrayVar(&o.Load, "load", nil, "import this `file` or directory at the start, as desk import does; can be repeated")
	return c
}

// serveSettings maps the flags of serve to the keys of [serve] in the configuration.
var serveSettings = []struct {
	flag, key string
	take      func(*httpd.Options, config.Server)
}{
	{"listen", "listen", func(o *httpd.Options, s config.Server) { o.Listen = s.Listen }},
	{"db", "db", func(o *httpd.Options, s config.Server) { o.DB = s.DB }},
	{"time-zone", "time_zone", func(o *httpd.Options, s config.Server) { o.Zone = s.Zone.String() }},
	{"credentials", "credentials", func(o *httpd.Options, s config.Server) { o.CredentialsFile = s.Credentials }},
	{"tls-cert", "tls_cert", func(o *httpd.Options, s config.Server) { o.TLSCert = s.TLSCert }},
	{"tls-key", "tls_key", func(o *httpd.Options, s config.Server) { o.TLSKey = s.TLSKey }},
	{"rate-limit", "rate_limit", func(o *httpd.Options, s config.Server) { o.RateLimit = s.RateLimit }},
	{"drain", "drain", func(o *httpd.Options, s config.Server) { o.Drain = s.Drain }},
	{"metrics", "metrics", func(o *httpd.Options, s config.Server) { o.Metrics = s.Metrics }},
	{"allow-plain", "allow_plain", func(o *httpd.Options, s config.Server) { o.AllowPlain = s.AllowPlainHTTP }},
}

// applyServeConfig applies the settings for which no flag is given, and records the source of each value for error
// messages.
func applyServeConfig(o *httpd.Options, flags *pflag.FlagSet, c config.Config) {
	o.Sources = map[string]string{}
	for _, s := range serveSettings {
		o.Sources[s.flag] = "--" + s.flag
		if flags.Changed(s.flag) {
			continue
		}
		s.take(o, c.Serve)
		if from, given := c.Origins["serve."+s.key]; given {
			o.Sources[s.flag] = c.Path + ": " + from.Name
		}
	}
	o.AccountID = int64(c.Serve.AccountID)
}
