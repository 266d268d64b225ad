package backend

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext"
)

// FAQ searches, suggests and reads articles, those of the service and those known here.
type FAQ struct {
	c                         *Backend
	search, categories        Slot
	known, suggestions, shown Slot
	completion, watch         Slot
}

// What articles were asked for.
type (
	// ServiceQuery is words that the service is asked for.
	ServiceQuery string
	// KnownQuery is words that articles known here fit.
	KnownQuery string
	// Subject is a text that articles are about, or the id of a ticket.
	Subject string
	// Again is true for a request past the cache.
	Again bool
)

// ArticlesFound holds the service's answer to a query.
type ArticlesFound = Answer[ServiceQuery, []desk.Article]

// Search asks the service for articles by words of their titles, after SearchDebounce. It cancels an earlier
// search.
func (f *FAQ) Search(words string) tea.Cmd {
	return load(f.c, &f.search, f.c.SearchDebounce, ServiceQuery(words),
		func(ctx context.Context) (found []desk.Article, at time.Time, err error) {
			found, err = f.c.Cache.SearchArticles(ctx, words)
			return found, f.c.Now(), err
		})
}

// QueryWords returns the words of a query, for MarkWords.
func QueryWords(query string) []string {
	isMark := func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }
	return strings.FieldsFunc(safetext.Fold(query), isMark)
}

// SuggestForTicket finds the articles known here that a ticket is about, by its title, its description and its newest
// messages. The Subject is the ticket's id. It cancels an earlier one.
func (f *FAQ) SuggestForTicket(t *desk.Ticket, d *desk.TicketDetails, limit int) tea.Cmd {
	return f.suggest(t.ID.Raw(), limit, func() []faqindex.Part { return ticketSubject(t, d) })
}

// maxSubjectEntries is the number of entries of a ticket's history that suggestions take into account.
const maxSubjectEntries = 3

// What the words of a ticket count for suggestions: its title and its disposition say what it is about.
const (
	titleWeight       = 4
	dispositionWeight = 4
	bodyWeight        = 1
)

// ticketSubject returns what a ticket is about, what says most first. The details may be nil.
func ticketSubject(t *desk.Ticket, d *desk.TicketDetails) []faqindex.Part {
	about := []faqindex.Part{
		{Text: t.Title.String(), Weight: titleWeight},
		{Text: t.Disposition.String(), Weight: dispositionWeight},
	}
	if d == nil {
		return about
	}
	about = append(about, faqindex.Part{Text: d.Body.Text().String(), Weight: bodyWeight})
	for i, e := range slices.Backward(d.Timeline) {
		if len(d.Timeline)-i <= maxSubjectEntries {
			about = append(about, faqindex.Part{Text: e.Body.Text().String(), Weight: bodyWeight})
		}
	}
	return about
}

// maxCompleted is the number of articles that are offered while a text is typed.
const maxCompleted = 30

// Complete finds articles whose titles fit a text that is being typed, the best first: cached ones at once, and again
// after the service has answered. It cancels an earlier search.
func (f *FAQ) Complete(words string, take func([]desk.Article) tea.Cmd) tea.Cmd {
	ctx := f.completion.Begin(f.c.Context)
	cached := func() Then {
		articles := f.c.Cache.Articles.Titled(words, maxCompleted)
		return func() tea.Cmd { return take(articles) }
	}
	return tea.Batch(Do(ctx, cached), Do(ctx, func() Then {
		if !f.c.Sleep(ctx, f.c.SearchDebounce) {
			return nil
		}
		if _, err := f.c.Cache.SearchArticles(ctx, words); err != nil {
			return nil
		}
		return cached()
	}))
}

// CategoriesLoaded holds the tree of FAQ categories.
type CategoriesLoaded = Answer[Again, []desk.Category]

// LoadCategories reads the FAQ categories; again bypasses the cache.
func (f *FAQ) LoadCategories(again bool) tea.Cmd {
	return load(f.c, &f.categories, 0, Again(again),
		func(ctx context.Context) (categories []desk.Category, at time.Time, err error) {
			categories, err = f.c.Cache.Categories(ctx, again)
			return categories, f.c.Now(), err
		})
}

// LoadCategory finds the articles of a category. The interface searches titles only and cannot list a category
// (PROTOCOL.md 4.12), so it searches for the words of the category's name and description, and then returns the cached
// articles of the category. The answer is that to mark.
func (f *FAQ) LoadCategory(mark string, category desk.Category) tea.Cmd {
	return load(f.c, &f.search, 0, ServiceQuery(mark),
		func(ctx context.Context) (found []desk.Article, at time.Time, err error) {
			for _, word := range categoryWords(category) {
				if _, err = f.c.Cache.SearchArticles(ctx, word); err != nil {
					break
				}
			}
			return f.c.Cache.Articles.In(category), f.c.Now(), err
		})
}

// maxCategorySearches is the maximum number of searches for one category.
const maxCategorySearches = 10

// categoryWords returns the words of a category's name and description to search for. It drops a plural ending, because
// a search word matches the beginning of a word of the title.
func categoryWords(category desk.Category) []string {
	var words []string
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	for _, word := range strings.FieldsFunc(safetext.Fold(category.Name.String()+" "+category.Detail.String()), isMark) {
		if utf8.RuneCountInString(word) > 4 {
			word = strings.TrimSuffix(word, "s")
		}
		if utf8.RuneCountInString(word) > 2 && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words[:min(len(words), maxCategorySearches)]
}
