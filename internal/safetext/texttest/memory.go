package texttest

import (
	"os"
	"runtime/debug"
)

// Tests end before their memory matters: collecting it takes a fifth of their time.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}
