package cli

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// maxKnown limits how many of the articles known here are printed.
const maxKnown = 100

// knownArticle is an article known here as JSON: the interface's record, and what the search here says of it.
type knownArticle struct {
	wire.ArticleRecord

	KnownHere bool     `json:"known_here"`        // always true: it does not come from the service now
	Seen      string   `json:"seen"`              // when the service last answered with it, RFC 3339
	Missing   []string `json:"missing,omitempty"` // words that the article does not have
}

// searchKnown prints the articles that were ever seen here, by words of titles and texts, best match first.
func searchKnown(s *Invocation, words string, titles bool) error {
	articles, done := s.Articles()
	defer done()
	hits := articles.Search(words, maxKnown, nil)
	known := articles.Status()
	if s.JSON {
		return printKnownJSON(s, articles, hits)
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

// printKnownJSON prints articles known here for scripts.
func printKnownJSON(s *Invocation, articles *faqindex.Index, hits []faqindex.Hit) error {
	records := []jsontext.Value{}
	for _, h := range hits {
		a, ok := articles.Article(h.ID)
		if !ok {
			continue
		}
		encoded, err := json.Marshal(knownArticle{
			ArticleRecord: articleRecord(&a, s.zones().Account()),
			KnownHere:     true,
			Seen:          h.Seen.UTC().Format(time.RFC3339),
			Missing:       h.Missing,
		})
		if err != nil {
			return err
		}
		records = append(records, encoded)
	}
	s.PrintArray(records)
	return nil
}

// articleRecord returns an article in the format of the interface.
func articleRecord(a *desk.Article, zone *time.Location) wire.ArticleRecord {
	created := ""
	if !a.Created.IsZero() {
		created = a.Created.In(zone).Format(wire.ArticleTimeLayout)
	}
	return wire.ArticleRecord{
		ID:               a.ID,
		CategoryID:       a.CategoryID,
		Title:            a.Title.String(),
		Detail:           a.Body.Raw(),
		Type:             a.Type.String(),
		CategoryName:     a.CategoryName.String(),
		ParentName:       a.ParentCategory.String(),
		Enabled:          "Yes", // others are not known
		CreateDate:       created,
		AttachmentDetail: a.Attachment.String(),
	}
}
