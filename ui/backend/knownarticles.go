package backend

import (
	"context"
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

// KnownArticlesMsg holds the articles known here that fit what was typed.
type KnownArticlesMsg struct {
	Query  string
	Hits   []ArticleHit
	Status ArticlesStatus
}

// FindKnown searches the titles and bodies of all articles known here, without the service. With an empty
// query it finds those that the agent has inserted. It cancels an earlier search.
func (f *FAQ) FindKnown(query string, limit int) tea.Cmd {
	return f.c.latest(&f.stopKnown, func(context.Context) tea.Msg {
		hits := f.c.Cache.Articles.Search(query, limit, f.c.Articles.Order())
		return KnownArticlesMsg{Query: query, Hits: hits, Status: f.Status()}
	})
}

// ArticlesSuggestedMsg holds the articles known here that a text is about.
type ArticlesSuggestedMsg struct {
	Text   string
	Hits   []ArticleHit
	Status ArticlesStatus
}

// Suggest finds the articles known here that a text is about, such as a ticket's title and description or the
// notes of a call. It cancels an earlier one.
func (f *FAQ) Suggest(text string, limit int) tea.Cmd {
	return f.suggest(text, limit, func() []faqindex.Part { return []faqindex.Part{{Text: text, Weight: titleWeight}} })
}

// suggest finds the articles known here that parts are about, for an ArticlesSuggestedMsg with that text.
func (f *FAQ) suggest(text string, limit int, parts func() []faqindex.Part) tea.Cmd {
	return f.c.latest(&f.stopSuggest, func(context.Context) tea.Msg {
		hits := f.c.Cache.Articles.Suggest(parts(), limit)
		return ArticlesSuggestedMsg{Text: text, Hits: hits, Status: f.Status()}
	})
}

// ArticleReadMsg holds an article known here.
type ArticleReadMsg struct {
	ID      int64
	Article desk.Article
	Known   bool // false if it has been withdrawn since
}

// Read reads an article that is known here, such as that of a hit. It cancels an earlier one.
func (f *FAQ) Read(id int64) tea.Cmd {
	return f.c.latest(&f.stopRead, func(context.Context) tea.Msg {
		a, known := f.c.Cache.Articles.Article(id)
		return ArticleReadMsg{ID: id, Article: a, Known: known}
	})
}

// ArticleUsedMsg is the result of FAQ.RememberUsed.
type ArticleUsedMsg struct{ Err error }

// RememberUsed remembers that the agent has inserted an article, which makes it come first.
func (f *FAQ) RememberUsed(id int64) tea.Cmd {
	return func() tea.Msg { return ArticleUsedMsg{f.c.Articles.Used(id, f.c.Config.Now())} }
}

// ArticlesChangedMsg says how many articles are known now.
type ArticlesChangedMsg struct{ Status ArticlesStatus }

// statusPause is how long a status is shown at least, so that articles that arrive one after the other are counted
// together.
const statusPause = 2 * time.Second

// Watch waits until the number of known articles, or what is known of it, is no longer the one shown. It
// cancels an earlier one.
func (f *FAQ) Watch(shown ArticlesStatus) tea.Cmd {
	return f.c.latest(&f.stopWatch, func(ctx context.Context) tea.Msg {
		if !f.c.Sleep(ctx, statusPause) {
			return nil
		}
		now := f.c.Cache.Articles.WaitForChange(ctx, shown)
		if ctx.Err() != nil {
			return nil
		}
		return ArticlesChangedMsg{now}
	})
}

// StopWatching cancels Watch.
func (f *FAQ) StopWatching() { f.stopWatch.cancel() }

// Status returns how many articles are known, and whether these may be all. It does no IO.
func (f *FAQ) Status() ArticlesStatus { return f.c.Cache.Articles.Status() }
