package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
)

func manCommand(func(string) string) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page", Long: "Print the manual page: frontdesk man | man -l -",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error { return output.WriteText(c.OutOrStdout(), manual(c.Root())) },
	}
}

// manual returns one manual page for the whole program. cobra's generator writes a page for each command, and adds
// three dependencies.
func manual(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		".TH %s 1\n.SH NAME\n%s \\- %s\n",
		strings.ToUpper(root.Name()),
		root.Name(),
		roff(lowerFirst(root.Short)),
	)
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n[\\fICOMMAND\\fR] [\\fIFLAGS\\fR]\n", root.Name())
	b.WriteString(
		".SH DESCRIPTION\nWithout a command the console is opened on the desk that is configured, else on one of its own.\n",
	)
	b.WriteString(".SH FLAGS\n")
	describeFlags(&b, root.LocalFlags())
	b.WriteString(".SH COMMANDS\n")
	describeCommands(&b, root)
	b.WriteString(".SH FILES\n")
	for _, f := range dataFiles {
		fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(f.name), roff(f.what))
	}
	b.WriteString(".SH ENVIRONMENT\n")
	for _, v := range variables {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(v.name), roff(v.what))
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, code := range exitCodes {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", code.code, roff(code.what))
	}
	return b.String()
}

// describeCommands writes the commands below parent, depth first.
func describeCommands(b *strings.Builder, parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if !c.IsAvailableCommand() || c.Name() == "help" {
			continue
		}
		if c.HasSubCommands() {
			describeCommands(b, c)
			continue
		}
		words := c.Long
		if words == "" {
			words = c.Short
		}
		line, _ := strings.CutPrefix(c.UseLine(), c.Root().Name()+" ")
		fmt.Fprintf(b, ".SS %s\n%s\n", roff(strings.TrimSuffix(line, " [flags]")), roff(words))
		if c.Example != "" {
			fmt.Fprintf(b, ".PP\n%s\n", roff(c.Example))
		}
		describeFlags(b, c.LocalNonPersistentFlags())
	}
}

func describeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, words := pflag.UnquoteUsage(f)
		if shown := shownDefault(f); shown != "" {
			words += " (default " + shown + ")"
		}
		fmt.Fprintf(b, ".TP\n.B \\-\\-%s", roff(f.Name))
		if value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(b, "\n%s\n", roff(words))
	})
}

// shownDefault returns the default of a flag; "" if it is a zero value.
func shownDefault(f *pflag.Flag) string {
	if f.DefValue == "false" || f.DefValue == "0" {
		return ""
	}
	return f.DefValue
}

// roff escapes plain text for a manual page: no line starts a request, dashes can be copied, and indented lines, which
// are examples, are not filled.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	var lines []string
	inExample := false
	for line := range strings.SplitSeq(s, "\n") {
		isExample := strings.HasPrefix(line, "  ")
		switch {
		case isExample && !inExample:
			lines = append(lines, ".nf")
		case !isExample && inExample:
			lines = append(lines, ".fi")
		}
		inExample = isExample
		switch {
		case strings.HasPrefix(line, "."), strings.HasPrefix(line, "'"):
			line = `\&` + line
		case line == "":
			line = ".PP"
		}
		lines = append(lines, line)
	}
	if inExample {
		lines = append(lines, ".fi")
	}
	return strings.Join(lines, "\n")
}

// lowerFirst returns s with its first letter in lower case.
func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

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

// completionCommand replaces cobra's own: that one ends with 0 when no shell or an unknown one is named, and puts a
// command for each shell into help and manual.
func completionCommand(func(string) string) *cobra.Command {
	names := make([]string, len(shells))
	for i, s := range shells {
		names[i] = s.name
	}
	c := &cobra.Command{
		Use: "completion " + strings.Join(
			names,
			"|",
		),
		Short: "Print what makes a shell complete commands, flags and accounts",
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
