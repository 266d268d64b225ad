package backend

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// ArticlesFoundMsg is the articles for some words.
type ArticlesFoundMsg struct {
	Query    string
	Articles []desk.Article
	Final    bool // from the service; otherwise what is remembered, shown meanwhile
	Err      error
}

// SearchArticles finds articles by words of their titles: what is remembered at once, what the service says when typing
// pauses. An earlier search is cancelled.
func (c *Backend) SearchArticles(words string) tea.Cmd {
	ctx := c.replace(&c.stopSearch)
	remembered := func() tea.Msg {
		return ArticlesFoundMsg{Query: words, Articles: c.Book.CachedArticles(words)}
	}
	asked := func() tea.Msg {
		if !c.Sleep(ctx, c.SearchDebounce) {
			return nil
		}
		found, err := c.Book.SearchArticles(ctx, words)
		if ctx.Err() != nil {
			return nil
		}
		return ArticlesFoundMsg{Query: words, Articles: found, Final: true, Err: err}
	}
	return tea.Batch(remembered, asked)
}

// CategoriesLoadedMsg is the tree of FAQ categories.
type CategoriesLoadedMsg struct {
	Categories []desk.Category
	Asked      bool // the service was asked, although they may have been known
	Err        error
}

// LoadCategories reads the FAQ's categories; with again the service is asked although they are known.
func (c *Backend) LoadCategories(again bool) tea.Cmd {
	ctx := c.replace(&c.stopCt)
	return func() tea.Msg {
		categories, err := c.Book.Categories(ctx, again)
		if ctx.Err() != nil {
			return nil
		}
		return CategoriesLoadedMsg{Categories: categories, Asked: again, Err: err}
	}
}

// LoadCategoryArticles finds articles of a category. The interface searches titles alone and lists no category, so the words of
// the category's name and description are asked for, and what was seen before is added; mark comes back as the
// message's words.
func (c *Backend) LoadCategoryArticles(mark string, category desk.Category) tea.Cmd {
	ctx := c.replace(&c.stopSearch)
	return func() tea.Msg {
		msg := ArticlesFoundMsg{Query: mark, Final: true}
		for _, word := range categoryWords(category) {
			if _, err := c.Book.SearchArticles(ctx, word); err != nil {
				msg.Err = err
				break
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		msg.Articles = c.Book.CachedArticlesIn(category)
		return msg
	}
}

// mostWords is how many searches the opening of a category may cost.
const mostWords = 10

// categoryWords are the words under which articles of a category are likely to be found: those of its name and its
// description, without the ending of a plural, because a word of the search begins a word of the title.
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
	return words[:min(len(words), mostWords)]
}
