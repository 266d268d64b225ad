package cli

import (
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/httpd"
)

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
	{"allow-plain", "allow_plain", func(o *httpd.Options, s config.Server) { o.AllowPlain = s.AllowPlainHTTP }},
}

// applyServeConfig applies the settings for which no flag is given, and records the source of each value for error messages.
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
