package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestResults_HoldUntilWhatTheyDependOnChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(file, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(resultsFile, "")
	write("desk/desk.go", "package desk\n")
	write("desk/a_test.go", "func TestA(t *testing.T) {}\n")
	write("desk/b_test.go", "func TestB(t *testing.T) {}\n")
	m := mutation{Name: "kept", File: "desk/desk.go", Old: "a", New: "b", Tests: []string{"./desk -run TestA"}}
	known := &results{known: map[string]noticed{}}
	notice := func(by string, wasNoticed bool) {
		t.Helper()
		if err := known.add(m, by, wasNoticed); err != nil {
			t.Fatal(err)
		}
		if err := known.write([]mutation{m}); err != nil {
			t.Fatal(err)
		}
	}
	require := func(want bool, when string) {
		t.Helper()
		read, err := readResults()
		if err != nil {
			t.Fatal(err)
		}
		if holds, err := read.holds(m); err != nil || holds != want {
			t.Errorf("%s: %v, %v", when, holds, err)
		}
	}
	require(false, "before it was tested")
	notice("TestA", true)
	require(true, "after it was noticed")
	write("desk/b_test.go", "func TestB(t *testing.T) { t.Parallel() }\n")
	require(true, "after another test changed")
	write("desk/a_test.go", "func TestA(t *testing.T) { t.Parallel() }\n")
	require(false, "after its test changed")
	notice("time-out", true)
	require(true, "after it ended by the limit of time")
	write("desk/b_test.go", "func TestB(t *testing.T) {}\n")
	require(false, "after one of the tests that did not end changed")
	notice("TestA", true)
	write("desk/desk.go", "package desk // changed\n")
	require(false, "after its file changed")
	notice("TestA", true)
	m.New = "c"
	require(false, "after the mutation changed")
	notice("", false)
	require(false, "after no test noticed it")
}
