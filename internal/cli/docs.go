package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"frontdesk/assets"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

func docsCommand(env func(string) string) *cobra.Command {
	return &cobra.Command{
		Use: "docs [TOPIC]", Short: "Read the documentation",
		Long: "List the topics of the documentation, or show the page of one TOPIC at the width\n" +
			"of the terminal. In a file or a pipe, the page is printed as Markdown.",
		Args: atMostWords(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return output.WriteText(c.OutOrStdout(), docsList())
			}
			page, known := assets.Page(args[0])
			if !known {
				return exitcode.UsageError(unknownTopic(args[0]))
			}
			return printPage(c.OutOrStdout(), c.ErrOrStderr(), env, page)
		},
	}
}

// docsList returns a list of the topics, one a line.
func docsList() string {
	var b strings.Builder
	for _, topic := range assets.Topics {
		fmt.Fprintf(&b, "%-16s %s\n", topic.Name, topic.About)
	}
	b.WriteString("\nfrontdesk docs TOPIC shows a page.\n")
	return b.String()
}

// unknownTopic returns an error that suggests the closest topic.
func unknownTopic(word string) error {
	if near := phrase.Nearest(word, assets.TopicNames()); near != "" {
		return fmt.Errorf("unknown topic %q; did you mean %s?", word, near)
	}
	return fmt.Errorf("unknown topic %q; frontdesk docs lists all topics", word)
}

// pageMarkdown converts the markdown of a page to HTML.
var pageMarkdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// printPage renders a page on a terminal, and prints its markdown elsewhere. The renderer takes HTML, the format of
// articles, so that the page is converted first.
func printPage(out, errOut io.Writer, env func(string) string, page string) error {
	printer := output.New(out, errOut, env)
	if printer.RenderMarkdown == nil {
		return output.WriteText(out, page)
	}
	var html strings.Builder
	if err := pageMarkdown.Convert([]byte(page), &html); err != nil {
		return fmt.Errorf("the page cannot be drawn: %w", err)
	}
	printer.Page(out, env)
	printer.Line(strings.Join(printer.RenderMarkdown(safetext.NewHTML(html.String()), printer.Width), "\n"))
	return printer.Flush()
}
