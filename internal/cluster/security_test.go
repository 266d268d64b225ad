package cluster_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// password is what must be seen nowhere.
const password = "canary-password"

// writeSecret writes a file of credentials and returns its path.
func writeSecret(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "credentials")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// requireLetIn connects and keeps something.
func requireLetIn(t *testing.T, o cluster.Options) {
	t.Helper()
	c := clustertest.Connect(t, o)
	if err := put(t, c, cluster.Bucket{Account: "acme", Kind: "state"}, "a", "b"); err != nil {
		t.Error(err)
	}
}

// requireRefused tries to connect, and checks that the error is one line that says why, and that nothing secret is in
// it or in the log.
func requireRefused(t *testing.T, o cluster.Options, why string, secrets ...string) {
	t.Helper()
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	c, err := cluster.Connect(t.Context(), o)
	if err == nil {
		_ = c.Close()
		t.Fatalf("it is let in: %+v", c.State())
	}
	if says := err.Error(); !strings.Contains(says, why) || strings.Contains(says, "\n") || len(says) > 300 {
		t.Errorf("it says %q, not %q", says, why)
	}
	for _, secret := range secrets {
		if said := err.Error() + log.String(); strings.Contains(said, secret) {
			t.Errorf("the secret is in %s", said)
		}
	}
}

func asTLS(url string) string { return strings.Replace(url, "nats://", "tls://", 1) }

func TestTLS_ServersOfATrustedAuthority(t *testing.T) {
	t.Parallel()
	authority := clustertest.NewAuthority(t)
	url := clustertest.One(t, authority.Serve).URL(0)
	for _, address := range []string{url, asTLS(url)} {
		requireLetIn(t, cluster.Options{Servers: cluster.Servers{URLs: address, CA: authority.File}})
	}
}

func TestTLS_AnotherAuthorityIsRefused(t *testing.T) {
	t.Parallel()
	authority, other := clustertest.NewAuthority(t), clustertest.NewAuthority(t)
	url := clustertest.One(t, authority.Serve).URL(0)
	const notTrusted = "the certificate of the cluster is not trusted (x509: "
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: asTLS(url), CA: other.File}}, notTrusted)
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: asTLS(url)}}, notTrusted) // by the system's authorities
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url}}, notTrusted)        // also where TLS was not asked for
	elsewhere := strings.Replace(asTLS(url), "127.0.0.1", "localhost", 1)
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: elsewhere, CA: authority.File}}, "to match localhost")
}

func TestTLS_AHostShowsItsCertificate(t *testing.T) {
	t.Parallel()
	authority, other := clustertest.NewAuthority(t), clustertest.NewAuthority(t)
	o := cluster.Options{Servers: cluster.Servers{URLs: asTLS(clustertest.One(t, authority.ServeKnown).URL(0)), CA: authority.File}}
	const nameIt = "--cluster-cert and --cluster-key name the certificate that it shows"
	requireRefused(t, o, nameIt)
	o.Cert, o.Key = other.Issue("host")
	requireRefused(t, o, nameIt)
	o.Cert, o.Key = authority.Issue("host")
	requireLetIn(t, o)
	if runtime.GOOS != "windows" {
		if err := os.Chmod(o.Key, 0o644); err != nil {
			t.Fatal(err)
		}
		requireRefused(t, o, "chmod 600 it", "PRIVATE")
	}
}

func TestTLS_CertificatesAreFiles(t *testing.T) {
	t.Parallel()
	authority := clustertest.NewAuthority(t)
	cert, key := authority.Issue("host")
	_, otherKey := authority.Issue("other")
	empty := writeSecret(t, "")
	for why, o := range map[string]cluster.Options{
		"holds no certificate":                    {Servers: cluster.Servers{CA: empty}},
		"the authorities of the cluster (none)":   {Servers: cluster.Servers{CA: "none"}},
		"needs its key":                           {Servers: cluster.Servers{Cert: cert}},
		"a key its certificate":                   {Servers: cluster.Servers{Key: key}},
		"the certificate for the cluster (":       {Servers: cluster.Servers{Cert: cert, Key: otherKey}},
		"the key of the certificate for the clus": {Servers: cluster.Servers{Cert: cert, Key: "none"}},
	} {
		o.URLs = "tls://127.0.0.1:1"
		requireRefused(t, o, why, "BEGIN")
	}
}

