package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/httpd"
)

func serveCommand(env func(string) string) *cobra.Command {
	o := httpd.Options{Accepted: httpd.EnvironmentCredentials(env)}
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "Run the service on a desk in a file or in PostgreSQL; FRONTDESK_TOKEN says which API key it accepts",
		Long: "Run the service on a desk in a file, or in PostgreSQL with --db postgres://USER@HOST/DATABASE. Its password comes\n" +
			"from PGPASSWORD or from the file of mode 0600 that PGPASSFILE names (~/.pgpass without it), never from the address;\n" +
			"sslmode, sslrootcert and the other members of libpq's addresses are honoured, and pool_max_conns says how many\n" +
			"connections a process uses. Any number of processes may serve one database.\n\n" +
			"FRONTDESK_TOKEN says which API key it accepts, FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD who may call the\n" +
			"order operations (without them nobody), FRONTDESK_CM_ID the account id (1 without it). FRONTDESK_TOKEN_NAME is\n" +
			"the author of the tickets and comments that are written with the key; without it they have none.\n\n" +
			"With --credentials all but the account id come from a file of NAME=VALUE lines instead, mode 0600, which SIGHUP\n" +
			"reads again: a key is changed without a restart. It may hold further keys, each with a name of its own:\n\n" +
			"  FRONTDESK_KEY_ASHA=c2VjcmV0\n" +
			"  FRONTDESK_KEY_ASHA_NAME=Asha Rao\n\n" +
			"What the flags say can stand in the table [serve] of the configuration, with _ for -, and cm_id beside it; flags\n" +
			"and environment come before it.",
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
	c.Flags().StringVar(&o.Listen, "listen", "127.0.0.1:8080", "`address` to listen on, a loopback one unless it is encrypted; port 0 takes a free one")
	c.Flags().StringVar(&o.DB, "db", "", "the desk's `file`, made if there is none, or postgres://USER@HOST/DATABASE")
	c.Flags().StringVar(&o.Zone, "time-zone", "Local", "`zone` of every date, such as Europe/Berlin")
	c.Flags().StringVar(&o.CredentialsFile, "credentials", "", "`file` with the credentials instead of the environment; SIGHUP reads it again")
	c.Flags().StringVar(&o.TLSCert, "tls-cert", "", "`file` with the certificates to show, the service's own first (PEM); SIGHUP reads it again")
	c.Flags().StringVar(&o.TLSKey, "tls-key", "", "`file` with the certificate's key (PEM)")
	c.Flags().BoolVar(&o.AllowPlain, "allow-plain", false, "listen beyond loopback without TLS, where something before the service encrypts")
	c.Flags().StringVar(&o.RateLimit, "rate-limit", "", "requests that each credential may make, such as `20/second`; more are answered 429 with Retry-After (default any number)")
	c.Flags().StringVar(&o.Drain, "drain", "", "how `long` to go on after SIGTERM while /readyz says 503, such as 10s (default not at all)")
	c.Flags().BoolVar(&o.Sample, "sample", false, "fill an empty desk with sample tickets and articles of the last two weeks")
	c.Flags().StringArrayVar(&o.Load, "load", nil, "import this `file` or directory at the start, as frontdesk desk import does; can be given several times")
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
