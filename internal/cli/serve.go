package cli

import (
	"github.com/spf13/cobra"

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
			"  FRONTDESK_KEY_ASHA_NAME=\"Asha Rao\"\n" +
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
			"Flags can be set in the table [serve] of the configuration, with _ for -, and in\n" +
			"variables such as FRONTDESK_SERVE_LISTEN. A flag on the command line overrides\n" +
			"both. See frontdesk docs configuration and hosting.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.LoadServer(env, flagOf(c, configFlag))
			if err == nil {
				err = settings.ReadFlags(c.Flags(), config.ServeTable)
			}
			if err != nil {
				return exitcode.UsageError(err)
			}
			o.Server = settings.Serve
			o.Place = func(key string) string { return settings.Place(config.ServeTable, key) }
			return httpd.Run(c.Context(), o, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	config.AddFlags(c.Flags(), config.ServeTable)
	c.Flags().BoolVar(&o.Sample, "sample", false, "fill an empty desk with two weeks of sample tickets and articles")
	c.Flags().StringArrayVar(&o.Load, "load", nil, "import this `file` or directory at the start, as desk import does; can be repeated")
	return c
}
