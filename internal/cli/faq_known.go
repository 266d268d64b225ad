package cli

import (
	"context"
	"strings"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
)

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
