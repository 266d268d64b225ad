package pane

import (
	"fmt"
	"strings"

	"frontdesk/internal/text"
	"frontdesk/ui/command"
)

// articleRows are the article's title, its text as far as it is drawn, and how far it is read.
func (p *FAQ) articleRows() []string {
	width := p.articleWidth()
	where := p.article.InCategory.String()
	if parent := p.article.Parent.String(); parent != "" {
		where = parent + " › " + where
	}
	rows := []string{p.th.Strong.On(text.Cut(p.article.Title.String(), width)), p.th.Muted.On(text.Cut(where, width)), p.insideRow()}
	switch {
	case p.drawErr != nil:
		rows = append(rows, fill([]string{p.th.Bad.On(text.Cut("✗ "+command.Reason(p.drawErr), width))}, p.height-articleFrame)...)
	case len(p.page.Lines) == 0 && !p.page.Whole:
		rows = append(rows, fill(nil, p.height-articleFrame)...)
	default:
		rows = append(rows, strings.Split(p.inside.View(), "\n")...)
	}
	rows = fill(rows, p.height-1)
	return append(rows, p.articleFooter(width))
}

// insideRow is what is searched for in the article; blank when nothing is.
func (p *FAQ) insideRow() string {
	switch {
	case p.inside.typing:
		return p.th.Heading.On(wordsLabel) + p.inside.words.View()
	case p.inside.searching():
		return p.th.Heading.On(wordsLabel) + p.inside.words.Value() + p.th.Muted.On(" · "+p.inside.found())
	}
	return ""
}

func (p *FAQ) articleFooter(width int) string {
	say := fmt.Sprintf("%d%%", p.inside.Percent())
	if !p.page.Whole {
		say = "drawing…"
	}
	if !p.article.Created.IsZero() {
		say += " · written " + p.cmds.Zones.At(p.article.Created).Format("2 Jan 2006")
	}
	if !p.article.Attachment.IsEmpty() {
		say += " · attached: " + p.article.Attachment.String()
	}
	return p.th.Muted.On(text.Pad(say, width))
}
