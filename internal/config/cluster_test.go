package config_test

import (
	"strings"
	"testing"

	"frontdesk/internal/config"
)

func TestDocs_ClusterIsConfiguredAsThePageSays(t *testing.T) {
	c, err := config.LoadAccount(environment(t), writeConfig(t, documentedExample(t, "hosting.md", "[cluster]\n")), "")
	want := config.Cluster{
		URLs: "tls://a.example.com:4222,tls://b.example.com:4222,tls://c.example.com:4222", CredentialsFile: "/etc/frontdesk/nats.creds",
		CA: "/etc/frontdesk/nats-ca.pem",
	}
	if err != nil || c.Cluster != want {
		t.Errorf("got %+v, %v", c.Cluster, err)
	}
}

func TestTheClusterBelongsToNoAccount(t *testing.T) {
	for content, says := range map[string]string{
		"[accounts.acme.cluster]\nservers = \"x\"": "accounts.acme.cluster is not a setting",
		"[cluster]\nserver = \"x\"":                "cluster.server is not a setting; did you mean servers?",
	} {
		if _, err := config.LoadAccount(environment(t), writeConfig(t, content), ""); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", content, err)
		}
	}
}
