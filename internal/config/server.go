package config

import (
	"time"

	"github.com/spf13/pflag"

	"frontdesk/internal/settings"
)

// Server holds the settings of frontdesk serve.
type Server struct {
	Listen         string         `toml:"listen" doc:"{address} to listen on; beyond this machine it needs TLS; port 0 takes a free port"`
	DB             string         `toml:"db" kind:"server" doc:"{file} of the desk, created if it does not exist, or postgres://USER@HOST/DATABASE"`
	Zone           *time.Location `toml:"time_zone" doc:"time {zone} of all dates, such as Europe/Berlin"`
	AccountID      int            `toml:"cm_id" env:"FRONTDESK_CM_ID" doc:"{number} of the account that is accepted"`
	Credentials    string         `toml:"credentials" doc:"read the credentials from this {file} instead of the environment; SIGHUP reads it again"`
	TLSCert        string         `toml:"tls_cert" doc:"{file} with the certificate chain, the service's own first (PEM); SIGHUP reads it again"`
	TLSKey         string         `toml:"tls_key" doc:"{file} with the private key of the certificate (PEM)"`
	RateLimit      string         `toml:"rate_limit" unset:"unlimited" doc:"limit each credential to this {rate}, such as 20/second; further requests get 429"`
	Drain          time.Duration  `toml:"drain" unset:"0s" max:"5m" such:"10s 1m" doc:"keep answering for this {duration} after SIGTERM, while /readyz says 503, such as 10s"`
	Metrics        string         `toml:"metrics" unset:"none" doc:"serve /metrics on this loopback {address}, such as 127.0.0.1:9223"`
	AllowPlainHTTP bool           `toml:"allow_plain" doc:"listen beyond this machine without TLS, behind a proxy that encrypts"`
	LogFormat      string         `toml:"log_format" oneof:"text|json" doc:"{form} of the log: text or json"`
	LogLevel       string         `toml:"log_level" oneof:"debug|info|warn|error" doc:"{level} from which on lines are logged: debug, info, warn or error"`
}

// SSH holds the settings of frontdesk ssh. The defaults of its limits are those of sshd.Limits.
type SSH struct {
	Listen         string        `toml:"listen" doc:"{address} to listen on; port 0 takes a free port"`
	AuthorizedKeys string        `toml:"authorized_keys" doc:"{file} of the keys that may sign in, in OpenSSH's format"`
	HostKey        string        `toml:"host_key" unset:"in the data directory" doc:"{file} of the host's own key, created if it does not exist"`
	Metrics        string        `toml:"metrics" unset:"none" doc:"serve /metrics on this loopback {address}, such as 127.0.0.1:9222"`
	Audit          string        `toml:"audit" unset:"standard error" doc:"append sign-ins and writes to this {file}"`
	AuditBodies    bool          `toml:"audit_bodies" doc:"record the texts of writes in the audit too, including what customers wrote"`
	ReadOnly       bool          `toml:"read_only" doc:"refuse all writes, of every agent"`
	MaxSessions    int           `toml:"max_sessions" max:"10000" doc:"{number} of sessions at a time"`
	MaxPerAgent    int           `toml:"max_per_agent" doc:"{number} of sessions of one agent at a time"`
	MaxPerAddress  int           `toml:"max_per_address" max:"10000" doc:"{number} of connections from one address that have not signed in; raise it for an office behind one address"`
	MaxAuthTries   int           `toml:"max_auth_tries" max:"100" doc:"{number} of rejected keys after which a connection is closed"`
	SignIn         time.Duration `toml:"sign_in" min:"1s" max:"10m" such:"10s 1m" doc:"time limit for signing in, as a {duration}; it includes the question about the host key"`
	Idle           time.Duration `toml:"idle" min:"1m" such:"30m 8h" doc:"end a session after this {duration} without a key press"`
	Longest        time.Duration `toml:"longest" min:"1m" such:"8h 24h" doc:"end a session after this {duration}"`
	Gone           time.Duration `toml:"gone" min:"1s" such:"30s 2m" doc:"end a session whose client has not answered for this {duration}"`
	Drain          time.Duration `toml:"drain" min:"1ms" max:"1h" such:"10s 1m" doc:"on SIGTERM, warn agents and end their sessions after this {duration}"`
	LogFormat      string        `toml:"log_format" oneof:"text|json" doc:"{form} of the log: text or json"`
	LogLevel       string        `toml:"log_level" oneof:"debug|info|warn|error" doc:"{level} from which on lines are logged: debug, info, warn or error"`
}

// Cluster holds the settings of the servers that several SSH hosts share. It can be converted to cluster.Servers.
type Cluster struct {
	URLs            string `toml:"servers" kind:"server" flag:"cluster" unset:"none" doc:"{addresses} of the NATS servers, such as nats://a:4222,nats://b:4222"`
	CredentialsFile string `toml:"credentials" doc:"sign in to the cluster with this {file} of mode 0600: a JWT, the seed of an nkey, or USER:PASSWORD"`
	CA              string `toml:"ca" unset:"the system's" doc:"{file} of the certificate authorities of the cluster"`
	Cert            string `toml:"cert" doc:"{file} of the client certificate for the cluster"`
	Key             string `toml:"key" doc:"{file} of the private key of that certificate"`
	AllowPlain      bool   `toml:"plain" doc:"connect to the cluster without TLS, in a trusted network"`
}

// The tables of frontdesk serve and frontdesk ssh.
const (
	ServeTable   = "serve"
	SSHTable     = "ssh"
	ClusterTable = "cluster"
)

// TableSettings returns the settings of a table, with their defaults.
func TableSettings(table string) []settings.Setting {
	c := defaults(func(string) string { return "" })
	return c.table(table).Inner()
}

// AddFlags adds the flags of tables.
func AddFlags(flags *pflag.FlagSet, tables ...string) {
	for _, table := range tables {
		settings.AddFlags(flags, TableSettings(table))
	}
}

// ReadFlags reads the flags of tables that are given; they override the file and the environment.
func (c *Config) ReadFlags(flags *pflag.FlagSet, tables ...string) error {
	for _, table := range tables {
		if err := c.Origins.Flags(table+".", flags, c.table(table).Inner()); err != nil {
			return err
		}
	}
	return nil
}

// table returns a table that belongs to no account.
func (c *Config) table(name string) (table settings.Setting) {
	for _, s := range c.topLevelSettings() {
		if s.Name == name {
			return s
		}
	}
	return table
}

// Place names the place of a setting of a table, for errors: the flag, unless the file or a variable has it.
func (c *Config) Place(table, key string) string {
	switch from := c.Origins[table+"."+key]; from.From {
	case File:
		f, _ := parse(c.Path) // an error leaves out the line
		return f.place(from.Name)
	case Environment:
		return from.Name
	}
	for _, s := range c.table(table).Inner() {
		if s.Name == key {
			return "--" + s.Flag
		}
	}
	return key
}

// LoadServer loads the same file as LoadAccount for frontdesk serve; it selects no account.
func LoadServer(env func(string) string, path string) (Config, error) {
	c, file, err := openConfig(env, path)
	if err == nil {
		_, err = c.readTopLevel(file)
	}
	if err == nil {
		err = c.readServe(env)
	}
	return c, file.located(err)
}

// readServe reads the variables of the tables that belong to no account.
func (c *Config) readServe(env func(string) string) error {
	return c.Origins.Environment("", env, c.topLevelOnly()[1:])
}
