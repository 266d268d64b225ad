package config

import (
	"slices"
	"time"
)

// serveKey is the table of frontdesk serve; it belongs to no account.
const serveKey = "serve"

// Server holds the settings of frontdesk serve. Its flags override them.
type Server struct {
	Listen          string // the address, for example 127.0.0.1:8080
	DB              string // path or address of the desk's database; empty when not set
	Zone            *time.Location
	AccountID       int    // the accepted account id
	Credentials     string // path of the credentials file; empty for the credentials in the environment
	TLSCert, TLSKey string // paths
	RateLimit       string // for example 20/second; empty for none
	Drain           string // for example 10s; empty for none
	Metrics         string // address of /metrics; empty for none
	AllowPlainHTTP  bool   // listen beyond loopback without TLS
}

// serveTable returns the table of frontdesk serve as a setting.
func (c *Config) serveTable() []setting {
	s := &c.Serve
	return []setting{{name: serveKey, doc: "settings of frontdesk serve; flags replace them", codec: tableCodec(
		setting{
			name:  "listen",
			doc:   "the address to listen on, a loopback one unless it is encrypted",
			codec: stringCodec(&s.Listen),
		},
		setting{name: "db", doc: "the file that holds the desk, or postgres://HOST/DATABASE", codec: stringCodec(&s.DB)},
		setting{
			name:  "time_zone",
			doc:   "time zone of every date; default: that of the machine",
			codec: timeZoneCodec(&s.Zone),
		},
		setting{
			name:  "cm_id",
			env:   "FRONTDESK_CM_ID",
			doc:   "the account id that is accepted",
			codec: countCodec(&s.AccountID, 1<<31-1),
		},
		setting{
			name:  "credentials",
			doc:   "the file with the credentials that are accepted, instead of the environment's",
			codec: stringCodec(&s.Credentials),
		},
		setting{name: "tls_cert", doc: "file with the certificates of the service", codec: stringCodec(&s.TLSCert)},
		setting{name: "tls_key", doc: "the file with the certificate's key", codec: stringCodec(&s.TLSKey)},
		setting{
			name:  "rate_limit",
			doc:   "requests that each credential may make, such as 20/second",
			codec: stringCodec(&s.RateLimit),
		},
		setting{
			name:  "drain",
			doc:   "how long requests are still answered after SIGTERM, while /readyz says 503; such as 10s",
			codec: stringCodec(&s.Drain),
		},
		setting{
			name:  "metrics",
			doc:   "the loopback address of /metrics, such as 127.0.0.1:9223",
			codec: stringCodec(&s.Metrics),
		},
		setting{
			name:  "allow_plain",
			doc:   "listen beyond this machine without TLS, behind a proxy that encrypts",
			codec: boolCodec(&s.AllowPlainHTTP),
		},
	)}}
}

// clusterKey is the table of the servers that several SSH hosts share; it belongs to no account.
const clusterKey = "cluster"

// Cluster holds the settings of the servers that several SSH hosts share. Flags of frontdesk ssh override them.
type Cluster struct {
	Servers     string // addresses, parted by commas; empty for none
	Credentials string // path of a file
	CA          string // path
	Cert, Key   string // paths
	AllowPlain  bool   // connect to other machines without TLS
}

// clusterTable returns the table of the shared servers as a setting.
func (c *Config) clusterTable() []setting {
	s := &c.Cluster
	return []setting{{name: clusterKey, doc: "the NATS servers that several SSH hosts share", codec: tableCodec(
		setting{
			name:  "servers",
			doc:   "their addresses, parted by commas, such as nats://a:4222,nats://b:4222",
			codec: stringCodec(&s.Servers),
		},
		setting{
			name:  "credentials",
			doc:   "the file (mode 0600) with a JWT, an nkey's seed or USER:PASSWORD",
			codec: stringCodec(&s.Credentials),
		},
		setting{name: "ca", doc: "file with the certificates of the authorities that sign those of the servers", codec: stringCodec(&s.CA)},
		setting{name: "cert", doc: "file with the certificate of this host", codec: stringCodec(&s.Cert)},
		setting{name: "key", doc: "the file with the certificate's key", codec: stringCodec(&s.Key)},
		setting{
			name:  "plain",
			doc:   "connect to other machines without TLS, for a network of its own",
			codec: boolCodec(&s.AllowPlain),
		},
	)}}
}

// topLevelSettings returns all top-level settings except the tables of accounts and agents.
func (c *Config) topLevelSettings() []setting {
	return slices.Concat(c.topLevelOnlySettings(), c.settings(), c.serveTable(), c.clusterTable())
}

// LoadServer loads the same file as LoadAccount for frontdesk serve; it selects no account.
func LoadServer(env func(string) string, path string) (Config, error) {
	c, file, err := openConfig(env, path)
	if err != nil {
		return c, err
	}
	if _, err := c.readTopLevel(file); err != nil {
		return c, err
	}
	err = c.readServe(env)
	return c, err
}

// readServe reads the environment variables of frontdesk serve.
func (c *Config) readServe(env func(string) string) error {
	return readEnvironment(
		env,
		c.serveTable()[0].inner(),
		func(s setting, from Origin) { c.Origins[serveKey+"."+s.name] = from },
	)
}
