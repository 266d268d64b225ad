package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is what --version says: the module's version, or the commit that it was built from, and for what.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		built = strings.Trim(info.Main.Version, "()") // a build without history is "(devel)"
	}
	return fmt.Sprintf("%s (%s, %s/%s)", built, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
