package texttest

import (
	"os"
	"runtime/debug"
)

func init() { // tests end before their memory matters: collecting it takes a fifth of their time
	if os.Getenv("GOGC") == "" {
		if err := os.Setenv("GOGC", "400"); err != nil { // for consoles and hosts of this process, and for other processes
			panic(err)
		}
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}
