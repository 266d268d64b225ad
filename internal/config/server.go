package config

import (
	"slices"
	"time"
)

// serveKey is the table of frontdesk serve; it is no account's.
const serveKey = "serve"

// Server is what frontdesk serve is told beside its flags, which come before all of it.
type Server struct {
	Listen          string // the address, such as 127.0.0.1:8080
	DB              string // the desk's file; empty when not given
	Zone            *time.Location
	AccountID       int    // the account id that is accepted
	Credentials     string // the file of the credentials; empty for those of the environment
	TLSCert, TLSKey string // files
	RateLimit       string // such as 20/second; empty for none
	AllowPlainHTTP  bool   // listen beyond loopback without TLS
}

// serveDefaults are what holds with nothing set.
func serveDefaults() Server { return Server{Listen: "127.0.0.1:8080", Zone: time.Local, AccountID: 1} }

// serving is the table of frontdesk serve.
func (c *Config) serving() []setting {
	s := &c.Serve
	return []setting{{name: serveKey, doc: "what frontdesk serve is told beside its flags", codec: table(
		setting{name: "listen", doc: "the address to listen on, a loopback one unless it is encrypted", codec: stringCodec(&s.Listen)},
		setting{name: "db", doc: "the file that holds the desk", codec: stringCodec(&s.DB)},
		setting{name: "time_zone", doc: "of every date; the machine's when it is not given", codec: timeZone(&s.Zone)},
		setting{name: "cm_id", env: "FRONTDESK_CM_ID", doc: "the account id that is accepted", codec: whole(&s.AccountID, 1, 1<<31-1)},
		setting{name: "credentials", doc: "the file with the credentials that are accepted, instead of the environment's", codec: stringCodec(&s.Credentials)},
		setting{name: "tls_cert", doc: "the file with the certificates to show", codec: stringCodec(&s.TLSCert)},
		setting{name: "tls_key", doc: "the file with the certificate's key", codec: stringCodec(&s.TLSKey)},
		setting{name: "rate_limit", doc: "requests that each credential may make, such as 20/second", codec: stringCodec(&s.RateLimit)},
		setting{name: "allow_plain", doc: "listen beyond loopback without TLS, where something before the service encrypts", codec: boolCodec(&s.AllowPlainHTTP)},
	)}}
}

// whole are all keys that the top of the file has, but for the accounts.
func (c *Config) whole() []setting { return slices.Concat(c.top(), c.settings(), c.serving()) }

// LoadServer reads the same file as LoadAccount for who serves instead of working with an account: none is chosen.
func LoadServer(env func(string) string, path string) (Config, error) {
	c := defaults(env)
	file, err := findFile(env, path)
	c.Path = file.path
	if err != nil {
		return c, err
	}
	c.Exists = file.values != nil
	if _, err := c.readTopLevel(file); err != nil {
		return c, err
	}
	err = c.readServe(env)
	return c, err
}

// readServe reads what the environment says to frontdesk serve.
func (c *Config) readServe(env func(string) string) error {
	for _, s := range c.serving()[0].inner {
		value := env(s.env)
		if s.env == "" || value == "" {
			continue
		}
		if err := s.read(s.env, value); err != nil {
			return err
		}
		c.Origins[serveKey+"."+s.name] = Origin{Environment, s.env}
	}
	return nil
}
