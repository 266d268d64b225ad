package config_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"frontdesk/internal/config"
	"frontdesk/internal/sshd"
)

var tables = []string{config.ServeTable, config.SSHTable, config.ClusterTable}

// withFlags loads a configuration for a command line with these flags.
func withFlags(t *testing.T, env func(string) string, path string, args ...string) (config.Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("ssh", pflag.ContinueOnError)
	config.AddFlags(flags, config.SSHTable, config.ClusterTable)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := load(env, path)
	if err == nil {
		err = c.ReadFlags(flags, config.SSHTable, config.ClusterTable)
	}
	return c, err
}

func TestHostSettings_AFlagComesBeforeAVariableAndThatBeforeTheFile(t *testing.T) {
	path := writeConfig(t, "[ssh]\nlisten = \"127.0.0.1:1\"\nidle = \"1h\"\nmax_sessions = 7\n[cluster]\nca = \"file.pem\"")
	env := environment(t, "FRONTDESK_SSH_LISTEN", "127.0.0.1:2", "FRONTDESK_SSH_IDLE", "2h", "FRONTDESK_SSH_READ_ONLY", "true",
		"FRONTDESK_CLUSTER_SERVERS", "nats://a:4222")
	c, err := withFlags(t, env, path, "--listen", "127.0.0.1:3", "--cluster-plain", "--audit-bodies=false")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, s := range c.Settings() {
		said[s.Name] = fmt.Sprint(s.Value, " ", s.Origin)
	}
	for name, want := range map[string]string{
		"ssh.listen":       "127.0.0.1:3 --listen",
		"ssh.idle":         "2h0m0s FRONTDESK_SSH_IDLE",
		"ssh.read_only":    "true FRONTDESK_SSH_READ_ONLY",
		"ssh.audit_bodies": "false --audit-bodies",
		"ssh.max_sessions": "7 ssh.max_sessions in the file",
		"ssh.longest":      "24h0m0s default",
		"cluster.servers":  "nats://a:4222 FRONTDESK_CLUSTER_SERVERS",
		"cluster.ca":       "file.pem cluster.ca in the file",
		"cluster.plain":    "true --cluster-plain",
	} {
		if said[name] != want {
			t.Errorf("%s: %s, want %s", name, said[name], want)
		}
	}
	if c.SSH.Idle != 2*time.Hour || !c.SSH.ReadOnly || c.Cluster.URLs != "nats://a:4222" {
		t.Errorf("got %+v, %+v", c.SSH, c.Cluster)
	}
}

func TestHostSettings_AnEmptyFlagTakesBackATextOfTheFile(t *testing.T) {
	path := writeConfig(t, "[ssh]\nmetrics = \"127.0.0.1:1\"\naudit = \"audit.log\"")
	if c, err := withFlags(t, environment(t), path, "--metrics", ""); err != nil || c.SSH.Metrics != "" || c.SSH.Audit != "audit.log" {
		t.Errorf("got %+v, %v", c.SSH, err)
	}
	if _, err := withFlags(t, environment(t), path, "--idle", ""); err == nil || !strings.HasPrefix(err.Error(), "--idle must be a time of 1m0s or more") {
		t.Error(err)
	}
}

