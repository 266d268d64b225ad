//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// hostingRecipe is what the page on hosting has an administrator write and type, on a machine whose directories and
// ports are those of a test.
type hostingRecipe struct {
	config, credentials, keys, client string
	lines                             []string // typed, in order
}

// readHostingRecipe reads the numbered sections of the page; onThisMachine says where things are.
func readHostingRecipe(t *testing.T, onThisMachine *strings.Replacer) (r hostingRecipe) {
	t.Helper()
	recipe, _, found := strings.Cut(documentedPages(t)["hosting"], "\n## PostgreSQL\n")
	if !found {
		t.Fatal("the recipe has no end")
	}
	blocks, _ := readBlocks("hosting", recipe)
	var account, tables string
	for _, b := range blocks {
		text := onThisMachine.Replace(b.text)
		switch {
		case b.language == "toml" && strings.HasPrefix(text, "["):
			tables += text
		case b.language == "toml":
			account += text
		case strings.HasPrefix(text, "FRONTDESK_"):
			r.credentials = text
		case strings.HasPrefix(text, "environment="):
			r.keys, _, _ = strings.Cut(text, "ssh-ed25519")
		case strings.HasPrefix(text, "Host "):
			r.client = text
		case b.mark == "systemd":
			r.lines = append(r.lines, strings.Split(strings.TrimSpace(text), "\n")...)
		}
	}
	r.config = account + tables
	return r
}

var execStart = regexp.MustCompile(`(?m)^ExecStart=(.*)$`)

// unitCommand returns what a unit of systemd starts; it stops at once.
func unitCommand(t *testing.T, unit string, onThisMachine *strings.Replacer) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "assets", "hosting", unit+".service"))
	clitest.RequireNoError(t, err)
	command := onThisMachine.Replace(string(execStart.FindSubmatch(content)[1]))
	return regexp.MustCompile(`--drain \d+s`).ReplaceAllString(command, "--drain 10ms")
}

// TestHosting_ThePageLeadsFromAPackageToARestoredDesk does what the page says, with the commands of the units.
func TestHosting_ThePageLeadsFromAPackageToARestoredDesk(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	s := newPageShell(t)
	at := func(name string) string { return filepath.Join(s.dir, name) }
	onThisMachine := strings.NewReplacer(
		"/run/credentials/frontdesk-serve.service/tls.key", at("etc/key.pem"),
		"/run/credentials/frontdesk-ssh.service", at("etc"),
		"/etc/frontdesk", at("etc"),
		"/var/lib/frontdesk-serve", at("serve"), "/var/lib/frontdesk", at("host"), "/var/backups", at("backups"),
		"/usr/local/bin/", "", "desk.example.com", "127.0.0.1", "~/.ssh/id_ed25519", at("id"),
		"8443", s.service, "2222", s.host, "9222", freePort(t), "9223", freePort(t),
	)
	r := readHostingRecipe(t, onThisMachine)
	s.run("mkdir etc serve host backups && ssh-keygen -q -t ed25519 -N '' -f id && frontdesk desk init mydesk")
	public, err := os.ReadFile(at("id.pub"))
	clitest.RequireNoError(t, err)
	s.run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout etc/key.pem -out etc/cert.pem " +
		"-days 1 -subj /CN=desk -addext subjectAltName=IP:127.0.0.1")
	key := regexp.MustCompile(`(?m)^FRONTDESK_TOKEN=(.*)$`).FindStringSubmatch(r.credentials)[1]
	for file, content := range map[string]string{
		"etc/config.toml": r.config, "etc/serve.env": r.credentials, "etc/token": key,
		"etc/authorized_keys": r.keys + string(public), "client": r.client,
	} {
		writePrivateFile(t, at(file), content)
	}
	s.run("unset FRONTDESK_SERVE_LISTEN FRONTDESK_SSH_LISTEN")
	s.run("export SSL_CERT_FILE=" + at("etc/cert.pem") + " CURL_CA_BUNDLE=" + at("etc/cert.pem"))
	startService := func() {
		s.start("env $(cat etc/serve.env) "+unitCommand(t, "frontdesk-serve", onThisMachine), s.service)
		s.run("serve=$!")
	}
	ssh := "command ssh -F client -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=" + at("known") + " desk "
	said := map[string]string{}
	for _, line := range r.lines {
		switch line {
		case "systemctl enable --now frontdesk-serve", "systemctl start frontdesk-serve":
			startService()
		case "systemctl enable --now frontdesk-ssh":
			s.start(unitCommand(t, "frontdesk-ssh", onThisMachine), s.host)
			s.run(ssh + `"ticket add --title 'Parcel is late'"`)
		case "systemctl stop frontdesk-serve":
			s.run("kill $serve; wait $serve || true")
		default:
			command, _, _ := strings.Cut(line, " ")
			said[command] += s.run(line)
		}
	}
	if !strings.Contains(said["curl"], `"status":"ok"`) || !strings.Contains(said["frontdesk"], "restored ") {
		t.Errorf("the commands say %q", said)
	}
	listed := s.run(ssh + "ticket list --json=title,creator")
	if !strings.Contains(listed, "Parcel is late") || !strings.Contains(listed, "Asha Rao") {
		t.Errorf("after the restore, the tickets are %s", listed)
	}
}
