package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

func faqCommand(env func(string) string) *cobra.Command {
	return commandGroup("faq", "Search the FAQ", faqSearchCommand(env), faqCategoriesCommand(env))
}

func faqSearchCommand(env func(string) string) *cobra.Command {
	var titles, known bool
	c := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Print the articles whose titles match the words",
		Args:  cobra.ArbitraryArgs, Annotations: prints(record.Article),
	}
	c.Flags().BoolVar(&titles, "titles", false, "print only the titles")
	c.Flags().BoolVar(&known, "known", false, "search titles and texts of the articles kept on this machine, without a request")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, args []string) error {
		words := strings.TrimSpace(strings.Join(args, " "))
		if words == "" {
			return exitcode.UsageErrorf("name the words to search for, such as frontdesk faq search refund")
		}
		if known {
			return searchKnown(ctx, s, words, titles)
		}
		return searchFAQ(ctx, s, words, titles)
	})
}

func faqCategoriesCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "categories", Short: "Print the categories of articles as a tree", Args: atMostWords(0), Annotations: prints(record.Category)}
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		return faqCategories.Run(ctx, s, wire.EmptyRequest{})
	})
}

// searchFAQ prints the articles with matching titles, best match first (PROTOCOL.md 4.12). With titles set, it prints
// only a table of titles.
func searchFAQ(ctx context.Context, s *Invocation, words string, titles bool) error {
	c, responses, err := s.client(ctx, wire.SearchFAQ.OperationInfo)
	if err != nil {
		return err
	}
	articles, done := s.Articles()
	defer done()
	records := cache.New(cache.Config{Client: c, Zone: s.zones().Account(), Now: time.Now, Articles: articles})
	found, err := records.SearchArticles(ctx, words)
	switch {
	case err != nil:
		return err
	case s.forScripts():
		l := list[desk.Article]{invocation: s, kind: &articleKind, context: ctx}
		l.addFound(found, responses, true)
		if err := l.end(); err != nil {
			return err
		}
	case len(found) == 0:
		s.Notef("no article's title matches %q", safetext.LineFromText(words))
	case titles:
		output.Table(&s.Printer, articleColumns(s), found)
	default:
		for n := range found {
			s.printArticle(n, &found[n])
		}
	}
	noteWithoutID(s, found, &articleKind)
	return nil
}

// articleKind is articles.
var articleKind = kind[desk.Article]{
	noun:       "article",
	record:     record.OfArticle,
	read:       wire.SearchFAQ.Decode,
	id:         func(a *desk.Article) string { return formatID(a.ID) },
	supersedes: (*desk.Article).Supersedes,
}

func articleColumns(s *Invocation) []output.Column[desk.Article] {
	return []output.Column[desk.Article]{
		{Head: "Article", Cell: func(a *desk.Article) string { return fmt.Sprint(a.ID) }},
		{Head: "Category", Cell: func(a *desk.Article) string { return a.CategoryName.String() }},
		{Head: "Created", Cell: func(a *desk.Article) string { return formatTime(a.Created, s.zones()) }},
		{Head: "Title", Cell: func(a *desk.Article) string { return a.Title.String() }},
	}
}

// printArticle prints an article with its text.
func (s *Invocation) printArticle(nth int, a *desk.Article) {
	if nth > 0 {
		s.Line()
	}
	s.Line(s.Paint(output.Strong, a.Title.String()))
	where := strings.Trim(strings.Join([]string{a.ParentCategory.String(), a.CategoryName.String()}, " / "), " /")
	facts := []string{fmt.Sprint("article ", a.ID)}
	for _, fact := range []string{where, formatTime(a.Created, s.zones()), a.Attachment.String()} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	s.Line(s.Paint(output.Dim, strings.Join(facts, " · ")))
	if !a.Body.IsEmpty() {
		s.Line()
		s.Body("", a.Body)
	}
}

const maxIndent = 8 // maximum number of indented levels

// categoryPath returns a category's path from the root to itself. Some accounts leave the category itself out of its
// path.
func categoryPath(c desk.Category) []int64 {
	if n := len(c.Path); n > 0 && c.Path[n-1] == c.ID {
		return c.Path
	}
	return append(slices.Clip(c.Path), c.ID)
}

// faqCategories prints the category tree (PROTOCOL.md 4.13).
var faqCategories = query[wire.EmptyRequest, []desk.Category]{
	Op: wire.FAQCategories,
	Records: func(zone *time.Location, all []desk.Category) []record.Object {
		records := make([]record.Object, len(all))
		for i := range all {
			records[i] = record.OfCategory(&all[i], categoryPath(all[i]), zone)
		}
		return records
	},
	PrintResult: func(s *Invocation, _ wire.EmptyRequest, all []desk.Category) {
		if len(all) == 0 {
			s.Notef("there are no categories")
			return
		}
		slices.SortStableFunc(
			all,
			func(a, b desk.Category) int { return slices.Compare(categoryPath(a), categoryPath(b)) },
		)
		output.Table(&s.Printer, []output.Column[desk.Category]{
			{Head: "Category", Cell: func(c *desk.Category) string { return fmt.Sprint(c.ID) }},
			{Head: "Name", Cell: func(c *desk.Category) string {
				return strings.Repeat(output.Gap, min(len(categoryPath(*c))-1, maxIndent)) + c.Name.String()
			}},
			{Head: "About", Cell: func(c *desk.Category) string { return c.Detail.Line().String() }},
		}, all)
	},
}

// maxKnown limits how many of the articles known here are printed.
const maxKnown = 100

// searchKnown prints the articles that were ever seen here, by words of titles and texts, best match first.
func searchKnown(ctx context.Context, s *Invocation, words string, titles bool) error {
	articles, done := s.Articles()
	defer done()
	hits := articles.Search(words, maxKnown, nil)
	known := articles.Status()
	if s.forScripts() {
		return printKnownForScripts(ctx, s, articles, hits)
	}
	switch {
	case known.Articles == 0:
		s.Notef("no article is known here: console and faq search keep those that they see")
		return nil
	case len(hits) == 0:
		s.Notef("none of %s known here has %q", phrase.Count(known.Articles, "article"), safetext.LineFromText(words))
		return nil
	}
	if missing := hits[0].Missing; len(missing) > 0 {
		s.Notef("no article known here has all words; the first lacks %s", strings.Join(missing, ", "))
	}
	var found []desk.Article
	for _, h := range hits {
		if a, ok := articles.Article(h.ID); ok {
			found = append(found, a)
		}
	}
	if titles {
		output.Table(&s.Printer, articleColumns(s), found)
		return nil
	}
	for n := range found {
		s.printArticle(n, &found[n])
	}
	return nil
}

// printKnownForScripts prints articles known here for scripts.
func printKnownForScripts(ctx context.Context, s *Invocation, articles *faqindex.Index, hits []faqindex.Hit) error {
	if s.isRaw() {
		return exitcode.UsageErrorf("--raw and --known exclude each other: nothing is asked of the service")
	}
	out := output.Array{Context: ctx, Printer: &s.Printer}
	for _, h := range hits {
		if a, ok := articles.Article(h.ID); ok {
			out.AddRecord(record.OfKnownArticle(&a, h.Seen, h.Missing, s.zones().Account()))
		}
	}
	return out.End()
}
