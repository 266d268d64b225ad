package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/crypto/ssh"
)

// How many parts of each kind there are.
const (
	hostCount    = 3
	serviceCount = 2
)

// token is the API key that most share. It has no name, so the desk does not tell who writes with it.
const token = "killrun"

// colleague has a key of his own and writes what others are about to write.
const colleague = "Colleague"

// keyOf returns the key of somebody with a key of his own.
func keyOf(name string) string { return token + "-" + accountOf(name) }

// accountOf returns the account of somebody with a key of his own.
func accountOf(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "")) }

// installation is all parts, which run.
type installation struct {
	dir      string
	agents   []string // and scripts
	owners   []string // of keys of their own
	program  string
	parts    map[kind][]*part
	balancer *balancer
	keys     map[string]ssh.Signer // by agent
	shown    *certificate          // by services
	client   *http.Client          // of this program
}

// newInstallation makes the networks and starts everything in them.
func newInstallation(ctx context.Context, dir string, o options) (*installation, error) {
	in := &installation{
		dir: dir, program: o.program, agents: agentNames(o.agents), owners: append(ownerNames(o.agents), colleague),
		parts: map[kind][]*part{}, keys: map[string]ssh.Signer{},
	}
	if err := prepareMounts(); err != nil {
		return nil, err
	}
	if err := makeBridge(ctx); err != nil {
		return nil, err
	}
	if err := in.writeKeys(slices.Concat(in.agents, in.owners)); err != nil {
		return nil, err
	}
	if err := in.startParts(ctx, o.servers); err != nil {
		in.end()
		return nil, err
	}
	return in, nil
}

func (in *installation) startParts(ctx context.Context, servers int) error {
	bin, err := postgresPrograms()
	if err != nil {
		return err
	}
	database := in.newPart(kindPostgres, "pg", 41)
	if err := in.preparePostgres(ctx, database, bin); err != nil {
		return err
	}
	for i := range servers {
		in.newPart(kindNATS, fmt.Sprintf("nats%d", i+1), 31+i)
	}
	for i := range serviceCount {
		in.newPart(kindService, fmt.Sprintf("service%d", i+1), 21+i)
	}
	for i := range hostCount {
		in.newPart(kindHost, fmt.Sprintf("host%d", i+1), 11+i)
	}
	addresses := []string{bridgeAddress}
	for _, p := range in.parts[kindService] {
		addresses = append(addresses, p.address)
	}
	if in.shown, err = newCertificate(in.dir, addresses...); err != nil {
		return err
	}
	in.client = in.shown.client()
	for _, k := range []kind{kindPostgres, kindNATS, kindService, kindHost} {
		for _, p := range in.parts[k] {
			if err := os.MkdirAll(p.dir, 0o711); err != nil { //nolint:gosec // PostgreSQL's user passes through it
				return err
			}
			if err := makeNetwork(ctx, p); err != nil {
				return err
			}
			if err := in.describe(p); err != nil {
				return err
			}
		}
	}
	return in.startAll(ctx)
}

// startAll starts everything in an order in which each finds what it needs.
func (in *installation) startAll(ctx context.Context) (err error) {
	starting := slices.Concat(in.parts[kindPostgres], in.parts[kindNATS], in.parts[kindService])
	for _, p := range starting {
		if err := p.start(ctx); err != nil {
			return err
		}
		fmt.Println("started", p.name)
	}
	if in.balancer, err = newBalancer(ctx, in.parts[kindService], in.shown, newMixer(in.authorOf)); err != nil {
		return err
	}
	for _, p := range in.parts[kindHost] {
		if err := p.start(ctx); err != nil {
			return err
		}
		fmt.Println("started", p.name)
	}
	return nil
}

func (in *installation) newPart(k kind, name string, number int) *part {
	p := &part{kind: k, name: name, address: networkPrefix + strconv.Itoa(number), dir: filepath.Join(in.dir, name)}
	in.parts[k] = append(in.parts[k], p)
	return p
}

