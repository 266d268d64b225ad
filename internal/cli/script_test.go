package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/connection"
	"frontdesk/internal/safetext/texttest"
)

func TestMain(m *testing.M) {
	if !texttest.Long() {
		connection.MaxResponseBytes = 2 << 20
	}
	xdg.CacheHome = "" // no test writes to the cache of whoever runs it
	texttest.ManyAtOnce()
	testscript.Main(testsInMemory{m}, map[string]func(){
		"frontdesk": func() {
			xdg.Reload()
			os.Exit(cli.Main())
		},
		"frontdesk-worker": func() { os.Exit(runWorker()) },
	})
}

// testsInMemory runs the tests of a package with their files in memory, and the programs that they start on the disk.
type testsInMemory struct{ *testing.M }

// Run runs the tests. A SIGHUP that they send to their own process never ends it: it may arrive when the host that it
// was meant for has ended.
func (m testsInMemory) Run() int {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	return texttest.InMemory(m.M.Run)
}

// TestScripts runs testdata/script: typed command lines against the real program.
//
//	run ARG…              frontdesk ARG… ends with code 0; stdout and stderr match its output
//	fails CODE ARG…       frontdesk ARG… ends with CODE and prints one line on standard error, nothing else
//	ends CODE ARG…        frontdesk ARG… ends with CODE; stdout and stderr match its output
//	input FILE            the next of these command lines reads FILE
//	serve ARG…            starts frontdesk serve ARG… in the background; $URL and $ADDRESS are where it listens
//	call CODE PATH FILE   posts a file to the running service; stdout matches its answer
//	hold PATH             starts a request to it and never ends it
//	stop-service          SIGTERM: it ends with code 0; stdout and stderr match its output
//	stop-listening        SIGTERM, until nothing new is answered
//	stop-twice            SIGTERM again: it is gone at once
//	sample-desk           makes the desk that an agent's first command makes; saves the time where that is not the point
//
// The race detector sees the scripts of the service alone: a program for one command takes most of its time to start, and
// tests within this process run the goroutines of pulls and updates.
func TestScripts(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM here")
	}
	testscript.RunT(scriptReport{t}, testscript.Params{
		Files: scripts(t),
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("GORACE", "atexit_sleep_ms=0") // else every program that ends well takes a second under -race
			e.Setenv("XDG_CONFIG_HOME", "")
			e.Setenv("XDG_DATA_HOME", "")
			e.Setenv("XDG_CACHE_HOME", "")
			e.Values[backgroundKey] = &backgroundService{}
			e.Values[workerKey{}] = &worker{}
			return os.Mkdir(e.WorkDir+"/home", 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":            runScriptLine,
			"input":          setInput,
			"fails":          runAndCheckFailure,
			"ends":           runAndCheckCode,
			"serve":          beginService,
			"call":           postToService,
			"hold":           holdService,
			"stop-service":   stopService, // "stop" is testscript's own and ends a script
			"stop-listening": stopListening,
			"stop-twice":     stopTwice,
			"sample-desk": func(ts *testscript.TestScript, _ bool, _ []string) {
				ts.Check(clitest.WriteSampleDesk(filepath.Join(ts.Getenv("HOME"), ".local", "share")))
			},
		},
	})
}

// scripts returns the files of the scripts to run.
func scripts(t *testing.T) []string {
	t.Helper()
	pattern := "*.txtar"
	if texttest.Race {
		pattern = "serve*.txtar"
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", pattern))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no scripts", err)
	}
	if err := findVariables(files); err != nil {
		t.Fatal(err)
	}
	return files
}

const backgroundKey = "the service that runs in the background"

// backgroundService is the service of one script.
type backgroundService struct {
	cmd         *exec.Cmd
	out, errOut bytes.Buffer
	address     string
}

func backgroundOf(ts *testscript.TestScript) *backgroundService {
	b, _ := ts.Value(backgroundKey).(*backgroundService)
	return b
}

func runAndCheckCode(ts *testscript.TestScript, _ bool, args []string) { requireCode(ts, args) }

func requireCode(ts *testscript.TestScript, args []string) workerResult {
	result := runLine(ts, args[1:])
	if strconv.Itoa(result.Code) != args[0] {
		ts.Fatalf("it ended with %d instead of %s", result.Code, args[0])
	}
	return result
}

func runAndCheckFailure(ts *testscript.TestScript, _ bool, args []string) {
	result := requireCode(ts, args)
	requireOneLine(ts, result.Out, result.ErrOut)
}

