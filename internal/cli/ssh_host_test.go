package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/exitcode"
)

// sshHost is frontdesk ssh in this process on a desk of its own with the sample data.
type sshHost struct {
	t            *testing.T
	dir, address string
	keys         map[string]gossh.Signer // by agent
	variables    map[string]string       // of the host's environment
	clocks       map[string]string       // the TZ of agents' terminals
	stop         context.CancelFunc
	ended        chan struct{} // closed when the host has ended, with code
	code         int
	out          *lockedBuffer
	metricsAt    string // where they are answered; empty before they were asked for
}

// lockedBuffer is written by one goroutine and read by another.
type lockedBuffer struct {
	mu   sync.Mutex
	b    bytes.Buffer
	keep int           // bytes, of the end; 0 for all
	more chan struct{} // holds one notice at most
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
	if l.keep > 0 && l.b.Len() > 2*l.keep {
		end := bytes.Clone(l.b.Bytes()[l.b.Len()-l.keep:])
		l.b.Reset()
		l.b.Write(end)
	}
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// startSSHHost starts a host for agents with further arguments.
func startSSHHost(t *testing.T, agents []string, more ...string) *sshHost {
	t.Helper()
	h := newSSHHost(t, agents)
	h.start(more...)
	return h
}

// newSSHHost prepares a host for agents without starting it.
func newSSHHost(t *testing.T, agents []string) *sshHost {
	t.Helper()
	h := &sshHost{t: t, dir: t.TempDir(), keys: map[string]gossh.Signer{}, out: &lockedBuffer{more: make(chan struct{}, 1)}}
	var list strings.Builder
	for _, agent := range agents {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if h.keys[agent], err = gossh.NewSignerFromKey(private); err != nil {
			t.Fatal(err)
		}
		block, err := gossh.MarshalPrivateKey(private, "")
		if err != nil {
			t.Fatal(err)
		}
		h.writeFile("id-"+agent, string(pem.EncodeToMemory(block)))
		list.WriteString(`environment="FRONTDESK_AGENT=` + agent + `" ` + string(gossh.MarshalAuthorizedKey(h.keys[agent].PublicKey())))
	}
	h.writeFile("keys", list.String())
	h.writeConfiguration("")
	if err := writeSampleDesk(h.dir); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *sshHost) writeFile(name, content string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// readFile returns the content of a file of the host.
func (h *sshHost) readFile(name string) string {
	h.t.Helper()
	content, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(content)
}

// start starts the host, on the data of an earlier start if there was one.
func (h *sshHost) start(more ...string) {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	h.stop, h.ended = stop, ended
	out, in := io.Pipe()
	arguments := append([]string{"ssh", "--listen", "127.0.0.1:0", "--authorized-keys", filepath.Join(h.dir, "keys"), "--drain", "1ms"}, more...)
	places := map[string]string{"XDG_DATA_HOME": h.dir, "XDG_CONFIG_HOME": h.dir, "XDG_CACHE_HOME": filepath.Join(h.dir, "cache")}
	env := func(name string) string { return cmp.Or(h.variables[name], places[name]) }
	go func() {
		code := Run(ctx, arguments, env, strings.NewReader(""), in, h.out)
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		h.code = code
		close(ended)
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		h.t.Fatalf("it did not start: %v\n%s", err, h.out)
	}
	h.address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(line)
	h.t.Cleanup(func() {
		stop()
		<-ended
	})
}

// terminate stops the host as SIGTERM does.
func (h *sshHost) terminate() {
	h.t.Helper()
	h.stop()
	<-h.ended
	if h.code != exitcode.OK {
		h.t.Errorf("it ended with %d: %s", h.code, h.out)
	}
}

// waitUntil waits until a condition holds that a write can change.
func (l *lockedBuffer) waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	late := make(chan struct{})
	defer afterRunning(patience(), func() { close(late) })()
	for !holds() {
		select {
		case <-l.more:
		case <-late:
			t.Fatalf("waited in vain for %s; it is\n%s", what, l)
		}
	}
}

// waitFor waits until a text was written.
func (l *lockedBuffer) waitFor(t *testing.T, what string) {
	t.Helper()
	l.waitUntil(t, fmt.Sprintf("%q in the log", what), func() bool { return strings.Contains(l.String(), what) })
}

// waitForLog waits until the host has logged a text.
func (h *sshHost) waitForLog(what string) {
	h.t.Helper()
	h.out.waitFor(h.t, what)
}

// readMetrics fetches the metrics of the host over HTTP.
func (h *sshHost) readMetrics() string {
	h.t.Helper()
	if h.metricsAt == "" {
		h.waitForLog("metrics are answered")
		h.metricsAt = regexp.MustCompile(`http://[0-9.:]+/metrics`).FindString(h.out.String())
	}
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.metricsAt, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(all)
}

// countCalls returns how often the host has called an operation of the service, whatever the outcome.
func (h *sshHost) countCalls(operation string) (calls int) {
	h.t.Helper()
	for _, found := range regexp.MustCompile(`frontdesk_calls_total\{operation="`+operation+`",outcome="[^"]*"\} (\d+)`).FindAllStringSubmatch(h.readMetrics(), -1) {
		n, _ := strconv.Atoi(found[1])
		calls += n
	}
	return calls
}

// connect signs an agent in.
func (h *sshHost) connect(agent string) *gossh.Client {
	h.t.Helper()
	client, err := gossh.Dial("tcp", h.address, &gossh.ClientConfig{
		User: "agent", Auth: []gossh.AuthMethod{gossh.PublicKeys(h.keys[agent])}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // the host is the test's own
	})
	if err != nil {
		h.t.Fatalf("%s cannot sign in: %v", agent, err)
	}
	h.t.Cleanup(func() { _ = client.Close() })
	return client
}

// runCommand runs a one-shot command as an agent.
func (h *sshHost) runCommand(agent, command, stdin string) (code int, out, errOut string) {
	h.t.Helper()
	client := h.connect(agent)
	defer func() { _ = client.Close() }()
	session, err := client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
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
