// Package clitest starts the SSH host of the command line for tests, and lets agents work on it.
package clitest

import "testing"

// Who calls the services of tests.
const (
	Token         = "c2VjcmV0"
	OrderUser     = "orders"
	OrderPassword = "hush"
)

// RequireNoError ends a test at an error.
func RequireNoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
