//go:build unix

package cli_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext/texttest"
)

// readSoakTime returns how long the soak runs: FRONTDESK_SOAK, or half a second.
func readSoakTime(t *testing.T) (lasting time.Duration, long bool) {
	t.Helper()
	texttest.RequireLoad(t)
	asked := os.Getenv("FRONTDESK_SOAK")
	lasting, err := time.ParseDuration(cmp.Or(asked, "500ms"))
	if err != nil {
		t.Fatal(err)
	}
	return lasting, lasting >= time.Minute
}

// soak is a host under attack: it counts the attacks and measures how soon an undisturbed agent's keys are answered.
type soak struct {
	*clitest.Host
	t      *testing.T
	ctx    context.Context //nolint:containedctx // ends the attackers
	long   bool
	began  time.Time
	listed string         // the keys of all
	busy   sync.WaitGroup // attackers

	mu      sync.Mutex
	attacks map[string]int
	faults  []string // of the host, as attackers saw them
	slowest time.Duration
	took    []time.Duration // that the undisturbed agent pressed, until the answer was on the screen
	since   int             // of keys that were reported
	waits   []time.Duration // of a colleague who signs in
}

// TestSSHHost_Soak has one agent work while others are revoked, vanish, flood, stop reading and type nonsense, and
// strangers knock, on the program's own host and service. CONTRIBUTING.md says how to run it for an hour.
func TestSSHHost_Soak(t *testing.T) {
	lasting, long := readSoakTime(t)
	if _, err := dialFrom(t.Context(), "127.0.1.1", "127.0.0.1:1"); err != nil && strings.Contains(err.Error(), "assign") {
		t.Skip("this machine has one loopback address alone: strangers and agents cannot come from different ones")
	}
	s := newSoak(t, long)
	defer s.report()
	asha := s.OpenConsole("Asha Rao")
	asha.WaitForText("acme · Asha Rao")
	worked := s.workOnTicket(asha)

	ctx, stop := context.WithCancel(t.Context())
	defer func() { stop(); s.busy.Wait() }()
	s.ctx = ctx
	s.warmUp()
	before := s.measureAtRest()
	s.logf("before: %s", before)
	s.startAttacks()
	enough := time.Now().Add(lasting)
	progress := time.Now().Add(time.Minute)
	for time.Now().Before(enough) {
		worked = append(worked, s.workOnTicket(asha)...)
		if time.Now().After(progress) {
			progress = progress.Add(time.Minute)
			s.logf("%d tickets; %s; %s", len(worked), s.describeLatest(), measureUsage(false))
		}
	}
	stop()
	s.busy.Wait()
	after := s.measureAtRest()
	s.logf("after: %s", after)
	worked = append(worked, s.workOnTicket(asha)...)
	s.checkTickets(worked)
	s.checkLeaks(before, after, len(worked))
	if panics := regexp.MustCompile(`(?m)^frontdesk_ssh_panics_total \d+`).FindString(s.ReadMetrics()); panics != "" {
		t.Error(panics)
	}
}

// newSoak starts two services and a host in front of them.
func newSoak(t *testing.T, long bool) *soak {
	t.Helper()
	acme, beta := startSoakService(t), startSoakService(t)
	agents := append([]string{"Asha Rao", "Dana Wolf"}, slices.Sorted(maps.Keys(soakAttacks))...)
	s := &soak{Host: clitest.NewHost(t, agents), t: t, long: long, began: time.Now(), attacks: map[string]int{}}
	s.listed = s.ReadFile("keys")
	s.Log.KeepEnd(64 << 10)
	s.WriteConfiguration(fmt.Sprintf("account = \"acme\"\n[accounts.acme]\nbase_url = %[1]q\nkms_url = %[1]q\ntoken = %[3]q\n"+
		"[accounts.beta]\nbase_url = %[2]q\nkms_url = %[2]q\ntoken = %[3]q\n[agents.\"nonsense keys\"]\naccount = \"beta\"\n", acme, beta, clitest.Token))
	s.Start("--metrics", "127.0.0.1:0", "--audit", filepath.Join(s.Dir, "audit"), "--gone", "10s", "--max-per-agent", "10")
	s.ReadMetrics() // while the log says where
	return s
}

