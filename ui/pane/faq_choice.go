package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Excerpt is what is inserted of an article, as plain text.
type Excerpt struct {
	Article int64
	What    string // for messages, such as "the section Refunds by card"
	Text    string
}

// choiceKind is what is chosen of an article.
type choiceKind uint8

const (
	chooseNothing choiceKind = iota
	chooseSection
	chooseLines
)

// choice is the choice of a section or of lines in the article. Its zero value is none.
type choice struct {
	kind     choiceKind
	sections []safetext.Section
	lines    []string // of the article's plain text, or the titles of its sections
	marks    []string // words to mark in the lines
	at       int      // the line under the cursor
	from     int      // where the chosen lines begin, counted from 1; 0 for the line under the cursor alone

	rows  []choiceRow // the lines, wrapped
	width int         // that they are wrapped for
	list  widget.ListWindow
}

// choiceRow is a row on the screen of a line of the choice.
type choiceRow struct {
	line int
	text string
}

// ChooseSection lists the sections of the article, to choose one; false if it has none.
func (p *FAQ) ChooseSection() bool {
	sections := p.article.Body.Sections()
	if len(sections) == 0 {
		return false
	}
	top := slices.MinFunc(sections, func(a, b safetext.Section) int { return a.Level - b.Level }).Level
	lines := make([]string, len(sections))
	for i, s := range sections {
		digit := " "
		if i < 9 {
			digit = strconv.Itoa(i + 1)
		}
		lines[i] = digit + " " + strings.Repeat("  ", s.Level-top) + s.Title.String()
	}
	p.choose(choice{kind: chooseSection, sections: sections, lines: lines})
	return true
}

// ChooseLines shows the article as plain text, to choose lines of it. Once more it marks where they begin.
func (p *FAQ) ChooseLines() {
	if p.choice.kind == chooseLines {
		p.choice.from = p.choice.at + 1
		return
	}
	c := choice{kind: chooseLines, lines: strings.Split(p.article.Body.Text().String(), "\n"), marks: p.marked}
	isHit := func(line string) bool { return len(backend.MarkWords(line, p.marked)) > 0 }
	c.at = max(slices.IndexFunc(c.lines, isHit), 0)
	p.choose(c)
}

func (p *FAQ) choose(c choice) {
	p.read()
	p.choice = c
}

// SectionAt moves the choice to the section with a number; false if there is none.
func (p *FAQ) SectionAt(n int) bool {
	if p.choice.kind != chooseSection || n < 1 || n > len(p.choice.sections) {
		return false
	}
	p.choice.at = n - 1
	return true
}

// IsChoosing reports whether a section or lines of the article are being chosen.
func (p *FAQ) IsChoosing() bool { return p.choice.kind != chooseNothing }

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
	c, e := &p.choice, Excerpt{Article: p.article.ID}
	switch c.kind {
	case chooseSection:
		s := c.sections[c.at]
		e.What, e.Text = "the section “"+s.Title.String()+"”", s.Text.String()
	case chooseLines:
		from, to := c.chosen()
		e.What, e.Text = lineCount(to-from), strings.Trim(strings.Join(c.lines[from:to], "\n"), "\n")
	default:
		e.What, e.Text = "the article", p.article.Body.Text().String()
	}
	return e
}

func lineCount(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}

// chosen returns the lines that are chosen, as a half-open range.
func (c *choice) chosen() (from, to int) {
	if c.from == 0 {
		return c.at, c.at + 1
	}
	return min(c.from-1, c.at), max(c.from-1, c.at) + 1
}

// Move moves the cursor by lines that are not blank.
func (c *choice) Move(by int) {
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

// halfChoice is how many lines half a page is.
const halfChoice = 8

// HalfPage moves the cursor by half a page.
func (c *choice) HalfPage(by int) { c.Move(by * halfChoice) }

// GotoTop moves the cursor to the first line.
func (c *choice) GotoTop() { c.at = 0 }

// GotoBottom moves the cursor to the last line.
func (c *choice) GotoBottom() { c.at = max(len(c.lines)-1, 0) }

// choiceMargin is the gutter before the lines: the cursor and the mark of what is chosen.
const choiceMargin = 2

// View draws the lines around the cursor, wrapped.
func (c *choice) View(th *theme.Theme, width, height int) []string {
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
func (c *choice) wrap(width int) {
	if c.width == width {
		return
	}
	c.width, c.rows = width, nil
	for i, line := range c.lines {
		for _, part := range termwidth.Wrap(line, max(width-choiceMargin, 1)) {
			c.rows = append(c.rows, choiceRow{i, part})
		}
		if line == "" {
			c.rows = append(c.rows, choiceRow{i, ""})
		}
	}
}

// hint says what the keys do.
func (c *choice) hint(keys keymap.Keymap) string {
	key := func(a keymap.Action) string { return keys.KeyLabel(keymap.FAQ, a) }
	if c.kind == chooseSection {
		return fmt.Sprintf("1–9 or %s inserts the section", key(keymap.Insert))
	}
	from, to := c.chosen()
	if c.from == 0 {
		return fmt.Sprintf("%s begins here · %s inserts this line", key(keymap.InsertLines), key(keymap.Insert))
	}
	return fmt.Sprintf("↑ ↓ to the last line · %s inserts %s", key(keymap.Insert), lineCount(to-from))
}

// markedText draws a text with its marks.
func markedText(th *theme.Theme, text string, marks []backend.ArticleMark) string {
	return markedInk(th, theme.Style{}, text, marks)
}