func TestHostSettings_AMistakeIsNamedByItsPlace(t *testing.T) {
	for _, c := range []struct {
		file, variable, value, flag, want string
	}{
		{flag: "--max-sessions=0", want: `--max-sessions must be a whole number from 1 to 10000, not "0"`},
		{flag: "--drain=2h", want: `--drain must be a time from 1ms to 1h0m0s such as "10s" or "1m", not "2h"`},
		{flag: "--read-only=x", want: `--read-only must be true or false, not "x"`},
		{variable: "FRONTDESK_SSH_IDLE", value: "5s", want: `FRONTDESK_SSH_IDLE must be a time of 1m0s or more such as "30m" or "8h", not "5s"`},
		{variable: "FRONTDESK_SERVE_CM_ID", value: "1", want: ""}, // not one of ours: FRONTDESK_CM_ID is
		{variable: "FRONTDESK_SSH_LISTN", value: "x", want: "FRONTDESK_SSH_LISTN is not a variable of frontdesk; did you mean FRONTDESK_SSH_LISTEN?"},
		{file: "[ssh]\nmax_sesions = 1", want: "ssh.max_sesions is not a setting; did you mean max_sessions?"},
		{file: "[ssh]\nsign_in = 10", want: "ssh.sign_in must be a time from 1s to 10m0s"},
		{file: "[accounts.acme.ssh]\nlisten = \"x\"", want: "accounts.acme.ssh is not a setting"},
	} {
		args := []string{}
		if c.flag != "" {
			args = append(args, c.flag)
		}
		env := environment(t, c.variable, c.value, "", c.variable)
		if _, err := withFlags(t, env, writeConfig(t, c.file), args...); c.want == "" && err != nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestHostSettings_VariablesOfAContainerManagerAreNoMistakes: it sets them for a service called frontdesk-cluster.
func TestHostSettings_VariablesOfAContainerManagerAreNoMistakes(t *testing.T) {
	for _, service := range []string{"FRONTDESK", "FRONTDESK_SERVE", "FRONTDESK_SSH", "FRONTDESK_CLUSTER"} {
		for _, variable := range []string{"_PORT", "_SERVICE_HOST", "_SERVICE_PORT", "_PORT_4222_TCP_ADDR", "_PORT_4222_TCP_PORT"} {
			name := service + variable
			if c, err := load(environment(t, name, "tcp://10.0.0.1:4222", "", name), ""); err != nil || len(c.UnknownVariables) != 1 {
				t.Errorf("%s: %q, %v", name, c.UnknownVariables, err)
			}
		}
	}
}

func TestHostSettings_EachIsAVariableAndAFlagButNoSecretIs(t *testing.T) {
	for _, table := range tables {
		for _, s := range config.TableSettings(table) {
			if s.Env == "" || s.Flag == "" || s.IsSecret {
				t.Errorf("%s.%s: variable %q, flag %q", table, s.Name, s.Env, s.Flag)
			}
		}
	}
}

func TestHostSettings_DefaultsAreThoseOfTheServer(t *testing.T) {
	c, err := load(environment(t), "")
	if err != nil {
		t.Fatal(err)
	}
	l := sshd.Limits{}.WithDefaults()
	want := config.SSH{
		Listen: "127.0.0.1:2222", MaxSessions: l.Sessions, MaxPerAgent: l.PerAgent, MaxPerAddress: l.PerAddress,
		MaxAuthTries: l.MaxAuthTries, SignIn: l.LoginGrace, Idle: l.IdleTimeout, Longest: l.MaxDuration,
		Gone: l.ClientTimeout, Drain: l.ShutdownGrace, LogFormat: "text", LogLevel: "info",
	}
	if !reflect.DeepEqual(c.SSH, want) {
		t.Errorf("got %+v, want %+v", c.SSH, want)
	}
}

func TestDocs_SSHHostIsConfiguredAsThePageSays(t *testing.T) {
	c, err := load(environment(t), writeConfig(t, documentedExample(t, "hosting.md", "[ssh]\n")))
	if err != nil || c.SSH.MaxPerAddress != 50 || filepath.Base(c.SSH.Audit) != "audit.log" {
		t.Errorf("got %+v, %v", c.SSH, err)
	}
}

func TestHostSettings_APasswordInAnAddressIsNotShown(t *testing.T) {
	path := writeConfig(t, "[serve]\ndb = \"postgres://desk:hu@sh/1@db.example.com/desk?sslmode=require&password=hush2\"\n"+
		"[cluster]\nservers = \"nats://u:hush3@a:4222,nats://b:4222\"")
	all := settings(t, environment(t), path, "")
	for name, want := range map[string]string{
		"serve.db":        "postgres://desk:•••@db.example.com/desk?sslmode=require&password=•••",
		"cluster.servers": "nats://u:•••@a:4222,nats://b:4222",
	} {
		if all[name].Value != want {
			t.Errorf("%s is shown as %v", name, all[name].Value)
		}
	}
	if s := settings(t, environment(t), writeConfig(t, "[serve]\ndb = \"/var/lib/a:b@c.db\""), ""); s["serve.db"].Value != "/var/lib/a:b@c.db" {
		t.Errorf("a path is shown as %v", s["serve.db"].Value)
	}
}