// TestTLS_NothingIsSentBeyondThisMachineWithoutIt connects to 0.0.0.0, which is not this machine's own address.
func TestTLS_NothingIsSentBeyondThisMachineWithoutIt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("nobody is reached at 0.0.0.0")
	}
	url := clustertest.Shared(t).URL(0)
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: asTLS(url)}}, "the cluster offers no TLS")
	beyond := cluster.Options{Servers: cluster.Servers{URLs: strings.Replace(url, "127.0.0.1", "0.0.0.0", 1)}}
	requireRefused(t, beyond, "--cluster-plain")
	beyond.AllowPlain = true
	requireLetIn(t, beyond)
}

// TestTLS_AServerOfThisMachineDoesNotLeadBeyondItWithoutTLS: servers tell hosts where the other servers are.
func TestTLS_AServerOfThisMachineDoesNotLeadBeyondItWithoutTLS(t *testing.T) {
	t.Parallel()
	authority := clustertest.NewAuthority(t)
	advertise := func(o *server.Options) { o.Cluster.NoAdvertise = false }
	plain, encrypted := clustertest.ThreeInShort(t, advertise).URL(0), clustertest.ThreeInShort(t, advertise, authority.Serve).URL(0)
	for _, c := range []struct {
		o     cluster.Options
		knows bool
	}{
		{cluster.Options{Servers: cluster.Servers{URLs: plain}}, false},
		{cluster.Options{Servers: cluster.Servers{URLs: plain, AllowPlain: true}}, true},
		{cluster.Options{Servers: cluster.Servers{URLs: asTLS(encrypted), CA: authority.File}}, true},
	} {
		servers := clustertest.Connect(t, c.o).Conn().Servers()
		if knows := len(servers) > 1; knows != c.knows {
			t.Errorf("%+v: it may go to %v", c.o, servers)
		}
	}
}

func TestCredentials_PasswordFile(t *testing.T) {
	t.Parallel()
	url := clustertest.One(t, func(o *server.Options) { o.Username, o.Password = "frontdesk", password }).URL(0)
	right := writeSecret(t, "frontdesk:"+password+"\n")
	requireLetIn(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: right}})
	const notAccepted = "credentials (--cluster-credentials) are not accepted"
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url}}, notAccepted)
	wrong := writeSecret(t, "frontdesk:wrong-canary")
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: wrong}}, notAccepted, "wrong-canary", "frontdesk:")
	if runtime.GOOS != "windows" {
		if err := os.Chmod(right, 0o640); err != nil {
			t.Fatal(err)
		}
		requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: right}}, "chmod 600 it", password)
	}
}

func TestCredentials_AreOnlyInAFileOfTheirOwn(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"nats://frontdesk:" + password + "@127.0.0.1:1", "nats://a:1,tls://" + password + "@b:1"} {
		requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url}}, "put USER:PASSWORD into a file of mode 0600", password)
	}
	for _, url := range []string{"http://" + password + ":1", "nats://127.0.0.1:1/" + password, "nats://127.0.0.1:" + password} {
		requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url}}, "an address of the cluster", password)
	}
	broken := map[string]string{
		password: "neither", ":" + password: "neither", password + ":": "neither", "a:" + password + "\nb:c": "neither", "": "neither",
		"SU" + password: "no seed", "-----BEGIN USER NKEY SEED-----\n" + password: "no seed",
		strings.Repeat(password, 1<<13): "larger than 64 KiB",
		"-----BEGIN NATS USER JWT-----\n" + password + "\n------END NATS USER JWT------\n": "no seed of a user's nkey beside the JWT",
	}
	for content, why := range broken {
		requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: "nats://127.0.0.1:1", CredentialsFile: writeSecret(t, content)}}, why, password)
	}
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: "nats://127.0.0.1:1", CredentialsFile: "none"}}, "the credentials of the cluster (none)")
}

