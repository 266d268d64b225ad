package cli

import (
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
)

// serveSettings maps the flags of serve to the keys of [serve] in the configuration.
var serveSettings = []struct {
	flag, key string
	take      func(*serveOptions, config.Server)
}{
	{"listen", "listen", func(o *serveOptions, s config.Server) { o.listen = s.Listen }},
	{"db", "db", func(o *serveOptions, s config.Server) { o.db = s.DB }},
	{"time-zone", "time_zone", func(o *serveOptions, s config.Server) { o.zone = s.Zone.String() }},
	{"credentials", "credentials", func(o *serveOptions, s config.Server) { o.credentialsFile = s.Credentials }},
	{"tls-cert", "tls_cert", func(o *serveOptions, s config.Server) { o.tlsCert = s.TLSCert }},
	{"tls-key", "tls_key", func(o *serveOptions, s config.Server) { o.tlsKey = s.TLSKey }},
	{"rate-limit", "rate_limit", func(o *serveOptions, s config.Server) { o.rateLimit = s.RateLimit }},
	{"allow-plain", "allow_plain", func(o *serveOptions, s config.Server) { o.allowPlain = s.AllowPlainHTTP }},
}

// applyConfig applies the settings for which no flag is given, and records the source of each value for error messages.
func (o *serveOptions) applyConfig(flags *pflag.FlagSet, c config.Config) {
	o.sources = map[string]string{}
	for _, s := range serveSettings {
		o.sources[s.flag] = "--" + s.flag
		if flags.Changed(s.flag) {
			continue
		}
		s.take(o, c.Serve)
		if from, given := c.Origins["serve."+s.key]; given {
			o.sources[s.flag] = c.Path + ": " + from.Name
		}
	}
	o.account = int64(c.Serve.AccountID)
}