// startSoakService starts the service as a process of its own.
func startSoakService(t *testing.T) (address string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background()) // the host is stopped first
	db := filepath.Join(t.TempDir(), "desk.db")
	c := exec.CommandContext(ctx, "frontdesk", "serve", "--listen", "127.0.0.1:0", "--db", db, "--time-zone", "UTC") // the test's own program under that name
	c.Env = append(os.Environ(), "GOGC=", "FRONTDESK_TOKEN="+clitest.Token, "FRONTDESK_ORDER_USER="+clitest.OrderUser, "FRONTDESK_ORDER_PASSWORD="+clitest.OrderPassword, "FRONTDESK_CM_ID=4711")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = c.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return address
}

// workOnTicket opens a ticket and comments on it as an agent does, each key only once the answer to the one before is
// on the screen. It returns the ticket's title.
func (s *soak) workOnTicket(asha *clitest.Screen) []string {
	s.t.Helper()
	letters := 4
	if s.long {
		letters = 12
	}
	title := fmt.Sprintf("%s %d", randomLetters(letters), time.Since(s.began)/time.Second)
	comment := randomLetters(letters)
	s.press(asha, "n", "New ticket")
	for i := range title {
		s.pressFor(asha, title[i:i+1], regexp.MustCompile(`▌ Title\*\s+`+regexp.QuoteMeta(title[:i+1])+`\s*│`))
	}
	s.pressFor(asha, ctrlS, regexp.MustCompile(`\d+ of \d+ (?s:.*)opened \d+`))
	asha.WaitForText(title)
	s.press(asha, "c", "▌ Comment")
	for i := range comment {
		s.pressFor(asha, comment[i:i+1], regexp.MustCompile(`▌ Comment[^\n]*\n ?│ `+comment[:i+1]+`\s*│`))
	}
	s.pressFor(asha, ctrlS, regexp.MustCompile(`\d+ of \d+ (?s:.*)saved`))
	asha.WaitForText(comment)
	for range 2 {
		s.press(asha, "?", "Keys: Inbox")
		s.pressUntil(asha, "\x1b", "the keys are gone", func(screen string) bool { return !strings.Contains(screen, "Keys: Inbox") })
	}
	asha.ForgetOutput()
	return []string{title}
}

func randomLetters(n int) string {
	all := make([]byte, n)
	for i := range all {
		all[i] = byte('a' + rand.IntN(26)) //nolint:gosec // no secret
	}
	return string(all)
}

// press presses a key and waits until the screen shows a text.
func (s *soak) press(asha *clitest.Screen, key, shown string) {
	s.t.Helper()
	s.pressFor(asha, key, regexp.MustCompile(regexp.QuoteMeta(shown)))
}

// pressFor presses a key and waits until the screen shows its answer.
func (s *soak) pressFor(asha *clitest.Screen, key string, answer *regexp.Regexp) {
	s.t.Helper()
	s.pressUntil(asha, key, answer.String(), answer.MatchString)
}

// pressUntil presses a key, waits until the screen is as it answers, and records how long that took.
func (s *soak) pressUntil(asha *clitest.Screen, key, answer string, answered func(screen string) bool) {
	s.t.Helper()
	began := time.Now()
	asha.Press(key)
	asha.WaitUntil(fmt.Sprintf("the answer %s to the key %q", answer, key), answered)
	took := time.Since(began)
	s.mu.Lock()
	s.took = append(s.took, took)
	s.slowest = max(s.slowest, took)
	s.mu.Unlock()
	if s.long {
		<-time.After(20 * time.Millisecond) // nobody types faster
	}
}

// checkTickets pulls the tickets and requires each title once.
func (s *soak) checkTickets(titles []string) {
	s.t.Helper()
	code, out, errOut := s.RunCommand("Asha Rao", "ticket pull --json --limit 10000"+clitest.ThisWeek(), "")
	if code != exitcode.OK {
		s.t.Fatalf("the tickets cannot be pulled: %s", errOut)
	}
	there := map[string]int{}
	for _, found := range regexp.MustCompile(`"title": *"([^"]*)"`).FindAllStringSubmatch(out, -1) {
		there[found[1]]++
	}
	for _, title := range titles {
		if there[title] != 1 {
			s.t.Errorf("the ticket %q is there %d times", title, there[title])
		}
	}
}

