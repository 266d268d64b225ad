package main

import (
	"github.com/spf13/pflag"

	"frontdesk/internal/config"
)

// serveSettings are the flags of serve that [serve] in the configuration can say, too.
var serveSettings = []struct {
	flag, key string
	take      func(*serveOptions, config.Serve)
}{
	{"listen", "listen", func(o *serveOptions, s config.Serve) { o.listen = s.Listen }},
	{"db", "db", func(o *serveOptions, s config.Serve) { o.db = s.DB }},
	{"time-zone", "time_zone", func(o *serveOptions, s config.Serve) { o.zone = s.Zone.String() }},
	{"credentials", "credentials", func(o *serveOptions, s config.Serve) { o.credentialsFile = s.Credentials }},
	{"tls-cert", "tls_cert", func(o *serveOptions, s config.Serve) { o.tlsCert = s.TLSCert }},
	{"tls-key", "tls_key", func(o *serveOptions, s config.Serve) { o.tlsKey = s.TLSKey }},
	{"rate-limit", "rate_limit", func(o *serveOptions, s config.Serve) { o.rateLimit = s.RateLimit }},
	{"allow-plain", "allow_plain", func(o *serveOptions, s config.Serve) { o.allowPlain = s.AllowPlain }},
}

// configured takes from the configuration what no flag says, and remembers for errors where each value was said.
func (o *serveOptions) configured(flags *pflag.FlagSet, c config.Config) {
	o.said = map[string]string{}
	for _, s := range serveSettings {
		o.said[s.flag] = "--" + s.flag
		if flags.Changed(s.flag) {
			continue
		}
		s.take(o, c.Serve)
		if from, given := c.Origins["serve."+s.key]; given {
			o.said[s.flag] = c.Path + ": " + from.Name
		}
	}
	o.account = int64(c.Serve.CMID)
}
