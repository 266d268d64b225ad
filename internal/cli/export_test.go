package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// CheckNames reports whether the words name a command and flags that there are; values and arguments may be left out.
func CheckNames(words []string) error {
	c, rest, err := newRoot(noVariables, strings.NewReader(""), io.Discard, io.Discard).Find(words)
	if err != nil {
		return err
	}
	var unknown *pflag.NotExistError
	if err := c.ParseFlags(rest); errors.As(err, &unknown) {
		return err
	}
	if left := c.Flags().Args(); c.HasSubCommands() && len(left) > 0 {
		return fmt.Errorf("%s has no command %q", c.CommandPath(), left[0])
	}
	return nil
}
