package clitest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
)

// Host is frontdesk ssh in this process, on a desk of its own with the sample data.
type Host struct {
	Dir       string // its data, its configuration, and the private keys of its agents
	Address   string
	Keys      map[string]gossh.Signer // by agent
	Variables map[string]string       // of the host's environment
	Clocks    map[string]string       // the TZ of agents' terminals
	Log       *Log

	t         testing.TB
	stop      context.CancelFunc
	ended     chan struct{} // closed when the host has ended, with code
	code      int
	metricsAt string // where they are answered; empty before they were asked for
}

// StartHost starts a host for agents with further arguments.
func StartHost(t testing.TB, agents []string, more ...string) *Host {
	t.Helper()
	h := NewHost(t, agents)
	h.Start(more...)
	return h
}

// NewHost prepares a host for agents without starting it.
func NewHost(t testing.TB, agents []string) *Host {
	t.Helper()
	h := &Host{t: t, Dir: t.TempDir(), Keys: map[string]gossh.Signer{}, Log: NewLog()}
	var list strings.Builder
	for _, agent := range agents {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		RequireNoError(t, err)
		h.Keys[agent], err = gossh.NewSignerFromKey(private)
		RequireNoError(t, err)
		block, err := gossh.MarshalPrivateKey(private, "")
		RequireNoError(t, err)
		h.WriteFile("id-"+agent, string(pem.EncodeToMemory(block)))
		list.WriteString(`environment="FRONTDESK_AGENT=` + agent + `" ` + string(gossh.MarshalAuthorizedKey(h.Keys[agent].PublicKey())))
	}
	h.WriteFile("keys", list.String())
	h.WriteConfiguration("")
	RequireNoError(t, WriteSampleDesk(h.Dir))
	return h
}

