package texttest

import (
	"os"
	"testing"
)

// loadVariable asks for the tests of many users at once: short, as .ci/run runs them, or full.
const loadVariable = "FRONTDESK_TEST_LOAD"

// RequireLoad skips a test of load unless load tests were asked for, and reports whether in full length. What it
// promises a single user is for another test, which runs always.
func RequireLoad(tb testing.TB) (full bool) {
	tb.Helper()
	switch asked := os.Getenv(loadVariable); asked {
	case "":
		tb.Skip("a load test: " + loadVariable + "=short or full runs it")
	case "short", "full":
	default:
		tb.Fatalf("%s is %q, and must be short or full", loadVariable, asked)
	}
	return FullLoad()
}

// Load reports whether load tests were asked for: then tests that make something fail by chance try more often, too.
func Load() bool { return os.Getenv(loadVariable) != "" }

// FullLoad reports whether the load tests run in full length.
func FullLoad() bool { return os.Getenv(loadVariable) == "full" }
