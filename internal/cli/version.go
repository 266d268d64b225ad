package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version returns the text of --version: the module version or the commit, the Go version and the platform.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		built = strings.Trim(info.Main.Version, "()") // "(devel)" if built without version control
	}
	return fmt.Sprintf("%s (%s, %s/%s)", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
