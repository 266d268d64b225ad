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

// Choice is the choice of what to insert of an article: the whole, a section by its heading, lines, or its link. It
// begins with the headings alone, if there are any. Its zero value is none.
type Choice struct {
	article  *desk.Article
	link     string   // of the article; empty if it is not known
	lines    []string // what can be chosen: the whole, the lines of the plain text, and the link if there is one
	sections []choiceSection
	marks    []string // words to mark in the lines
	unfolded bool     // all lines are shown, not the headings alone
	at       int      // the line under the cursor
	from     int      // where the chosen lines begin; 0 for what is under the cursor alone
	typed    int      // the first digit of a section's number; 0 for none

	rows  []choiceRow // the lines, wrapped
	width int         // that they are wrapped for
	list  widget.ListWindow
}

// choiceSection is a section of the article, and where its lines are.
type choiceSection struct {
	safetext.Section
	from, to int
}

// choiceRow is a row on the screen of a line of the choice.
type choiceRow struct {
	line   int
	number string // of the section whose heading it is; blanks for another row
	text   string
}

// IsOpen reports whether something is being chosen.
func (c *Choice) IsOpen() bool { return c.article != nil }

// Choose lists the sections of an article. Once more, or in an article without headings, it lists the lines, with words
// marked, and then it marks where the chosen ones begin. The cursor is on what matches.
func (c *Choice) Choose(a *desk.Article, marks []string, link func(id int64) string) {
	switch c.typed = 0; {
	case !c.IsOpen():
		text := strings.Split(a.Body.Text().String(), "\n")
		*c = Choice{article: a, marks: marks, sections: sectionsIn(text, a.Body.Sections()), at: 1}
		c.lines = append([]string{"The whole article, " + phrase.Count(len(text), "line")}, text...)
		if link != nil {
			c.link = link(a.ID)
			c.lines = append(c.lines, "Its link: "+c.link)
		}
		c.at = c.match(1, c.end())
		for _, s := range slices.Backward(c.sections) {
			if s.from <= c.at || s.from == c.sections[0].from {
				c.at = s.from
				break
			}
		}
		c.unfolded = len(c.sections) == 0
	case !c.unfolded:
		c.unfolded, c.width = true, 0
		if section := c.sectionAt(c.at); section != nil {
			c.at = c.match(section.from, section.to)
		}
	case c.isText(c.at):
		c.from = c.at
	}
}

// match returns the first line with a word to mark between two lines; the first of all if there is none.
func (c *Choice) match(from, to int) int {
	isHit := func(line string) bool { return len(backend.MarkWords(line, c.marks)) > 0 }
	return from + max(slices.IndexFunc(c.lines[from:to], isHit), 0)
}

// isShown reports whether a line is listed.
func (c *Choice) isShown(line int) bool {
	return c.unfolded && c.lines[line] != "" || !c.isText(line) || c.sectionAt(line) != nil
}

// sectionsIn finds sections in the lines of their article, where the first line has the number 1.
func sectionsIn(text []string, sections []safetext.Section) []choiceSection {
	var found []choiceSection
	at := 0
	for _, s := range sections {
		lines := strings.Split(s.Text.String(), "\n")
		for i := at; i+len(lines) <= len(text); i++ {
			if slices.Equal(text[i:i+len(lines)], lines) {
				found, at = append(found, choiceSection{s, 1 + i, 1 + i + len(lines)}), i+1
				break
			}
		}
	}
	return found
}

// end returns the number of the line after the article's text.
func (c *Choice) end() int {
	if c.link != "" {
		return len(c.lines) - 1
	}
	return len(c.lines)
}

// isText reports whether a line is one of the article's text.
func (c *Choice) isText(line int) bool { return line > 0 && line < c.end() }

// sectionAt returns the section whose heading is a line; nil if it is none.
func (c *Choice) sectionAt(line int) *choiceSection {
	for i := range c.sections {
		if c.sections[i].from == line {
			return &c.sections[i]
		}
	}
	return nil
}

// TypeNumber moves to the section with a number as it is typed; true once no further digit can belong to it.
func (c *Choice) TypeNumber(digit byte) bool {
	if digit < '0' || digit > '9' {
		return false
	}
	n := c.typed*10 + int(digit-'0')
	if n > len(c.sections) {
		n = int(digit - '0')
	}
	if c.typed = 0; n < 1 || n > len(c.sections) {
		return false
	}
	c.at, c.from = c.sections[n-1].from, 0
	if 10*n <= len(c.sections) {
		c.typed = n
		return false
	}
	return true
}

// Choose lists the sections of the article; once more its lines; then it marks where the chosen ones begin.
func (p *FAQ) Choose() {
	p.read()
	p.choice.Choose(p.article, p.marked, p.articleLink)
}

