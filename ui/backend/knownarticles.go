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

// FindKnownArticles searches the titles and bodies of all articles known here, without the service. With an empty
// query it finds those that the agent has inserted. It cancels an earlier search.
func (c *Backend) FindKnownArticles(query string, limit int) tea.Cmd {
	return c.latest(&c.stopKnown, func(context.Context) tea.Msg {
		hits := c.Cache.Articles.Search(query, limit, c.Articles.Order())
		return KnownArticlesMsg{Query: query, Hits: hits, Status: c.Cache.Articles.Status()}
	})
}

// ArticlesSuggestedMsg holds the articles known here that a text is about.
type ArticlesSuggestedMsg struct {
	Text   string
	Hits   []ArticleHit
	Status ArticlesStatus
}

// SuggestArticles finds the articles known here that a text is about, such as a ticket's title and description or the
// notes of a call. It cancels an earlier one.
func (c *Backend) SuggestArticles(text string, limit int) tea.Cmd {
	return c.latest(&c.stopSuggest, func(context.Context) tea.Msg {
		parts := []faqindex.Part{{Text: text, Weight: titleWeight}}
		hits := c.Cache.Articles.Suggest(parts, limit)
		return ArticlesSuggestedMsg{Text: text, Hits: hits, Status: c.Cache.Articles.Status()}
	})
}

// ArticleReadMsg holds an article known here.
type ArticleReadMsg struct {
	ID      int64
	Article desk.Article
	Known   bool // false if it has been withdrawn since
}

// ReadArticle reads an article that is known here, such as that of a hit. It cancels an earlier one.
func (c *Backend) ReadArticle(id int64) tea.Cmd {
	return c.latest(&c.stopReadArticle, func(context.Context) tea.Msg {
		a, known := c.Cache.Articles.Article(id)
		return ArticleReadMsg{ID: id, Article: a, Known: known}
	})
}

// ArticleUsedMsg is the result of RememberArticleUsed.
type ArticleUsedMsg struct{ Err error }

// RememberArticleUsed remembers that the agent has inserted an article, which makes it come first.
func (c *Backend) RememberArticleUsed(id int64) tea.Cmd {
	return func() tea.Msg { return ArticleUsedMsg{c.Articles.Used(id, c.Config.Now())} }
}

// ArticlesChangedMsg says how many articles are known now.
type ArticlesChangedMsg struct{ Status ArticlesStatus }

// statusPause is how long a status is shown at least, so that articles that arrive one after the other are counted
// together.
const statusPause = 2 * time.Second

// WatchArticles waits until the number of known articles, or what is known of it, is no longer the one shown. It
// cancels an earlier one.
func (c *Backend) WatchArticles(shown ArticlesStatus) tea.Cmd {
	return c.latest(&c.stopWatchArticles, func(ctx context.Context) tea.Msg {
		if !c.Sleep(ctx, statusPause) {
			return nil
		}
		now := c.Cache.Articles.WaitForChange(ctx, shown)
		if ctx.Err() != nil {
			return nil
		}
		return ArticlesChangedMsg{now}
	})
}

// StopWatchingArticles cancels WatchArticles.
func (c *Backend) StopWatchingArticles() { c.stopWatchArticles.cancel() }

// ArticlesStatus returns how many articles are known, and whether these may be all. It does no IO.
func (c *Backend) ArticlesStatus() ArticlesStatus { return c.Cache.Articles.Status() }
