package main

import (
	"bytes"
	"context"
	_ "embed" // for the list
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

//go:embed mutations.toml
var list []byte

// mutation is a change for the worse that a test has to notice.
type mutation struct {
	Name  string
	Why   string   // what goes wrong with it
	File  string   // from the product's root
	Old   string   // stands in the file once
	New   string   // takes its place
	Tests []string // arguments of go test, each a package and optionally -run with a pattern
}

// readAll reads the list, in its order.
func readAll() ([]mutation, error) {
	var all struct{ Mutation []mutation }
	err := toml.NewDecoder(bytes.NewReader(list)).DisallowUnknownFields().Decode(&all)
	if err != nil {
		return nil, fmt.Errorf("mutations.toml: %w", err)
	}
	return all.Mutation, nil
}

// outcome is what became of a mutation.
type outcome string

const (
	killed   outcome = "failed"
	survived outcome = "SURVIVED"
	broken   outcome = "DOES NOT COMPILE"
)

// result is a mutation with the first test that noticed it.
type result struct {
	mutation
	outcome outcome
	by      string
	said    string // the end of what the tests printed
}

func (r result) verdict() string {
	if r.outcome == killed {
		return r.by
	}
	return string(r.outcome)
}

// changed is the file's content with the mutation in it.
func (m mutation) changed() ([]byte, error) {
	content, err := os.ReadFile(m.File)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	if n := bytes.Count(content, []byte(m.Old)); n != 1 {
		return nil, fmt.Errorf("%s: its text stands %d times in %s, not once: %q", m.Name, n, m.File, m.Old)
	}
	return bytes.Replace(content, []byte(m.Old), []byte(m.New), 1), nil
}

// checkAll says which mutations can no longer be made.
func checkAll(all []mutation) (failed error) {
	names := map[string]bool{}
	for _, m := range all {
		if names[m.Name] {
			failed = errors.Join(failed, fmt.Errorf("%s stands twice in the list", m.Name))
		}
		names[m.Name] = true
		if _, err := m.changed(); err != nil {
			failed = errors.Join(failed, err)
		}
		if len(m.Tests) == 0 || m.Why == "" {
			failed = errors.Join(failed, fmt.Errorf("%s names no test or no reason", m.Name))
		}
	}
	return failed
}

// test runs the mutation's tests. The tree stays as it is: the changed file is laid over it for the compiler alone.
func (m mutation) test(ctx context.Context, dir string, timeout time.Duration) (result, error) {
	r := result{mutation: m, outcome: survived}
	content, err := m.changed()
	if err != nil {
		return r, err
	}
	overlay, err := layOver(filepath.Join(dir, m.Name), m.File, content)
	if err != nil {
		return r, err
	}
	for _, tests := range m.Tests {
		out, err := goTest(ctx, overlay, tests, timeout)
		r.said = lastLines(out)
		switch {
		case err == nil:
			continue
		case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
			r.outcome = broken
		default:
			r.outcome, r.by = killed, failedTest(out)
		}
		return r, nil
	}
	return r, nil
}

// layOver writes what go test -overlay needs to see a file with other content into a new directory.
func layOver(dir, file string, content []byte) (overlay string, err error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	changed := filepath.Join(dir, "changed"+filepath.Ext(file))
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, errors.Join(os.WriteFile(changed, content, 0o600), os.WriteFile(overlay, replace, 0o600))
}

func goTest(ctx context.Context, overlay, tests string, timeout time.Duration) ([]byte, error) {
	args := append(
		[]string{"test", "-overlay", overlay, "-failfast", "-vet=off", "-timeout", timeout.String()},
		strings.Fields(tests)...)
	command := exec.CommandContext(ctx, "go", args...)
	command.WaitDelay = time.Second
	if strings.Contains(tests, "Postgres") && os.Getenv(postgresVariable) == "" {
		command.Env = append(os.Environ(), postgresVariable+"=postgres://127.0.0.1:5432/postgres?sslmode=disable")
	}
	return command.CombinedOutput()
}

// postgresVariable names the server for tests that need PostgreSQL.
const postgresVariable = "FRONTDESK_TEST_DB"

var failedName = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// failedTest is the test that failed, or how the tests ended.
func failedTest(out []byte) string {
	if found := failedName.FindSubmatch(out); found != nil {
		return string(found[1])
	}
	switch {
	case bytes.Contains(out, []byte("panic: test timed out")):
		return "time-out"
	case bytes.Contains(out, []byte("panic: ")), bytes.Contains(out, []byte("fatal error: ")):
		return "panic"
	}
	return "failure without a test's name"
}

// lastLines is the end of what was printed.
func lastLines(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n    ")
}
