package editor

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// The marks in a comment or in a ticket's details after which something is offered.
const (
	textMark    = "::" // canned texts
	articleMark = "??" // articles by their titles
)

// Offer is a text that can take the place of a mark and what was typed after it.
type Offer struct {
	Label   string
	Detail  string        // shown after the label
	Problem string        // why it cannot be taken; empty if it can
	Text    func() string // called when it is taken
}

// completion is the list of offers while a mark and words are typed. Its zero value has none.
type completion struct {
	typed    textedit.Typed
	open     bool
	closedAt int // the position of the mark whose list esc has closed, counted from 1; 0 for none
	texts    []Offer
	hasTexts bool // texts are those of this mark
	articles []Offer
	query    string // the words that articles were last wanted for
	shown    []Offer
	cursor   int
	first    int // the first visible row
	labels   int // the columns of the labels of canned texts
}

// maxOffers is the number of visible rows.
const maxOffers = 6

// updateCompletion opens, updates or closes the list after a change of the text or of the cursor.
func (e *Editor) updateCompletion() {
	c := &e.completion
	typed, ok := e.Form.TypedAfter(textMark, articleMark)
	isOffered := slices.Contains([]string{backend.FieldComment, backend.FieldDetails}, e.Form.Focused())
	if !ok || !isOffered {
		*c = completion{}
		return
	}
	at := typed.Position() + 1
	if c.closedAt == at {
		return
	}
	if !c.open || c.typed.Position() != typed.Position() || c.typed.Mark != typed.Mark {
		*c = completion{}
	}
	if c.typed.Text != typed.Text {
		c.cursor = 0
	}
	c.open, c.typed = true, typed
	e.filterOffers()
}

// filterOffers shows the canned texts that fit what was typed, or the articles as they were found.
func (e *Editor) filterOffers() {
	c := &e.completion
	c.shown = c.articles
	if c.typed.Mark == textMark {
		c.shown = form.Fitting(c.texts, c.typed.Text, func(o Offer) []string { return []string{o.Label} })
	} else if strings.TrimSpace(c.typed.Text) == "" {
		c.shown = nil
	}
	c.labels = 0
	for _, o := range c.shown {
		c.labels = min(max(c.labels, termwidth.Width(o.Label)), maxOfferLabel)
	}
	c.cursor = min(c.cursor, max(len(c.shown)-1, 0))
	c.first = max(min(c.first, c.cursor), c.cursor-maxOffers+1)
}

// WantsTexts reports whether the completion needs the canned texts and SetTexts was not called yet.
func (e *Editor) WantsTexts() bool {
	return e.completion.open && e.completion.typed.Mark == textMark && !e.completion.hasTexts
}

// OffersTexts reports whether canned texts are offered.
func (e *Editor) OffersTexts() bool { return e.completion.open && e.completion.hasTexts }

// SetTexts gives the canned texts.
func (e *Editor) SetTexts(texts []Offer) {
	e.completion.texts, e.completion.hasTexts = texts, true
	e.filterOffers()
}

// WantedArticles returns the words for which articles are wanted since the last call; ok is false if there are none.
func (e *Editor) WantedArticles() (words string, ok bool) {
	c := &e.completion
	words = strings.TrimSpace(c.typed.Text)
	if !c.open || c.typed.Mark != articleMark || words == c.query {
		return "", false
	}
	c.query = words
	if words == "" {
		c.articles = nil
		e.filterOffers()
	}
	return words, words != ""
}

// SetArticles offers the articles that were found for words. It ignores them if the agent has typed on meanwhile.
func (e *Editor) SetArticles(words string, articles []Offer) {
	c := &e.completion
	if !c.open || c.typed.Mark != articleMark || words != c.query {
		return
	}
	under := ""
	if c.cursor < len(c.shown) && c.cursor > 0 {
		under = c.shown[c.cursor].Label
	}
	c.articles = articles
	if i := slices.IndexFunc(articles, func(o Offer) bool { return o.Label == under }); i > 0 {
		c.cursor = i
	} else {
		c.cursor = 0
	}
	e.filterOffers()
}

// HasOffers reports whether something is offered that a key can take.
func (e *Editor) HasOffers() bool {
	return e.completion.open && len(e.completion.shown) > 0 && e.progress == ""
}

// IsCompletionKey reports whether a key chooses, takes or leaves what is offered.
func IsCompletionKey(key string) bool {
	return slices.Contains([]string{"up", "down", "tab", "shift+tab", "enter", "esc"}, key)
}

// CompletionKey handles a key while something is offered: it moves in the list, takes an offer or closes the list. It
// returns false for a key that is text or means something else.
func (e *Editor) CompletionKey(k tea.KeyPressMsg) bool {
	c := &e.completion
	if !e.HasOffers() || !IsCompletionKey(k.String()) {
		return false
	}
	switch k.String() {
	case "down", "tab":
		c.cursor = (c.cursor + 1) % len(c.shown)
	case "up", "shift+tab":
		c.cursor = (c.cursor + len(c.shown) - 1) % len(c.shown)
	case "enter":
		e.takeOffer()
		return true
	case "esc":
		*c = completion{closedAt: c.typed.Position() + 1}
		return true
	}
	c.first = max(min(c.first, c.cursor), c.cursor-maxOffers+1)
	return true
}

// takeOffer puts the offer under the cursor in the place of the mark, unless it has a problem.
func (e *Editor) takeOffer() {
	c := e.completion
	offer := c.shown[c.cursor]
	if offer.Problem != "" {
		return
	}
	e.completion = completion{}
	e.Form.ReplaceTyped(c.typed, offer.Text())
	e.Form.Echo(backend.FieldSubStatus)
}

// completionHint says how an offer is taken, or why the one under the cursor cannot be; empty without offers.
func (e *Editor) completionHint(th *theme.Theme) string {
	c := &e.completion
	switch {
	case !c.open || len(c.shown) == 0:
		return ""
	case c.shown[c.cursor].Problem != "":
		return "✗ " + c.shown[c.cursor].Problem
	}
	return th.KeyName("↑ ↓ choose · ⏎ insert · esc leaves what is typed")
}

// offersIndent and maxOfferWidth place the list in the form.
const (
	offersIndent  = 2
	maxOfferWidth = 72
)

// menu returns the visible offers as they are drawn.
func (e *Editor) menu(th *theme.Theme, width int) form.Menu {
	c := &e.completion
	if !c.open {
		return form.Menu{}
	}
	var rows []string
	for i := c.first; i < min(c.first+maxOffers, len(c.shown)); i++ {
		row := c.row(th, i, min(width-offersIndent, maxOfferWidth))
		rows = append(rows, strings.Repeat(" ", offersIndent)+row)
	}
	return form.Menu{Rows: rows, Point: func(i int) { c.cursor = min(c.first+i, len(c.shown)-1) }}
}

// maxOfferLabel is the largest width of the labels of canned texts, which have details behind them.
const maxOfferLabel = 24

func (c *completion) row(th *theme.Theme, i, width int) string {
	o := c.shown[i]
	text := o.Label
	if o.Detail != "" {
		text = termwidth.Pad(text, c.labels) + "  " + o.Detail
	}
	text = termwidth.Pad(text, max(width-4, 1))
	switch {
	case i == c.cursor:
		return th.Border.Render("┃ ") + th.Selected.Render("▸ "+text)
	case o.Problem != "":
		return th.Border.Render("┃ ") + th.Muted.Render("✗ "+text)
	}
	return th.Border.Render("┃ ") + "  " + text
}