// WriteFile writes a file of the host, which others cannot read.
func (h *Host) WriteFile(name, content string) (path string) {
	h.t.Helper()
	path = filepath.Join(h.Dir, name)
	RequireNoError(h.t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// ReadFile returns the content of a file of the host.
func (h *Host) ReadFile(name string) string {
	h.t.Helper()
	content, err := os.ReadFile(filepath.Join(h.Dir, name))
	RequireNoError(h.t, err)
	return string(content)
}

// WriteConfiguration writes the configuration of the host.
func (h *Host) WriteConfiguration(content string) {
	h.t.Helper()
	RequireNoError(h.t, os.MkdirAll(filepath.Join(h.Dir, "frontdesk"), 0o700))
	h.WriteFile(filepath.Join("frontdesk", "config.toml"), "hold_back = \"0s\" # tests do not wait\nafter_save = \"stay\"\n"+content)
}

// AddKeyOption adds a variable to an agent's line in the list of keys.
func (h *Host) AddKeyOption(agent, variable string) {
	h.t.Helper()
	named := `environment="FRONTDESK_AGENT=` + agent + `"`
	h.WriteFile("keys", strings.Replace(h.ReadFile("keys"), named, named+`,environment="`+variable+`"`, 1))
}

// Env is the environment of the host.
func (h *Host) Env(name string) string {
	places := map[string]string{"XDG_DATA_HOME": h.Dir, "XDG_CONFIG_HOME": h.Dir, "XDG_CACHE_HOME": filepath.Join(h.Dir, "cache")}
	return cmp.Or(h.Variables[name], places[name])
}

// Arguments is the command line of the host, with further arguments.
func (h *Host) Arguments(more ...string) []string {
	keys := filepath.Join(h.Dir, "keys")
	arguments := []string{"ssh", "--listen", "127.0.0.1:0", "--authorized-keys", keys, "--drain", "1ms"}
	if !h.namesDesk() {
		arguments = append(arguments, "--sample")
	}
	return append(arguments, more...)
}

// namesDesk reports whether the host is configured for a service.
func (h *Host) namesDesk() bool {
	content, _ := os.ReadFile(filepath.Join(h.Dir, "frontdesk", "config.toml")) // a host may have none
	return h.Variables["FRONTDESK_BASE_URL"] != "" || strings.Contains(string(content), "base_url")
}

// Start starts the host, on the data of an earlier start if there was one.
func (h *Host) Start(more ...string) {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	h.stop, h.ended = stop, ended
	out, in := io.Pipe()
	end := func(code int) {
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		h.code = code
		close(ended)
	}
	guard.Go(func() {
		end(cli.Run(ctx, h.Arguments(more...), h.Env, strings.NewReader(""), in, h.Log))
	}, func(err error) {
		_, _ = h.Log.Write([]byte(err.Error()))
		end(exitcode.Failed)
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		h.t.Fatalf("it did not start: %v\n%s", err, h.Log)
	}
	h.Address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(line)
	h.t.Cleanup(func() {
		stop()
		<-ended
	})
}

// Stop asks the host to stop as SIGTERM does, and does not wait.
func (h *Host) Stop() { h.stop() }

// Wait waits until the host has stopped, and requires that it did so in order.
func (h *Host) Wait() {
	h.t.Helper()
	<-h.ended
	if h.code != exitcode.OK {
		h.t.Errorf("it ended with %d: %s", h.code, h.Log)
	}
}

// Terminate stops the host as SIGTERM does.
func (h *Host) Terminate() {
	h.t.Helper()
	h.Stop()
	h.Wait()
}

// WaitForLog waits until the host has logged a text.
func (h *Host) WaitForLog(what string) {
	h.t.Helper()
	h.Log.WaitFor(h.t, what)
}

// ReadMetrics fetches the metrics of the host over HTTP.
func (h *Host) ReadMetrics() string {
	h.t.Helper()
	if h.metricsAt == "" {
		h.WaitForLog("/metrics")
		h.metricsAt = regexp.MustCompile(`http://[0-9.:]+/metrics`).FindString(h.Log.String())
	}
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.metricsAt, nil)
	RequireNoError(h.t, err)
	answer, err := http.DefaultClient.Do(r)
	RequireNoError(h.t, err)
	defer func() { _ = answer.Body.Close() }()
	all, err := io.ReadAll(answer.Body)
	RequireNoError(h.t, err)
	return string(all)
}

// CountCalls returns how often the host has called an operation of the service, whatever the outcome.
func (h *Host) CountCalls(operation string) (calls int) {
	h.t.Helper()
	counted := regexp.MustCompile(`frontdesk_calls_total\{operation="` + operation + `",outcome="[^"]*"\} (\d+)`)
	for _, found := range counted.FindAllStringSubmatch(h.ReadMetrics(), -1) {
		n, err := strconv.Atoi(found[1])
		RequireNoError(h.t, err)
		calls += n
	}
	return calls
}

// ClientConfig is how an agent signs in.
func (h *Host) ClientConfig(agent string) *gossh.ClientConfig {
	return &gossh.ClientConfig{
		User: "agent", Auth: []gossh.AuthMethod{gossh.PublicKeys(h.Keys[agent])},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // the host is the test's own
	}
}

// Connect signs an agent in.
func (h *Host) Connect(agent string) *gossh.Client {
	h.t.Helper()
	client, err := gossh.Dial("tcp", h.Address, h.ClientConfig(agent))
	if err != nil {
		h.t.Fatalf("%s cannot sign in: %v", agent, err)
	}
	h.t.Cleanup(func() { _ = client.Close() })
	return client
}

// sendZone sends the time zone of an agent's terminal, which the host may ignore.
func (h *Host) sendZone(session *gossh.Session, agent string) {
	if zone := h.Clocks[agent]; zone != "" {
		_ = session.Setenv("TZ", zone)
	}
}

// RunCommand runs a one-shot command as an agent.
func (h *Host) RunCommand(agent, command, stdin string) (code int, out, errOut string) {
	h.t.Helper()
	client := h.Connect(agent)
	defer func() { _ = client.Close() }()
	session, err := client.NewSession()
	RequireNoError(h.t, err)
	h.sendZone(session, agent)
	var o, e bytes.Buffer
	session.Stdin, session.Stdout, session.Stderr = strings.NewReader(stdin), &o, &e
	var status *gossh.ExitError
	switch err := session.Run(command); {
	case errors.As(err, &status):
		code = status.ExitStatus()
	case errors.Is(err, io.EOF): // it was done before it had read what it was given
	case err != nil:
		h.t.Fatalf("%s: %v", command, err)
	}
	return code, o.String(), e.String()
}

// ThisWeek are the flags of a pull in which there are tickets at any hour.
func ThisWeek() string {
	return " --from " + time.Now().AddDate(0, 0, -6).Format(time.DateOnly) + " --to today"
}

// AnyTicket returns the id of a ticket of the desk.
func (h *Host) AnyTicket(agent string) string {
	h.t.Helper()
	_, listed, _ := h.RunCommand(agent, "ticket pull --json"+ThisWeek(), "")
	id := regexp.MustCompile(`"id": *"(\d+)"`).FindStringSubmatch(listed)
	if id == nil {
		h.t.Fatalf("no ticket in %q", listed)
	}
	return id[1]
}

// DropConnection closes an agent's connection and waits until the host has noticed.
func (h *Host) DropConnection(agent *Screen) {
	h.t.Helper()
	before := strings.Count(h.Log.String(), "msg=left")
	RequireNoError(h.t, agent.Client.Close())
	h.Log.WaitUntil(h.t, "the end of a session", func() bool { return strings.Count(h.Log.String(), "msg=left") != before })
}
