package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// FoundMsg is the articles for some words.
type FoundMsg struct {
	Words    string
	Articles []desk.Article
	Final    bool // from the service; otherwise what is remembered, shown meanwhile
	Err      error
}

// Search finds articles by words of their titles: what is remembered at once, what the service says when typing
// pauses. An earlier search is cancelled.
func (c *Commands) Search(words string) tea.Cmd {
	ctx := c.replace(&c.stopSearch)
	remembered := func() tea.Msg {
		return FoundMsg{Words: words, Articles: c.Book.Remembered(words)}
	}
	asked := func() tea.Msg {
		if !c.Wait(ctx, c.Pause) {
			return nil
		}
		found, err := c.Book.Search(ctx, words)
		if ctx.Err() != nil {
			return nil
		}
		return FoundMsg{Words: words, Articles: found, Final: true, Err: err}
	}
	return tea.Batch(remembered, asked)
}

// CategoriesMsg is the tree of FAQ categories.
type CategoriesMsg struct {
	Categories []desk.Category
	Asked      bool // the service was asked, although they may have been known
	Err        error
}

// Categories reads the FAQ's categories; with again the service is asked although they are known.
func (c *Commands) Categories(again bool) tea.Cmd {
	ctx := c.replace(&c.stopCt)
	return func() tea.Msg {
		categories, err := c.Book.Categories(ctx, again)
		if ctx.Err() != nil {
			return nil
		}
		return CategoriesMsg{Categories: categories, Asked: again, Err: err}
	}
}

// Category finds articles of a category. The interface searches titles alone and lists no category, so the words of
// the category's name and description are asked for, and what was seen before is added; mark comes back as the
// message's words.
func (c *Commands) Category(mark string, category desk.Category) tea.Cmd {
	ctx := c.replace(&c.stopSearch)
	return func() tea.Msg {
		msg := FoundMsg{Words: mark, Final: true}
		for _, word := range categoryWords(category) {
			if _, err := c.Book.Search(ctx, word); err != nil {
				msg.Err = err
				break
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		msg.Articles = c.Book.InCategory(category)
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
	for _, word := range strings.FieldsFunc(text.Fold(category.Name.String()+" "+category.Detail.String()), isMark) {
		if utf8.RuneCountInString(word) > 4 {
			word = strings.TrimSuffix(word, "s")
		}
		if utf8.RuneCountInString(word) > 2 && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words[:min(len(words), mostWords)]
}
