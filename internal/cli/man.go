package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/table"
)

// Manual returns the manual page of the program, for packages.
func Manual() string {
	return manual(newRoot(func(string) string { return "" }, strings.NewReader(""), io.Discard, io.Discard))
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
		".SH DESCRIPTION\nWithout a command, frontdesk opens the console on the configured desk, or on a sample desk if none is configured.\n",
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
	for _, m := range exitcode.Meanings {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", m.Code, roff(m.Text))
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
	{"bash", func(root *cobra.Command, out io.Writer) error {
		_, err := io.WriteString(out, bashWords)
		return errors.Join(err, root.GenBashCompletionV2(out, true))
	}},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", writeFishCompletion},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

// writeFishCompletion prints the script for fish, in which what is offered is not taken for an option of string split.
func writeFishCompletion(root *cobra.Command, out io.Writer) error {
	var script strings.Builder
	err := root.GenFishCompletion(&script, true)
	_, failed := io.WriteString(out, strings.ReplaceAll(script.String(), `--max 1 \t $`, `--max 1 -- \t $`))
	return errors.Join(err, failed)
}

// bashWords stands in for the package bash-completion where it is not installed: it joins the words that bash splits at
// characters such as = and :, up to the cursor, and sets the variables of its caller.
const bashWords = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref()
{
    local line=$COMP_LINE word i n=0
    words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -eq 0 || $line == [[:space:]]* || -z $line && -z $word ]]; then
            line=${line#"${line%%[![:space:]]*}"} words[n++]=$word
        else
            words[n-1]+=$word
        fi
        line=${line#"$word"}
    done
    cword=$((n - 1)) cur=${words[n-1]} prev=
    if ((n > 1)); then prev=${words[n-2]}; fi
}

`

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
		Short: "Print the completion script of a shell",
		Long: "Print the script with which a shell completes commands, flags and accounts:\n\n" +
			"  bash        source <(frontdesk completion bash)\n" +
			"  zsh         frontdesk completion zsh > \"${fpath[1]}/_frontdesk\"\n" +
			"  fish        frontdesk completion fish > ~/.config/fish/completions/frontdesk.fish\n" +
			"  powershell  frontdesk completion powershell | Out-String | Invoke-Expression",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exitcode.UsageErrorf("name one shell: %s", strings.Join(names, ", "))
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
		return exitcode.UsageErrorf("unknown shell %q; the shells are %s", args[0], strings.Join(names, ", "))
	}
	return c
}

//go:embed examples.txt
var examplesFile string

// examples are the command lines that help and the manual show, by command. A test checks that they parse.
var examples = readExamples()

func readExamples() map[string][]string {
	all := map[string][]string{}
	for _, row := range table.Read(examplesFile, 1) {
		all[row.Section] = append(all[row.Section], row.Cells[0])
	}
	return all
}

// showExamples sets the examples of a command and of all commands below it.
func showExamples(c *cobra.Command) {
	path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
	if lines := examples[path]; len(lines) > 0 && c.Example == "" {
		c.Example = "  " + strings.Join(lines, "\n  ")
	}
	for _, below := range c.Commands() {
		showExamples(below)
	}
}

// variables lists the environment variables, except those that the configuration's own table documents.
var variables = []struct{ name, what string }{
	{"FRONTDESK_BASE_URL, FRONTDESK_KMS_URL", "the addresses of the service and of the search in the FAQ"},
	{"FRONTDESK_TOKEN", "the API key; for serve, the key that it accepts"},
	{"FRONTDESK_ORDER_USER, FRONTDESK_ORDER_PASSWORD", "user name and password of the order operations"},
	{"FRONTDESK_CM_ID", "the account id"},
	{"FRONTDESK_ACCOUNT", "the account of the configuration to use"},
	{"FRONTDESK_CONFIG", "another configuration file"},
	{"FRONTDESK_DISPLAY_ZONE", "the time zone that you read and type in; by default the account's"},
	{"XDG_CONFIG_HOME, XDG_DATA_HOME", "the directories of the configuration, and of desk and drafts"},
	{"XDG_CACHE_HOME", "the directory of the records that the console keeps between starts"},
	{"NO_COLOR", "no colours"},
	{"PAGER", "the command that shows long results on a terminal; default: less"},
	{"NO_PAGER", "long results are printed at once"},
}

// dataFiles lists the default paths.
var dataFiles = []struct{ name, what string }{
	{"~/.config/frontdesk/config.toml", "the configuration; if it holds a credential, its mode must be 0600"},
	{"~/.local/share/frontdesk/desk.db", "the sample desk, used if no service is configured"},
	{"~/.local/share/frontdesk/drafts", "drafts, outbox and journal"},
}