// soakUsage is what the process holds: the host and all its clients.
type soakUsage struct {
	goroutines int
	heap       float64 // MB
}

func (m soakUsage) String() string {
	return fmt.Sprintf("%d goroutines, %.1f MB heap", m.goroutines, m.heap)
}

func measureUsage(collected bool) soakUsage {
	if collected {
		runtime.GC()
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return soakUsage{runtime.NumGoroutine(), float64(m.HeapAlloc) / 1e6}
}

// measureAtRest waits until only the undisturbed agent is connected and measures what is held then.
func (s *soak) measureAtRest() (held soakUsage) {
	s.t.Helper()
	alone := regexp.MustCompile(`(?s)\nfrontdesk_ssh_sessions 1\n.*\nfrontdesk_ssh_connections 1\n.*\nfrontdesk_ssh_unauthenticated 0\n`)
	for end := time.Now().Add(5 * time.Minute); ; { // for ever: how fast the machine is decides nothing
		page := s.ReadMetrics()
		held = measureUsage(true)
		if alone.MatchString(page) {
			break
		}
		if time.Now().After(end) {
			s.t.Errorf("connections are left:\n%s", page[:min(len(page), 900)])
			return held
		}
		<-time.After(200 * time.Millisecond)
	}
	rounds := 2
	if s.long {
		rounds = 20
	}
	for range rounds { // clients and writers that are about to end
		<-time.After(100 * time.Millisecond)
		if now := measureUsage(true); now.goroutines < held.goroutines || now.heap < held.heap {
			held = now
		}
	}
	return held
}

// checkLeaks compares what is held before and after. Some goroutines belong to idle connections to the services; a
// ticket with its comment may take 20 KB in the caches of both days.
func (s *soak) checkLeaks(before, after soakUsage, tickets int) {
	s.t.Helper()
	if after.goroutines > before.goroutines+30 {
		s.t.Errorf("%d goroutines are left, before there were %d", after.goroutines, before.goroutines)
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
	}
	if allowed := before.heap + 24 + float64(tickets)*0.02; after.heap > allowed {
		s.t.Errorf("%.1f MB are held, before there were %.1f", after.heap, before.heap)
	}
}

// countAttack counts an attack.
func (s *soak) countAttack(attack string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attacks[attack] += n
}

// noteFault records a failure of the host as an attacker saw it.
func (s *soak) noteFault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) < 50 {
		s.faults = append(s.faults, fmt.Sprintf(format, args...))
	}
}

// logf logs a line with the time since the soak began.
func (s *soak) logf(format string, args ...any) {
	s.t.Helper()
	s.t.Logf("%6s  "+format, append([]any{time.Since(s.began).Round(time.Second)}, args...)...)
}

// describeLatest describes the latencies since its last call.
func (s *soak) describeLatest() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	some := s.took[s.since:]
	s.since = len(s.took)
	return describeLatencies("keys", some)
}

func describeLatencies(what string, some []time.Duration) string {
	if len(some) == 0 {
		return "no " + what
	}
	all := slices.Sorted(slices.Values(some))
	at := func(percent int) time.Duration {
		return all[min(len(all)-1, len(all)*percent/100)].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%d %s: %s median, %s 95th, %s 99th percentile, %s slowest", len(all), what, at(50), at(95), at(99), at(100))
}

// report logs the latencies and attacks, also of a failed soak, and fails the test on every fault.
func (s *soak) report() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var report strings.Builder
	_, _ = fmt.Fprintf(&report, "\nthe undisturbed agent: %s\n", describeLatencies("keys", s.took))
	_, _ = fmt.Fprintf(&report, "a colleague who signs in: %s\n", describeLatencies("sign-ins", s.waits))
	for _, name := range slices.Sorted(maps.Keys(s.attacks)) {
		_, _ = fmt.Fprintf(&report, "%8d  %s\n", s.attacks[name], name)
	}
	for _, fault := range s.faults {
		s.t.Error(fault)
	}
	s.logf("%s", report.String())
	if s.t.Failed() {
		_, _ = io.WriteString(os.Stderr, s.Log.String()[max(0, len(s.Log.String())-4<<10):])
	}
}