// TypeNumber moves to the section with a number as it is typed; true once it is chosen.
func (p *FAQ) TypeNumber(digit byte) bool { return p.choice.TypeNumber(digit) }

// IsChoosing reports whether a part of the article is being chosen.
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

// Excerpt returns what is chosen.
func (c *Choice) Excerpt() Excerpt {
	switch section := c.sectionAt(c.at); {
	case c.from > 0:
	case c.at == 0:
		return Whole(c.article)
	case !c.isText(c.at):
		return Excerpt{Article: c.article.ID, What: "the link", Text: c.link}
	case section != nil:
		return excerptOf(c.article, "the section “"+section.Title.String()+"”", section.Text.String())
	}
	from, to := c.chosen()
	return excerptOf(c.article, phrase.Count(to-from, "line"), strings.Join(c.lines[from:to], "\n"))
}

// chosen returns the lines that are chosen, as a half-open range.
func (c *Choice) chosen() (from, to int) {
	switch section := c.sectionAt(c.at); {
	case c.from > 0:
		at := min(max(c.at, 1), c.end()-1)
		return min(c.from, at), max(c.from, at) + 1
	case c.at == 0:
		return 0, c.end()
	case section != nil:
		return section.from, section.to
	}
	return c.at, c.at + 1
}

// Move moves the cursor by lines that are listed and not blank.
func (c *Choice) Move(by int) {
	c.typed = 0
	step := 1
	if by < 0 {
		step = -1
	}
	for n := by * step; n > 0; n-- {
		i := c.at + step
		for i >= 0 && i < len(c.lines) && !c.isShown(i) {
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
	if !ok || i >= len(c.rows) || !c.isShown(c.rows[i].line) {
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

// margin returns the width of the gutter before the lines: the cursor or the mark of a chosen line, and the number of a
// section.
func (c *Choice) margin() int {
	if len(c.sections) == 0 {
		return 2
	}
	return 2 + len(strconv.Itoa(len(c.sections)))
}

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
		text, isAt := termwidth.Pad(r.text, width-c.margin()), r.line == c.at
		switch isChosen := r.line >= chosenFrom && r.line < chosenTo; {
		case isChosen && isAt:
			out = append(out, th.Accent.Render("▌"+r.number)+th.Selected.Render(text))
		case isChosen:
			out = append(out, th.Accent.Render("│"+r.number)+th.SelectedInactive.Render(text))
		default:
			ink := theme.Style{}
			if !c.isText(r.line) {
				ink = th.Muted
			}
			marked := markedInk(th, ink, r.text, backend.MarkWords(r.text, c.marks))
			out = append(out, th.Accent.Render(" "+r.number)+marked)
		}
	}
	return out
}

// wrap wraps the listed lines for a width. Headings are listed by their level while they are alone.
func (c *Choice) wrap(width int) {
	if c.width == width {
		return
	}
	c.width, c.rows = width, nil
	for i, line := range c.lines {
		number := ""
		switch section := c.sectionAt(i); {
		case section != nil:
			number = strconv.Itoa(1 + slices.Index(c.sections, *section))
			if !c.unfolded {
				line = strings.Repeat("  ", max(section.Level-c.sections[0].Level, 0)) + section.Title.String()
			}
		case !c.unfolded && c.isText(i):
			continue
		}
		for _, part := range termwidth.Wrap(line, max(width-c.margin(), 1)) {
			c.rows, number = append(c.rows, choiceRow{i, fmt.Sprintf("%*s ", c.margin()-2, number), part}), ""
		}
	}
}

// Hint says what the keys do.
func (c *Choice) Hint(th *theme.Theme, keys keymap.Keymap) string {
	insert, begin := keys.KeyLabel(keymap.FAQ, keymap.Insert), keys.KeyLabel(keymap.FAQ, keymap.Choose)
	switch {
	case c.typed != 0:
		return fmt.Sprintf("%d… a second digit, or %s inserts section %d", c.typed, insert, c.typed)
	case c.from > 0:
		from, to := c.chosen()
		return fmt.Sprintf("%s inserts %s · %s more or fewer · %s begins here",
			insert, phrase.Count(to-from, "line"), th.KeyName("↑ ↓"), begin)
	}
	what, more := "this line", " · "+begin+" begins here"
	if !c.unfolded {
		more = fmt.Sprintf(" · %s shows its lines", begin)
	}
	switch {
	case c.at == 0:
		what = "the whole article"
	case !c.isText(c.at):
		what = "the link"
	case !c.unfolded:
		what, insert = "this section", insert+" or its number"
	case c.sectionAt(c.at) != nil:
		what = "this section"
	}
	return fmt.Sprintf("%s inserts %s%s", insert, what, more)
}
