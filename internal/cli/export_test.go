package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// CommandPaths returns the words of each command that does something, such as ticket add.
func CommandPaths() (paths []string) {
	eachCommand(newRoot(noVariables, strings.NewReader(""), io.Discard, io.Discard), func(c *cobra.Command) {
		if !c.HasSubCommands() {
			paths = append(paths, strings.TrimPrefix(c.CommandPath(), "frontdesk "))
		}
	})
	return paths
}
