package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/config"
)

const serving = `
[serve]
listen      = "127.0.0.1:9090"
db          = "/var/lib/frontdesk/desk.db"
time_zone   = "Asia/Kolkata"
cm_id       = 4711
credentials = "/etc/frontdesk/keys"
tls_cert    = "cert.pem"
tls_key     = "key.pem"
rate_limit  = "20/second"
drain       = "10s"
metrics     = "127.0.0.1:9223"
allow_plain = true

[accounts.acme]
base_url = "https://acme.example.com"
[accounts.beta]
base_url = "https://beta.example.com"
`

func TestTheServiceIsToldByItsOwnTableWhateverTheAccounts(t *testing.T) {
	c, err := config.LoadServer(environment(t), writeConfig(t, serving))
	if err != nil {
		t.Fatal(err)
	}
	zone := c.Serve.Zone
	c.Serve.Zone = nil
	want := config.Server{
		Listen: "127.0.0.1:9090", DB: "/var/lib/frontdesk/desk.db", AccountID: 4711, Credentials: "/etc/frontdesk/keys",
		TLSCert: "cert.pem", TLSKey: "key.pem", RateLimit: "20/second", Drain: 10 * time.Second, Metrics: "127.0.0.1:9223",
		AllowPlainHTTP: true, LogFormat: "text", LogLevel: "info",
	}
	if c.Serve != want || zone.String() != "Asia/Kolkata" {
		t.Errorf("got %+v in %v", c.Serve, zone)
	}
	nothing, err := config.LoadServer(environment(t), "")
	if err != nil || nothing.Serve != (config.Server{Listen: "127.0.0.1:8080", Zone: time.Local, AccountID: 1, LogFormat: "text", LogLevel: "info"}) {
		t.Errorf("got %+v, %v", nothing.Serve, err)
	}
}

func TestTheServicesSettingsSayWhereTheyComeFrom(t *testing.T) {
	path := writeConfig(t, serving)
	all := settings(t, environment(t, "FRONTDESK_CM_ID", "12"), path, "acme")
	for name, want := range map[string]string{
		"serve.listen": "127.0.0.1:9090 serve.listen in the file",
		"serve.cm_id":  "12 FRONTDESK_CM_ID",
	} {
		if s := all[name]; fmt.Sprint(s.Value, " ", s.Origin) != want {
			t.Errorf("%s: %v, %v", name, s.Value, s.Origin)
		}
	}
	if s := settings(t, environment(t), writeConfig(t, ""), "")["serve.listen"]; s.Value != "127.0.0.1:8080" || s.From != config.Default {
		t.Errorf("by default %v, %v", s.Value, s.Origin)
	}
}

func TestAMistakeInTheServicesTableIsNamed(t *testing.T) {
	for content, says := range map[string]string{
		"[serve]\nlisen = \"x\"":                 "serve.lisen is not a setting; did you mean listen?",
		"[serve]\nrate_limits = \"x\"":           "did you mean rate_limit?",
		"[serve]\ncm_id = 0":                     "serve.cm_id must be a whole number from 1 to 2147483647",
		"[serve]\ntime_zone = \"Mars\"":          "serve.time_zone must be a time zone",
		"serve = true":                           "serve must be a table",
		"[accounts.acme.serve]\nlisten = \"x\"":  "accounts.acme.serve is not a setting",
		"[serve]\n[accounts.acme]\ntokn = \"x\"": "did you mean token?",
	} {
		if _, err := config.LoadServer(environment(t), writeConfig(t, content)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestDocs_ServiceIsConfiguredAsThePageSays(t *testing.T) {
	if c, err := config.LoadServer(environment(t), writeConfig(t, documentedExample(t, "hosting.md", "[serve]\n"))); err != nil || c.Serve.RateLimit == "" {
		t.Errorf("got %+v, %v", c.Serve, err)
	}
}
