//go:build unix

package cli_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// runningService is frontdesk serve in this process.
type runningService struct {
	url   string
	lines chan string // of its standard error
	stop  func() int
}

// startServiceWith runs frontdesk serve on a free port with further arguments.
func startServiceWith(t *testing.T, args ...string) *runningService {
	t.Helper()
	return startServiceIn(t, testVariable, args...)
}

// startServiceIn is startServiceWith with other variables.
func startServiceIn(t *testing.T, env func(string) string, args ...string) *runningService {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	heard, said := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		all := append([]string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "desk.db")}, args...)
		code := cli.Run(ctx, all, env, strings.NewReader(""), in, said)
		_, _ = in.Close(), said.Close()
		ended <- code
	}()
	r := &runningService{lines: make(chan string, 1000), stop: func() int { cancel(); return <-ended }}
	go func() {
		defer close(r.lines)
		for lines := bufio.NewScanner(heard); lines.Scan(); {
			r.lines <- lines.Text()
		}
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err, <-r.lines)
	}
	_, r.url, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return r
}

// hangUp sends SIGHUP and waits for a line in the log.
func (r *runningService) hangUp(t *testing.T, what string) string {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for line := range r.lines {
		if strings.Contains(line, what) {
			return line
		}
	}
	t.Fatalf("the log never said %q", what)
	return ""
}

// requestWithKey sends a request with an API key and returns the status code, and whether the connection was reused.
func (r *runningService) requestWithKey(t *testing.T, c *http.Client, key string) (code int, reused bool) {
	t.Helper()
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }})
	request, err := http.NewRequestWithContext(ctx, wire.Method, r.url+wire.FAQCategories.Path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Basic "+key)
	answer, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return answer.StatusCode, reused
}

// TestServe_HangUpReplacesAKey: the same connection goes on, the old key is refused, and a file that cannot be
// used leaves what was accepted before.
func TestServe_HangUpReplacesAKey(t *testing.T) {
	file := writePrivateFile(t, filepath.Join(t.TempDir(), "keys"), "# acme\n\nFRONTDESK_TOKEN='b2xk'\n")
	r := startServiceWith(t, "--credentials", file)
	client := &http.Client{Transport: &http.Transport{}}
	if code, _ := r.requestWithKey(t, client, "b2xk"); code != http.StatusOK {
		t.Errorf("the key of the file: %d", code)
	}
	if code, _ := r.requestWithKey(t, client, clitest.Token); code != http.StatusUnauthorized {
		t.Errorf("the key of the environment: %d", code)
	}
	writePrivateFile(t, file, "FRONTDESK_TOKEN=bmV3\n")
	r.hangUp(t, "read again")
	if code, reused := r.requestWithKey(t, client, "bmV3"); code != http.StatusOK || !reused {
		t.Errorf("the new key: %d, on the same connection: %v", code, reused)
	}
	if code, _ := r.requestWithKey(t, client, "b2xk"); code != http.StatusUnauthorized {
		t.Errorf("the old key: %d", code)
	}
	for content, reason := range map[string]string{
		"": "FRONTDESK_TOKEN is empty", "FRONTDESK_TOKEN=bmV3\nhush\n": ":2: it is none of", "FRONTDESK_TOKEN=a\nFRONTDESK_ORDER_USER=b": "need each other",
	} {
		writePrivateFile(t, file, content)
		if line := r.hangUp(t, "stays in force"); !strings.Contains(line, reason) || strings.Contains(line, "hush") {
			t.Errorf("%q: %s", content, line)
		}
		if code, _ := r.requestWithKey(t, client, "bmV3"); code != http.StatusOK {
			t.Errorf("after %q: %d", content, code)
		}
	}
	client.CloseIdleConnections()
	if code := r.stop(); code != exitcode.OK {
		t.Errorf("it ended with %d", code)
	}
}

func TestServe_HangUpWithNothingToReloadStopsTheService(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "desk.db")
	r := startServiceWith(t, "--db", desk)
	if code, _ := r.requestWithKey(t, http.DefaultClient, clitest.Token); code != http.StatusOK {
		t.Fatal(code)
	}
	http.DefaultClient.CloseIdleConnections()
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for range r.lines { // until it has ended
	}
	if code := r.stop(); code != exitcode.OK {
		t.Error(code)
	}
	if _, err := os.Stat(desk + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the desk was not closed: %v", err)
	}
}