// describe says how a part is started.
func (in *installation) describe(p *part) error {
	switch p.kind {
	case kindNATS:
		var others []string
		for _, other := range in.parts[kindNATS] {
			if other != p {
				others = append(others, other.address)
			}
		}
		self, err := os.Executable()
		if err != nil {
			return err
		}
		p.command = []string{
			self, natsCommand, "-name", p.name, "-address", p.address, "-routes", strings.Join(others, ","),
			"-store", storeOf(p), "-log", filepath.Join(p.dir, "log"),
		}
		p.isReady = answersAt(p.address, natsPort)
	case kindService:
		p.command = []string{
			in.program, "serve", "--db", in.database(), "--listen", net.JoinHostPort(p.address, "8080"),
			"--tls-cert", in.shown.certFile, "--tls-key", in.shown.keyFile, "--time-zone", "UTC",
			"--credentials", filepath.Join(in.dir, "credentials"),
		}
		p.isReady = func(ctx context.Context) error { return askReady(ctx, in.client, p) }
	case kindHost:
		return in.describeHost(p)
	case kindPostgres:
	}
	return nil
}

// describeHost writes a host's configuration. Its session ends soon after its agent has gone, because agents come back.
func (in *installation) describeHost(p *part) error {
	var servers []string
	for _, n := range in.parts[kindNATS] {
		servers = append(servers, fmt.Sprintf("nats://%s:%d", n.address, natsPort))
	}
	settings := filepath.Join(p.dir, "frontdesk.toml")
	err := os.WriteFile(settings, fmt.Appendf(nil, `account = "killrun"
hold_back = "0s"
after_save = "stay"
refresh = "10s"
range_days = 1
time_zone = "UTC"
%s`, in.accounts()), 0o600)
	if err != nil {
		return err
	}
	p.command = []string{
		in.program, "ssh", "--config", settings, "--listen", net.JoinHostPort(p.address, "2222"),
		"--authorized-keys", filepath.Join(in.dir, "authorized_keys"), "--max-per-address", "1000",
		"--max-per-agent", "20", "--cluster", strings.Join(servers, ","), "--cluster-plain",
	}
	p.variables = []string{
		"XDG_DATA_HOME=" + p.dir, "XDG_CONFIG_HOME=" + p.dir, "XDG_CACHE_HOME=" + filepath.Join(p.dir, "cache"),
		"SSL_CERT_FILE=" + in.shown.certFile,
	}
	p.isReady = answersAt(p.address, sshPort)
	return nil
}

// accounts returns the accounts of the configuration: that of all agents, and one for each key of somebody's own.
func (in *installation) accounts() string {
	var text strings.Builder
	add := func(account, key string) {
		fmt.Fprintf(&text, "[accounts.%s]\nbase_url = %q\nkms_url = %[2]q\ntoken = %q\n", account, "https://"+balancerAddress, key)
	}
	add("killrun", token)
	for _, name := range in.owners {
		add(accountOf(name), keyOf(name))
		fmt.Fprintf(&text, "[agents.%q]\naccount = %q\n", name, accountOf(name))
	}
	return text.String()
}

const sshPort = 2222

// answersAt returns a function that looks whether somebody listens at an address.
func answersAt(address string, port int) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(address, strconv.Itoa(port)))
		if err != nil {
			return err
		}
		return c.Close()
	}
}

// writeKeys makes a key for each agent, and the list that lets them in.
func (in *installation) writeKeys(agents []string) error {
	var list strings.Builder
	for _, agent := range agents {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return err
		}
		if in.keys[agent], err = ssh.NewSignerFromKey(private); err != nil {
			return err
		}
		fmt.Fprintf(&list, "environment=\"FRONTDESK_AGENT=%s\" %s", agent, ssh.MarshalAuthorizedKey(in.keys[agent].PublicKey()))
	}
	credentials := "FRONTDESK_TOKEN=" + token + "\n"
	for i, name := range in.owners {
		credentials += fmt.Sprintf("FRONTDESK_KEY_%d=%s\nFRONTDESK_KEY_%[1]d_NAME=%[3]s\n", i, keyOf(name), name)
	}
	return errors.Join(
		os.WriteFile(filepath.Join(in.dir, "credentials"), []byte(credentials), 0o600),
		os.WriteFile(filepath.Join(in.dir, "authorized_keys"), []byte(list.String()), 0o600),
	)
}

