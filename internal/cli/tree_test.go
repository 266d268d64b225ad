package cli

// These tests look at the command tree itself, of which Run shows no more than its help: which flags name files, whether
// an example would be understood without being carried out, and whether a command that has ended is forgotten.

import (
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func noVariables(string) string { return "" }

// eachCommand calls do for a command and all below it.
func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, below := range c.Commands() {
		eachCommand(below, do)
	}
}

// quoted is a quoted word of a shell's line.
var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// exampleWords are the words after frontdesk of an example, up to a pipe or the name of a file.
func exampleWords(line string) []string {
	_, typed, _ := strings.Cut(line, "frontdesk")
	typed = strings.ReplaceAll(typed, "$(uuidgen)", "A-1")
	typed, _, _ = strings.Cut(typed, " | ")
	typed, _, _ = strings.Cut(strings.ReplaceAll(typed, " > ", " < "), " < ")
	const blank = "\x00"
	words := strings.Fields(quoted.ReplaceAllStringFunc(typed, func(word string) string {
		return strings.ReplaceAll(word[1:len(word)-1], " ", blank)
	}))
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], blank, " ")
	}
	return words
}

// TestHelp_ExamplesAreValidCommands parses every example: its command, flags and number of arguments exist.
func TestHelp_ExamplesAreValidCommands(t *testing.T) {
	shown := 0
	for path, lines := range examples {
		for _, line := range lines {
			root := newRoot(noVariables, strings.NewReader(""), io.Discard, io.Discard)
			c, rest, err := root.Find(exampleWords(line))
			if err != nil || strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "frontdesk"), " ") != path {
				t.Errorf("%s: it is %q, %v", line, c.CommandPath(), err)
				continue
			}
			if err := c.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if err := c.ValidateArgs(c.Flags().Args()); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if !strings.Contains(c.Example, line) {
				t.Errorf("help does not show %s", line)
			}
			shown++
		}
	}
	if shown < len(examples) {
		t.Errorf("%d examples", shown)
	}
}

// TestHelp_EveryCommandThatSendsSomethingHasAnExample: help says how it is meant.
func TestHelp_EveryCommandThatSendsSomethingHasAnExample(t *testing.T) {
	eachCommand(newRoot(noVariables, strings.NewReader(""), io.Discard, io.Discard), func(c *cobra.Command) {
		asks := c.Name() == "init" || c.Name() == "doctor" // that needs no words
		if c.Flags().Lookup("timeout") != nil && c.Example == "" && !asks {
			t.Errorf("%s has no example", c.CommandPath())
		}
	})
}

func TestSSHCommand_NoFlagNamesAFileOfTheHost(t *testing.T) {
	t.Parallel()
	speaksOfFiles := regexp.MustCompile(`(?i)file|folder|directory|path|csv`)
	notFiles := []string{"frontdesk ticket update --disposition"} // a path of names
	var refused []string
	eachCommand(newHostedRoot(noVariables, nil, nil, nil), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name := c.CommandPath() + " --" + f.Name
			if namesFile(f) {
				refused = append(refused, name)
			} else if f.Value.Type() != "bool" && speaksOfFiles.MatchString(f.Name+" "+f.Usage) && !slices.Contains(notFiles, name) {
				t.Errorf("%s may name a file of the host: %s", name, f.Usage)
			}
		})
	})
	for _, name := range []string{
		"frontdesk ticket update --from-csv", "frontdesk ticket update --result", "frontdesk ticket update --resume",
		"frontdesk ticket get --config",
	} {
		if !slices.Contains(refused, name) {
			t.Errorf("%s is allowed", name)
		}
	}
}

// TestHostedCommands_AllOthersAreNamedAsNotAvailable so that an agent learns that a command is for the host.
func TestHostedCommands_AllOthersAreNamedAsNotAvailable(t *testing.T) {
	var hosted, others []string
	for _, c := range newHostedRoot(noVariables, nil, nil, nil).Commands() {
		hosted = append(hosted, c.Name())
	}
	for _, c := range newRoot(noVariables, strings.NewReader(""), io.Discard, io.Discard).Commands() {
		if c.Name() != "help" && !slices.Contains(hosted, c.Name()) {
			others = append(others, c.Name())
		}
	}
	named := slices.Sorted(slices.Values(localNames))
	if slices.Sort(others); !slices.Equal(named, others) {
		t.Errorf("named are %v, not %v", named, others)
	}
}

// TestHostedCommands_AreForgottenWhenTheyHaveEnded: a host that keeps a command keeps its session and all that was
// typed for it.
func TestHostedCommands_AreForgottenWhenTheyHaveEnded(t *testing.T) {
	forgotten := make(chan struct{})
	func() {
		in := strings.NewReader("typed ahead")
		env := func(string) string { _ = in.Len(); return "" }
		_ = newHostedRoot(env, in, io.Discard, io.Discard)
		runtime.AddCleanup(in, func(done chan struct{}) { close(done) }, forgotten)
	}()
	for end := time.Now().Add(time.Minute); ; { // for ever: how fast the machine is decides nothing
		runtime.GC()
		select {
		case <-forgotten:
			return
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatal("a command that has ended is kept")
		}
	}
}
