package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test's own binary a program to measure if FIGURES_TEST_LINE is set: building the real ones takes
// longer than a test may. .ci/run measures those.
func TestMain(m *testing.M) {
	if line := os.Getenv("FIGURES_TEST_LINE"); line != "" {
		echoLines(line)
		return
	}
	os.Exit(m.Run())
}

// echoLines prints a line, and another one for each piece of input.
func echoLines(line string) {
	fmt.Println(line)
	key := make([]byte, 16)
	for {
		if _, err := os.Stdin.Read(key); err != nil {
			return
		}
		fmt.Println(line)
	}
}

func TestFigures_EveryRowIsMeasured(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory and CPU time are read from /proc, which this system does not have")
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	console := program{name: "frontdesk", endService: func() {}, path: own, home: t.TempDir(), env: []string{"FIGURES_TEST_LINE=1 of 61"}, ready: firstRows, tasks: []task{withinAPage("j\n", "k\n")}}
	smallest := program{name: "smallest", path: own, home: t.TempDir(), env: []string{"FIGURES_TEST_LINE=smallest"}, ready: smallestLine, tasks: []task{withinAPage("j\n", "k\n")}}
	var out bytes.Buffer
	o := options{starts: 2, keys: 2, idle: 20 * time.Millisecond, width: 100, height: 30}
	programs := []program{console, smallest, smallest}
	if err := measure(t.Context(), &table{out: &out, columns: 3}, programs, o); err != nil {
		t.Fatalf("%v after\n%s", err, &out)
	}
	for row, programs := range map[string]int{
		"First start": 1, "start of the process to rows": 3, "A key until": 3, "CPU while nothing": 3, "Memory, resident": 3,
	} {
		_, rest, found := strings.Cut(out.String(), row)
		cells := strings.Split(rest, "|")
		for n := 1; n <= programs; n++ {
			if !found || len(cells) <= n || !strings.ContainsAny(cells[n], "0123456789") {
				t.Errorf("no figure of program %d for %q in\n%s", n, row, &out)
			}
		}
	}
}

func TestFigures_AProgramThatEndsIsNamed(t *testing.T) {
	p := program{path: "/bin/false", home: t.TempDir(), ready: firstRows}
	if _, err := p.start(t.Context(), options{width: 80, height: 24}); err == nil || !strings.Contains(err.Error(), "/bin/false") {
		t.Errorf("a program that ends before it shows anything gives %v", err)
	}
}

func TestFigures_Percentile(t *testing.T) {
	values := []time.Duration{5, 1, 4, 2, 3}
	for p, want := range map[int]time.Duration{0: 1, 50: 3, 95: 5, 100: 5} {
		if got := percentile(values, p); got != want {
			t.Errorf("percentile %d of %v is %d, want %d", p, values, got, want)
		}
	}
}

func TestFigures_RefusesToMeasureNothing(t *testing.T) {
	if err := run(t.Context(), options{}, &bytes.Buffer{}); err == nil {
		t.Error("no start and no key were measured without a word")
	}
}

func TestFigures_ProgramThatIsNotInstalledIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	p, leftOut, err := newRival("neomutt", t.TempDir(), 0)
	if err != nil || p.path != "" || leftOut != "neomutt is not installed and left out\n" {
		t.Errorf("got %+v, %q, %v", p, leftOut, err)
	}
	var out bytes.Buffer
	(&table{out: &out}).head(options{width: 240, height: 60, tickets: 7}, leftOut, []program{{name: "frontdesk"}})
	if says := out.String(); !strings.Contains(says, "240×60, 7 tickets") || !strings.Contains(says, leftOut) ||
		!strings.Contains(says, "| What | frontdesk |\n| --- | --- |\n") {
		t.Errorf("the head says\n%s", says)
	}
	if _, _, err := newRival("emacs", t.TempDir(), 0); err == nil {
		t.Error("it was compared with a program that it does not know")
	}
}

func TestFigures_MailboxAndTicketsHoldAsManyRecords(t *testing.T) {
	if n := bytes.Count(mailbox(50), []byte("\nSubject: ")); n != 50 {
		t.Errorf("a mailbox of 50 holds %d mails", n)
	}
	now := time.Date(2026, 11, 22, 0, 30, 0, 0, time.UTC)
	lines := strings.Split(strings.TrimSpace(string(ticketList(50, now))), "\n")
	if len(lines) != 51 {
		t.Fatalf("a list of 50 tickets has %d lines", len(lines))
	}
	oldest, err := time.Parse(time.RFC3339, strings.Split(lines[50], ",")[1])
	if err != nil || now.Sub(oldest) > (homeDays-1)*24*time.Hour || now.Sub(oldest) < 20*24*time.Hour {
		t.Errorf("the oldest of %d days was created at %v, %v", homeDays, oldest, err)
	}
}

func TestFigures_TimesOfWhatWasNotMeasuredAreLeftOut(t *testing.T) {
	var out bytes.Buffer
	table := table{out: &out, columns: 3}
	table.spread("A key", [][]time.Duration{{time.Millisecond, 20 * time.Millisecond}, nil, {2 * time.Millisecond}})
	if got, want := out.String(), "| A key, median | 20 ms |  | 2.00 ms |\n| … 95th percentile | 20 ms |  | 2.00 ms |\n"; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

func TestFigures_OpenSSHTakesItsOwnKeyAndNoPassword(t *testing.T) {
	dir := t.TempDir()
	path, err := openSSHSettings(dir, "/keys", "127.0.0.1:4711")
	if err != nil {
		t.Fatal(err)
	}
	says, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"ListenAddress 127.0.0.1\n", "Port 4711\n", "AuthorizedKeysFile /keys\n", "PasswordAuthentication no\n", "HostKey " + dir} {
		if !strings.Contains(string(says), line) {
			t.Errorf("no %q in\n%s", line, says)
		}
	}
}
