package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

func faqCommand(env func(string) string) *cobra.Command {
	return commandGroup("faq", "Look up answers", faqSearchCommand(env), faqCategoriesCommand(env))
}

func faqSearchCommand(env func(string) string) *cobra.Command {
	var titles bool
	c := &cobra.Command{Use: "search WORDS...", Short: "Print the articles whose titles match", Args: cobra.ArbitraryArgs}
	c.Flags().BoolVar(&titles, "titles", false, "print the titles alone")
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, args []string) error {
		words := strings.TrimSpace(strings.Join(args, " "))
		if words == "" {
			return exitcode.UsageErrorf("there is nothing to search for")
		}
		return oneshot.SearchFAQ(ctx, s, words, titles)
	})
}

func faqCategoriesCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "categories", Short: "Print the tree of categories", Args: atMostWords(0)}
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, _ []string) error {
		return oneshot.FAQCategories.Run(ctx, s, wire.EmptyRequest{})
	})
}
