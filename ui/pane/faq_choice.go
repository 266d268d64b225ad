package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// NoArticleLink says why no link of an article can be inserted.
const NoArticleLink = "no address for links: set faq_link in the configuration"

// choiceKind is what is chosen of an article.
type choiceKind uint8

const (
	chooseNothing choiceKind = iota
	chooseSection
	chooseLines
)

// Choice is the choice of a section or of lines of an article. Its zero value is none.
type Choice struct {
	kind     choiceKind
	article  *desk.Article
	sections []safetext.Section
	lines    []string // of the article's plain text, or the titles of its sections
	marks    []string // words to mark in the lines
	at       int      // the line under the cursor
	from     int      // where the chosen lines begin, counted from 1; 0 for the line under the cursor alone
	typed    int      // the first digit of a section's number; 0 for none

	rows  []choiceRow // the lines, wrapped
	width int         // that they are wrapped for
	list  widget.ListWindow
}

// choiceRow is a row on the screen of a line of the choice.
type choiceRow struct {
	line int
	text string
}

// IsOpen reports whether something is being chosen.
func (c *Choice) IsOpen() bool { return c.kind != chooseNothing }

// ChooseSection lists the sections of an article, to choose one; false if it has none.
func (c *Choice) ChooseSection(a *desk.Article) bool {
	sections := a.Body.Sections()
	if len(sections) == 0 {
		return false
	}
	top := slices.MinFunc(sections, func(a, b safetext.Section) int { return a.Level - b.Level }).Level
	digits := len(strconv.Itoa(len(sections)))
	lines := make([]string, len(sections))
	for i, s := range sections {
		lines[i] = fmt.Sprintf("%*d %s%s", digits, i+1, strings.Repeat("  ", s.Level-top), s.Title)
	}
	*c = Choice{kind: chooseSection, article: a, sections: sections, lines: lines}
	return true
}

// ChooseLines shows an article as plain text with words marked, to choose lines of it. Once more it marks where they
// begin.
func (c *Choice) ChooseLines(a *desk.Article, marks []string) {
	if c.kind == chooseLines {
		c.from = c.at + 1
		return
	}
	lines := strings.Split(a.Body.Text().String(), "\n")
	isHit := func(line string) bool { return len(backend.MarkWords(line, marks)) > 0 }
	at := max(slices.IndexFunc(lines, isHit), 0)
	*c = Choice{kind: chooseLines, article: a, lines: lines, marks: marks, at: at}
}

// TypeNumber moves to the section with a number as it is typed; true once no further digit can belong to it.
func (c *Choice) TypeNumber(digit byte) bool {
	if c.kind != chooseSection || digit < '0' || digit > '9' {
		return false
	}
	n := c.typed*10 + int(digit-'0')
	if n > len(c.sections) {
		n = int(digit - '0')
	}
	if c.typed = 0; n < 1 || n > len(c.sections) {
		return false
	}
	c.at = n - 1
	if 10*n <= len(c.sections) {
		c.typed = n
		return false
	}
	return true
}

// ChooseSection lists the sections of the article, to choose one; false if it has none.
func (p *FAQ) ChooseSection() bool {
	if !p.choice.ChooseSection(p.article) {
		return false
	}
	p.read()
	return true
}

// ChooseLines shows the article as plain text, to choose lines of it. Once more it marks where they begin.
func (p *FAQ) ChooseLines() {
	p.read()
	p.choice.ChooseLines(p.article, p.marked)
}

// TypeNumber moves to the section with a number as it is typed; true once it is chosen.
func (p *FAQ) TypeNumber(digit byte) bool { return p.choice.TypeNumber(digit) }

// IsChoosing reports whether a section or lines of the article are being chosen.
func (p *FAQ) IsChoosing() bool { return p.choice.IsOpen() }

// Article returns the article under the cursor or the one that is read; nil if there is none or it is not there yet.
func (p *FAQ) Article() *desk.Article {
	row := p.selected()
	if row == nil || p.article == nil || p.article.ID != row.id || p.articles.query != p.words.Value() {
		return nil
	}
	return p.article
}

// Excerpt returns what is chosen of the article: a section, lines or the whole. The article must be there.
func (p *FAQ) Excerpt() Excerpt {
	if p.choice.IsOpen() {
		return p.choice.Excerpt()
	}
	return Whole(p.article)
}

// Matching returns the part of the article that matches what was searched for, or a short article whole; false if
// nothing does.
func (p *FAQ) Matching() (Excerpt, bool) { return Matching(p.article, p.marked) }

