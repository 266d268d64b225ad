package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// resultsFile holds, from the product's root, the mutations that tests noticed, a line each:
//
//	2026-11-27 9f86d081884c writes-are-tried-again TestAWriteIsSentOnceWhateverHappens
//
// The hexadecimal digits stand for what was tested. A result holds until that changes.
const resultsFile = "internal/tools/mutations/results.txt"

// noticed is a mutation that a test noticed.
type noticed struct{ day, tested, name, by string }

// results are the mutations that tests noticed.
type results struct {
	lock  sync.Mutex
	known map[string]noticed // by name
}

// readResults reads the file. One that does not exist has no results.
func readResults() (*results, error) {
	r := &results{known: map[string]noticed{}}
	text, err := os.ReadFile(resultsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		if len(fields) != 4 {
			return nil, fmt.Errorf("%s: %q is no result", resultsFile, line)
		}
		r.known[fields[2]] = noticed{fields[0], fields[1], fields[2], fields[3]}
	}
	return r, nil
}

// holds reports whether a mutation was noticed, and neither it nor its file nor the test's file changed since.
func (r *results) holds(m mutation) (bool, error) {
	known, ok := r.known[m.Name]
	if !ok {
		return false, nil
	}
	tested, err := m.tested(known.by)
	return err == nil && known.tested == tested, err
}

// add adds a mutation that a test noticed, or removes one that no test noticed.
func (r *results) add(m mutation, by string, wasNoticed bool) error {
	tested, err := m.tested(by)
	if err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	delete(r.known, m.Name)
	if wasNoticed {
		r.known[m.Name] = noticed{time.Now().UTC().Format(time.DateOnly), tested, m.Name, by}
	}
	return nil
}

// write writes the results of the mutations of the list.
func (r *results) write(list []mutation) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	var lines []string
	for _, m := range list {
		if n, ok := r.known[m.Name]; ok {
			lines = append(lines, strings.Join([]string{n.day, n.tested, n.name, n.by}, " ")+"\n")
		}
	}
	text := strings.Join(lines, "")
	return os.WriteFile(resultsFile, []byte(text), 0o644) //nolint:gosec // for everybody who has the source
}

// tested stands for what decides whether a test notices the mutation: the change, its file, and the file of the test
// that by names, or all files of tests if it names none.
func (m mutation) tested(by string) (string, error) {
	changed, err := os.ReadFile(m.File)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %q\n%s", m.Old, m.New, m.Tests, changed)
	isNamed := strings.HasPrefix(by, "Test")
	for _, tests := range m.Tests {
		dir, _, _ := strings.Cut(tests, " ")
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			if !isNamed || bytes.Contains(content, []byte("func "+by+"(")) {
				fmt.Fprintf(sum, "\n%s\n%s", file, content)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}
