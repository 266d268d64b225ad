package texttest

import (
	"os"
	"runtime/debug"
)

func init() { // tests end before their memory matters: collecting it takes a fifth of their time
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}
