package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
)

// shells lists the shells for which completion scripts can be generated.
var shells = []struct {
	name  string
	write func(*cobra.Command, io.Writer) error
}{
	{"bash", func(root *cobra.Command, out io.Writer) error { return root.GenBashCompletionV2(out, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(root *cobra.Command, out io.Writer) error { return root.GenFishCompletion(out, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func completionCommand(func(string) string) *cobra.Command {
	names := make([]string, len(shells))
	for i, s := range shells {
		names[i] = s.name
	}
	c := &cobra.Command{
		Use: "completion " + strings.Join(names, "|"), Short: "Print what makes a shell complete commands, flags and accounts",
		Long: "Print what makes a shell complete commands, flags and accounts:\n\n" +
			"  bash        source <(frontdesk completion bash)\n" +
			"  zsh         frontdesk completion zsh > \"${fpath[1]}/_frontdesk\"\n" +
			"  fish        frontdesk completion fish > ~/.config/fish/completions/frontdesk.fish\n" +
			"  powershell  frontdesk completion powershell | Out-String | Invoke-Expression",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exitcode.UsageErrorf("completion needs one shell: %s", strings.Join(names, ", "))
			}
			return nil
		},
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		for _, s := range shells {
			if s.name == args[0] {
				return s.write(c.Root(), c.OutOrStdout())
			}
		}
		return exitcode.UsageErrorf("completion knows no shell %q; known are %s", args[0], strings.Join(names, ", "))
	}
	return c
}
