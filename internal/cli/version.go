package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// version returns the text of --version: the module version or the commit, the Go version and the platform.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		built = strings.Trim(info.Main.Version, "()") // "(devel)" if built without version control
	}
	return fmt.Sprintf("%s (%s, %s/%s)", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// builtAt returns the time of the commit that the program was built from; zero if unknown.
func builtAt() time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			at, _ := time.Parse(time.RFC3339, s.Value) // zero if it cannot be parsed
			return at
		}
	}
	return time.Time{}
}
