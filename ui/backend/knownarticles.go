package backend

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
)

// Types of the index of articles that the panes use; the panes do not import that package.
type (
	// ArticleHit is an article of those known here that was found, with its matches.
	ArticleHit = faqindex.Hit
	// ArticleMark is a part of a text that matches, in bytes.
	ArticleMark = faqindex.Range
	// ArticlesStatus is how many articles are known, and whether these may be all.
	ArticlesStatus = faqindex.Status
)

// MarkWords returns the parts of a text that begin with one of the words of an ArticleHit, for marking them.
func MarkWords(text string, words []string) []ArticleMark { return faqindex.Marks(text, words) }

// KnownArticles holds the articles known here that fit what was typed.
type KnownArticles = Answer[KnownQuery, []ArticleHit]

// FindKnown searches the titles and bodies of all articles known here, without the service. With an empty
// query it finds those that the agent has inserted. It cancels an earlier search.
func (f *FAQ) FindKnown(query string, limit int) tea.Cmd {
	return load(f.c, &f.known, 0, KnownQuery(query), func(context.Context) ([]ArticleHit, time.Time, error) {
		return f.c.Cache.Articles.Search(query, limit, f.c.Articles.Order()), time.Time{}, nil
	})
}

// ArticlesSuggested holds the articles known here that a text is about.
type ArticlesSuggested = Answer[Subject, []ArticleHit]

// Suggest finds the articles known here that a text is about, such as a ticket's title and description or the
// notes of a call. It cancels an earlier one.
func (f *FAQ) Suggest(text string, limit int) tea.Cmd {
	return f.suggest(text, limit, func() []faqindex.Part { return []faqindex.Part{{Text: text, Weight: titleWeight}} })
}

// suggest finds the articles known here that parts are about, for a subject.
func (f *FAQ) suggest(about string, limit int, parts func() []faqindex.Part) tea.Cmd {
	return load(f.c, &f.suggestions, 0, Subject(about), func(context.Context) ([]ArticleHit, time.Time, error) {
		return f.c.Cache.Articles.Suggest(parts(), limit), time.Time{}, nil
	})
}

// ArticleRead holds an article known here, by its id.
type ArticleRead = Answer[int64, desk.Article]

// errWithdrawn is the error of an article that the service no longer has.
var errWithdrawn = errors.New("the article was withdrawn")

// Read reads an article that is known here, such as that of a hit. It cancels an earlier one.
func (f *FAQ) Read(id int64) tea.Cmd {
	return load(f.c, &f.shown, 0, id, func(context.Context) (desk.Article, time.Time, error) {
		article, known := f.c.Cache.Articles.Article(id)
		if !known {
			return article, time.Time{}, errWithdrawn
		}
		return article, time.Time{}, nil
	})
}

// RememberUsed remembers that the agent has inserted an article, which makes it come first.
func (f *FAQ) RememberUsed(id int64) tea.Cmd {
	return written("that the article was used is not remembered: ", func() error {
		return f.c.Articles.Used(id, f.c.Config.Now())
	})
}

// statusPause is how long a status is shown at least, so that articles that arrive one after the other are counted
// together.
const statusPause = 2 * time.Second

// Watch waits until the number of known articles, or what is known of it, is no longer the one shown. It
// cancels an earlier one.
func (f *FAQ) Watch(shown ArticlesStatus, take func(ArticlesStatus) tea.Cmd) tea.Cmd {
	ctx := f.watch.Begin(f.c.Context)
	return Do(ctx, func() Then {
		if !f.c.Sleep(ctx, statusPause) {
			return nil
		}
		now := f.c.Cache.Articles.WaitForChange(ctx, shown)
		return func() tea.Cmd { return take(now) }
	})
}

// StopWatching cancels Watch.
func (f *FAQ) StopWatching() { f.watch.Cancel() }

// Status returns how many articles are known, and whether these may be all. It does no IO.
func (f *FAQ) Status() ArticlesStatus { return f.c.Cache.Articles.Status() }