// Excerpt returns the section or the lines that are chosen.
func (c *Choice) Excerpt() Excerpt {
	if c.kind == chooseSection {
		s := c.sections[c.at]
		return excerptOf(c.article, "the section “"+s.Title.String()+"”", s.Text.String())
	}
	from, to := c.chosen()
	return excerptOf(c.article, phrase.Count(to-from, "line"), strings.Join(c.lines[from:to], "\n"))
}

// chosen returns the lines that are chosen, as a half-open range.
func (c *Choice) chosen() (from, to int) {
	if c.from == 0 {
		return c.at, c.at + 1
	}
	return min(c.from-1, c.at), max(c.from-1, c.at) + 1
}

// Move moves the cursor by lines that are not blank.
func (c *Choice) Move(by int) {
	c.typed = 0
	step := 1
	if by < 0 {
		step = -1
	}
	for n := by * step; n > 0; n-- {
		i := c.at + step
		for i >= 0 && i < len(c.lines) && c.lines[i] == "" {
			i += step
		}
		if i < 0 || i >= len(c.lines) {
			return
		}
		c.at = i
	}
}

// LineAt returns the line in a row of the last View; false if it is blank or there is none.
func (c *Choice) LineAt(row int) (line int, ok bool) {
	i, ok := c.list.RowAt(row)
	if !ok || i >= len(c.rows) || c.lines[c.rows[i].line] == "" {
		return 0, false
	}
	return c.rows[i].line, true
}

// PointTo moves the cursor to a line.
func (c *Choice) PointTo(line int) { c.at, c.typed = line, 0 }

// halfChoice is how many lines half a page is.
const halfChoice = 8

// HalfPage moves the cursor by half a page.
func (c *Choice) HalfPage(by int) { c.Move(by * halfChoice) }

// GotoTop moves the cursor to the first line.
func (c *Choice) GotoTop() { c.at, c.typed = 0, 0 }

// GotoBottom moves the cursor to the last line.
func (c *Choice) GotoBottom() { c.at, c.typed = max(len(c.lines)-1, 0), 0 }

// choiceMargin is the gutter before the lines: the cursor, and the marks of the chosen lines.
const choiceMargin = 2

// View draws the lines around the cursor, wrapped.
func (c *Choice) View(th *theme.Theme, width, height int) []string {
	c.wrap(width)
	c.list.SetSize(height)
	c.list.SetCount(len(c.rows))
	isAt := func(r choiceRow) bool { return r.line == c.at }
	first := max(slices.IndexFunc(c.rows, isAt), 0)
	last := first
	for last+1 < len(c.rows) && c.rows[last+1].line == c.at {
		last++
	}
	c.list.SetCursor(min(last, first+max(height-1, 0)))
	c.list.SetCursor(first)
	chosenFrom, chosenTo := c.chosen()
	from, to := c.list.Visible()
	var out []string
	for _, r := range c.rows[from:to] {
		sign, text := "  ", termwidth.Pad(r.text, width-choiceMargin)
		switch isChosen := r.line >= chosenFrom && r.line < chosenTo; {
		case isChosen && r.line == c.at:
			out = append(out, th.Accent.Render("▌ ")+th.Selected.Render(text))
		case isChosen:
			out = append(out, th.Accent.Render("│ ")+th.SelectedInactive.Render(text))
		default:
			out = append(out, sign+markedText(th, r.text, backend.MarkWords(r.text, c.marks)))
		}
	}
	return out
}

// wrap wraps the lines for a width.
func (c *Choice) wrap(width int) {
	if c.width == width {
		return
	}
	c.width, c.rows = width, nil
	for i, line := range c.lines {
		for _, part := range termwidth.Wrap(line, max(width-choiceMargin, 1)) {
			c.rows = append(c.rows, choiceRow{i, part})
		}
	}
}

// Hint says what the keys do.
func (c *Choice) Hint(th *theme.Theme, keys keymap.Keymap) string {
	key := func(a keymap.Action) string { return keys.KeyLabel(keymap.FAQ, a) }
	from, to := c.chosen()
	switch {
	case c.typed != 0:
		return fmt.Sprintf("%d… a second digit, or %s inserts section %d", c.typed, key(keymap.Insert), c.typed)
	case c.kind == chooseSection:
		return fmt.Sprintf("its number or %s inserts the section", key(keymap.Insert))
	case c.from == 0:
		return fmt.Sprintf("%s begins here · %s inserts this line", key(keymap.InsertLines), key(keymap.Insert))
	}
	return fmt.Sprintf(
		"%s inserts %s · %s more or fewer · %s begins here", key(keymap.Insert), phrase.Count(to-from, "line"),
		th.KeyName("↑ ↓"), key(keymap.InsertLines),
	)
}

// markedText draws a text with its marks.
func markedText(th *theme.Theme, text string, marks []backend.ArticleMark) string {
	return markedInk(th, theme.Style{}, text, marks)
}