// postgresPrograms returns the directory of PostgreSQL's programs, of the newest version.
func postgresPrograms() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("PostgreSQL is not installed below /usr/lib/postgresql")
	}
	if _, err := user.Lookup(postgresUser); err != nil {
		return "", fmt.Errorf("PostgreSQL refuses to run as root: %w", err)
	}
	return filepath.Dir(slices.Max(found)), nil
}

const postgresUser = "postgres"

// database returns the address of the desk's database.
func (in *installation) database() string {
	return "postgres://" + postgresUser + "@" + in.parts[kindPostgres][0].address + "/desk?sslmode=disable&connect_timeout=3"
}

// preparePostgres makes an empty database cluster, and says how it is started.
func (in *installation) preparePostgres(ctx context.Context, p *part, bin string) error {
	owner, err := user.Lookup(postgresUser)
	if err != nil {
		return err
	}
	uid, _ := strconv.Atoi(owner.Uid)
	gid, _ := strconv.Atoi(owner.Gid)
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return err
	}
	if err := os.Chown(p.dir, uid, gid); err != nil {
		return err
	}
	data := filepath.Join(p.dir, "data")
	as := []string{"--reuid=" + postgresUser, "--regid=" + postgresUser, "--init-groups"}
	init := exec.CommandContext(ctx, "setpriv", append(as,
		filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-U", postgresUser)...)
	init.Dir = "/"
	if said, err := init.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, said)
	}
	access := "local all all trust\nhost all all " + networkPrefix + "0/24 trust\n"
	if err := os.WriteFile(filepath.Join(data, "pg_hba.conf"), []byte(access), 0o600); err != nil {
		return err
	}
	p.user = postgresUser
	p.command = []string{filepath.Join(bin, "postgres"), "-D", data, "-h", p.address, "-k", p.dir}
	p.isReady = func(ctx context.Context) error {
		_, err := in.query(ctx, "postgres", "SELECT 1 FROM pg_database WHERE datname = 'desk'")
		if err != nil {
			return err
		}
		_, err = in.query(ctx, "desk", "SELECT 1")
		if err != nil && strings.Contains(err.Error(), "does not exist") {
			_, err = in.query(ctx, "postgres", "CREATE DATABASE desk")
		}
		return err
	}
	return nil
}

// query runs a statement by psql and returns its rows, one a line.
func (in *installation) query(ctx context.Context, database, statement string) (string, error) {
	bin, err := postgresPrograms()
	if err != nil {
		return "", err
	}
	psql := exec.CommandContext(ctx, filepath.Join(bin, "psql"), "-h", in.parts[kindPostgres][0].address,
		"-U", postgresUser, "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement)
	psql.Env = []string{"PGCONNECT_TIMEOUT=3", "PATH=" + os.Getenv("PATH")}
	var said, faults strings.Builder
	psql.Stdout, psql.Stderr = &said, &faults
	if err := psql.Run(); err != nil {
		return "", fmt.Errorf("psql: %w: %s", err, strings.TrimSpace(faults.String()))
	}
	return said.String(), nil
}

// authorOf returns the name of a key; empty if it has none.
func (in *installation) authorOf(key string) string {
	for _, name := range in.owners {
		if keyOf(name) == key {
			return name
		}
	}
	return ""
}

// end kills everything.
func (in *installation) end() {
	for _, parts := range in.parts {
		for _, p := range parts {
			p.kill()
		}
	}
}
