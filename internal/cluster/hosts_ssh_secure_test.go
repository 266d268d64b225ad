package cluster_test

import (
	"bytes"
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
	servers := clustertest.One(t, authority.Serve, func(o *server.Options) { o.Username, o.Password = "frontdesk", password })
	address := strings.Replace(servers.URLs(), "nats://", "tls://", 1)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	right, wrong := h.WriteFile("right", "frontdesk:"+password), h.WriteFile("wrong", "frontdesk:not-"+password)
	h.Start("--cluster", address, "--cluster-ca", authority.File, "--cluster-credentials", right, "--metrics", "127.0.0.1:0")
	if page := h.ReadMetrics(); !strings.Contains(page, "\nfrontdesk_cluster_connected 1\n") {
		t.Error(page)
	}
	h.Terminate()
	for why, flags := range map[string][]string{
		"credentials (--cluster-credentials) are not accepted": {"--cluster-ca", authority.File, "--cluster-credentials", wrong},
		"the certificate of the cluster is not trusted":        {"--cluster-credentials", right},
		"put USER:PASSWORD into a file of mode 0600":           {"--cluster", "tls://frontdesk:" + password + "@127.0.0.1:1"},
	} {
		var out, errOut bytes.Buffer
		arguments := h.Arguments(append([]string{"--cluster", address}, flags...)...)
		code := cli.Run(t.Context(), arguments, h.Env, strings.NewReader(""), &out, &errOut)
		said := errOut.String()
		if code != exitcode.Usage || !strings.Contains(said, why) || strings.Count(said, "\n") != 1 {
			t.Errorf("%d: %s", code, said)
		}
		if strings.Contains(out.String()+said, password) {
			t.Errorf("the password is in %s", said)
		}
	}
	if strings.Contains(h.Log.String(), password) {
		t.Errorf("the password is in the log:\n%s", h.Log)
	}
}
