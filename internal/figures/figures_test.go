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
	console := program{path: own, home: t.TempDir(), env: []string{"FIGURES_TEST_LINE=1 of 61"}, ready: firstRows, keys: [2]string{"j\n", "k\n"}}
	smallest := program{path: own, home: t.TempDir(), env: []string{"FIGURES_TEST_LINE=smallest"}, ready: smallestLine, keys: [2]string{"j\n", "k\n"}}
	var out bytes.Buffer
	o := options{starts: 2, keys: 2, idle: 20 * time.Millisecond, width: 100, height: 30}
	if err := measure(t.Context(), &table{out: &out}, console, smallest, o); err != nil {
		t.Fatalf("%v after\n%s", err, &out)
	}
	for _, row := range []string{
		"First start", "start of the process to rows", "A key until", "CPU while nothing", "Memory, resident",
	} {
		_, rest, found := strings.Cut(out.String(), row)
		cells := strings.Split(rest, "|")
		if !found || len(cells) < 2 || !strings.ContainsAny(cells[1], "0123456789") {
			t.Errorf("no figure for %q in\n%s", row, &out)
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