// requireOneLine fails unless a command has printed one line on standard error, and nothing else.
func requireOneLine(ts *testscript.TestScript, out, errOut string) {
	if !strings.HasPrefix(errOut, "frontdesk: ") || strings.Count(errOut, "\n") != 1 || out != "" {
		ts.Fatalf("it did not say one line on standard error alone: %s%s", out, errOut)
	}
}

func beginService(ts *testscript.TestScript, _ bool, args []string) {
	b := backgroundOf(ts)
	*b = backgroundService{}
	b.cmd = exec.Command("frontdesk", append([]string{"serve"}, args...)...) // the test's own program under that name
	b.cmd.Dir = ts.MkAbs(".")
	b.cmd.Env = os.Environ()
	for _, name := range []string{"FRONTDESK_TOKEN", "FRONTDESK_ORDER_USER", "FRONTDESK_ORDER_PASSWORD", "HOME", "GORACE"} {
		b.cmd.Env = append(b.cmd.Env, name+"="+ts.Getenv(name))
	}
	b.cmd.Stderr = &b.errOut
	out, err := b.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(b.cmd.Start())
	ts.Defer(func() {
		_ = b.cmd.Process.Kill()
		_ = b.cmd.Wait()
	})
	line, err := bufio.NewReader(io.TeeReader(out, &b.out)).ReadString('\n')
	if err != nil {
		_ = b.cmd.Wait()
		ts.Fatalf("it did not begin to serve: %v: %s", err, b.errOut.String())
	}
	_, url, _ := strings.Cut(strings.TrimSpace(line), " on ")
	b.address = strings.TrimPrefix(url, "http://")
	ts.Setenv("URL", url)
	ts.Setenv("ADDRESS", b.address)
}

func postToService(ts *testscript.TestScript, _ bool, args []string) {
	r, err := http.NewRequest(http.MethodPost, ts.Getenv("URL")+args[1], strings.NewReader(ts.ReadFile(args[2])))
	ts.Check(err)
	r.Header.Set("Authorization", "Basic "+ts.Getenv("FRONTDESK_TOKEN"))
	r.Close = true
	answer, err := http.DefaultClient.Do(r)
	ts.Check(err)
	defer answer.Body.Close()
	_, err = io.Copy(ts.Stdout(), answer.Body)
	ts.Check(err)
	if strconv.Itoa(answer.StatusCode) != args[0] {
		ts.Fatalf("it answered %s instead of %s", answer.Status, args[0])
	}
}

func holdService(ts *testscript.TestScript, _ bool, args []string) {
	connection, err := net.Dial("tcp", backgroundOf(ts).address)
	ts.Check(err)
	ts.Defer(func() { _ = connection.Close() })
	// The service asks for the rest as soon as its handler reads the body: then it is at work on the request.
	_, err = io.WriteString(connection, "POST "+args[0]+" HTTP/1.1\r\nHost: desk\r\nAuthorization: Basic "+ts.Getenv("FRONTDESK_TOKEN")+
		"\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
	ts.Check(err)
	line, err := bufio.NewReader(connection).ReadString('\n')
	if err != nil || !strings.Contains(line, "100 Continue") {
		ts.Fatalf("the request was not begun: %q %v", line, err)
	}
}

func stopService(ts *testscript.TestScript, _ bool, _ []string) {
	b := backgroundOf(ts)
	if w, _ := ts.Value(workerKey{}).(*worker); w.lines != nil {
		w.end() // and its connections: the service waits seconds for one on which nothing was asked
	}
	ts.Check(b.cmd.Process.Signal(syscall.SIGTERM))
	if err := b.cmd.Wait(); err != nil {
		ts.Fatalf("it ended with %v: %s", err, b.errOut.String())
	}
	_, _ = b.out.WriteTo(ts.Stdout())
	_, _ = b.errOut.WriteTo(ts.Stderr())
}

func stopListening(ts *testscript.TestScript, _ bool, _ []string) {
	b := backgroundOf(ts)
	ts.Check(b.cmd.Process.Signal(syscall.SIGTERM))
	for {
		connection, err := net.Dial("tcp", b.address)
		if err != nil {
			return
		}
		_ = connection.Close()
	}
}

func stopTwice(ts *testscript.TestScript, _ bool, _ []string) {
	b := backgroundOf(ts)
	ts.Check(b.cmd.Process.Signal(syscall.SIGTERM))
	var ended *exec.ExitError
	if err := b.cmd.Wait(); !errors.As(err, &ended) || ended.Exited() {
		ts.Fatalf("the signal did not end it: %v", err)
	}
}