func TestCredentials_SeedOfAnNkey(t *testing.T) {
	t.Parallel()
	pair, public := newPair(t, nkeys.CreateUser)
	other, _ := newPair(t, nkeys.CreateUser)
	url := clustertest.One(t, func(o *server.Options) { o.Nkeys = []*server.NkeyUser{{Nkey: public}} }).URL(0)
	const decorated = "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n"
	for _, content := range []string{seedOf(t, pair), fmt.Sprintf(decorated, seedOf(t, pair))} {
		requireLetIn(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: writeSecret(t, content)}})
	}
	wrong := cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: writeSecret(t, seedOf(t, other))}}
	requireRefused(t, wrong, "are not accepted", seedOf(t, other))
}

func TestCredentials_FileWithAJWT(t *testing.T) {
	t.Parallel()
	operator, operatorKey := newPair(t, nkeys.CreateOperator)
	account, accountKey := newPair(t, nkeys.CreateAccount)
	system, systemKey := newPair(t, nkeys.CreateAccount)
	user, userKey := newPair(t, nkeys.CreateUser)
	stranger, strangerKey := newPair(t, nkeys.CreateUser)
	trusted := jwt.NewOperatorClaims(operatorKey)
	trusted.SystemAccount = systemKey
	known := &server.MemAccResolver{}
	hosts := jwt.NewAccountClaims(accountKey)
	hosts.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	for _, claims := range []*jwt.AccountClaims{hosts, jwt.NewAccountClaims(systemKey)} {
		if err := known.Store(claims.Subject, encode(t, claims, operator)); err != nil {
			t.Fatal(err)
		}
	}
	url := clustertest.One(t, func(o *server.Options) {
		o.TrustedOperators = []*jwt.OperatorClaims{trusted}
		o.AccountResolver, o.SystemAccount = known, systemKey
	}).URL(0)
	credentials := func(claims *jwt.UserClaims, issuer, owner nkeys.KeyPair) string {
		content, err := jwt.FormatUserConfig(encode(t, claims, issuer), []byte(seedOf(t, owner)))
		if err != nil {
			t.Fatal(err)
		}
		return writeSecret(t, string(content))
	}
	requireLetIn(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: credentials(jwt.NewUserClaims(userKey), account, user)}})
	strange := jwt.NewUserClaims(strangerKey)
	strange.IssuerAccount = accountKey
	refused := credentials(strange, system, stranger)
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: refused}}, "are not accepted", seedOf(t, stranger), "eyJ")
	ended := jwt.NewUserClaims(userKey)
	ended.Expires = time.Now().Add(-time.Hour).Unix()
	late := credentials(ended, account, user)
	requireRefused(t, cluster.Options{Servers: cluster.Servers{URLs: url, CredentialsFile: late}}, "are not accepted", seedOf(t, user))
}

// TestCredentials_ChangedWhileTheHostRuns: a host goes on alone, and its log says why once.
func TestCredentials_ChangedWhileTheHostRuns(t *testing.T) {
	t.Parallel()
	secret := password
	var options *server.Options
	servers := clustertest.One(t, func(o *server.Options) {
		o.Username, o.Password = "frontdesk", secret
		options = o
	})
	log := &lockedLog{}
	c := clustertest.Connect(t, cluster.Options{
		Servers: cluster.Servers{URLs: servers.URLs(), CredentialsFile: writeSecret(t, "frontdesk:"+secret)}, Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	servers.Kill(0)
	options.Password = "another"
	servers.Restart(0)
	clustertest.Wait(t, "the log does not say why", func() bool { return strings.Contains(log.String(), "are not accepted") })
	if said := log.String(); c.State().Connected || strings.Contains(said, secret) || strings.Count(said, "are not accepted") != 1 {
		t.Errorf("%+v; the log says\n%s", c.State(), said)
	}
	servers.Kill(0)
	options.Password = secret
	servers.Restart(0)
	clustertest.WaitConnected(t, c)
}

func newPair(t *testing.T, create func() (nkeys.KeyPair, error)) (pair nkeys.KeyPair, public string) {
	t.Helper()
	pair, err1 := create()
	public, err2 := pair.PublicKey()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return pair, public
}

func seedOf(t *testing.T, pair nkeys.KeyPair) string {
	t.Helper()
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return string(seed)
}

func encode(t *testing.T, claims jwt.Claims, issuer nkeys.KeyPair) string {
	t.Helper()
	token, err := claims.Encode(issuer)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// lockedLog is written by one goroutine and read by another.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
