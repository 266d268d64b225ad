package cli_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/exitcode"
)

// TestSSHHost_SignsInToItsClusterOverTLS starts hosts with a password, in a file, and an authority. It is not parallel,
// because it counts lines: a host's log is the default log of the process, where tests beside it would log too.
func TestSSHHost_SignsInToItsClusterOverTLS(t *testing.T) {
	authority := clustertest.NewAuthority(t)
	servers := clustertest.One(t, authority.Serve, func(o *server.Options) { o.Username, o.Password = "frontdesk", testPassword })
	address := strings.Replace(servers.URLs(), "nats://", "tls://", 1)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	right, wrong := h.WriteFile("right", "frontdesk:"+testPassword), h.WriteFile("wrong", "frontdesk:not-"+testPassword)
	h.Start("--cluster", address, "--cluster-ca", authority.File, "--cluster-credentials", right, "--metrics", "127.0.0.1:0")
	if page := h.ReadMetrics(); !strings.Contains(page, "\nfrontdesk_cluster_connected 1\n") {
		t.Error(page)
	}
	h.Terminate()
	for why, flags := range map[string][]string{
		"credentials (--cluster-credentials) are not accepted": {"--cluster-ca", authority.File, "--cluster-credentials", wrong},
		"the certificate of the cluster is not trusted":        {"--cluster-credentials", right},
		"put USER:PASSWORD into a file of mode 0600":           {"--cluster", "tls://frontdesk:" + testPassword + "@127.0.0.1:1"},
	} {
		var out, errOut bytes.Buffer
		arguments := append([]string{"ssh", "--listen", "127.0.0.1:0", "--authorized-keys", filepath.Join(h.Dir, "keys"), "--cluster", address}, flags...)
		places := map[string]string{"XDG_DATA_HOME": h.Dir, "XDG_CONFIG_HOME": h.Dir, "XDG_CACHE_HOME": filepath.Join(h.Dir, "cache")}
		code := cli.Run(t.Context(), arguments, func(name string) string { return places[name] }, strings.NewReader(""), &out, &errOut)
		said := errOut.String()
		if code != exitcode.Usage || !strings.Contains(said, why) || strings.Count(said, "\n") != 1 {
			t.Errorf("%d: %s", code, said)
		}
		if strings.Contains(out.String()+said, testPassword) {
			t.Errorf("the password is in %s", said)
		}
	}
	if strings.Contains(h.Log.String(), testPassword) {
		t.Errorf("the password is in the log:\n%s", h.Log)
	}
}
