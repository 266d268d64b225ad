package pane

import (
	"fmt"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// articleRows are the article's title, its text as far as it is drawn, and how far it is read.
func (p *FAQ) articleRows() []string {
	width := p.articleWidth()
	where := p.article.CategoryName.String()
	if parent := p.article.ParentCategory.String(); parent != "" {
		where = parent + " › " + where
	}
	rows := []string{p.th.Emphasis.Render(safetext.Truncate(p.article.Title.String(), width)), p.th.Muted.Render(safetext.Truncate(where, width)), p.insideRow()}
	switch {
	case p.drawErr != nil:
		rows = append(rows, fill([]string{p.th.Error.Render(safetext.Truncate("✗ "+backend.ErrorText(p.drawErr), width))}, p.height-articleFrame)...)
	case len(p.page.Lines) == 0 && !p.page.Complete:
		rows = append(rows, fill(nil, p.height-articleFrame)...)
	default:
		rows = append(rows, strings.Split(p.articleSearch.View(), "\n")...)
	}
	rows = fill(rows, p.height-1)
	return append(rows, p.articleFooter(width))
}

// insideRow is what is searched for in the article; blank when nothing is.
func (p *FAQ) insideRow() string {
	switch {
	case p.articleSearch.typing:
		return p.th.Header.Render(wordsLabel) + p.articleSearch.words.View()
	case p.articleSearch.searching():
		return p.th.Header.Render(wordsLabel) + p.articleSearch.words.Value() + p.th.Muted.Render(" · "+p.articleSearch.found())
	}
	return ""
}

func (p *FAQ) articleFooter(width int) string {
	say := fmt.Sprintf("%d%%", p.articleSearch.Percent())
	if !p.page.Complete {
		say = "drawing…"
	}
	if !p.article.Created.IsZero() {
		say += " · written " + p.cmds.Zones.LocalUnix(p.article.Created).Format("2 Jan 2006")
	}
	if !p.article.Attachment.IsEmpty() {
		say += " · attached: " + p.article.Attachment.String()
	}
	return p.th.Muted.Render(safetext.Pad(say, width))
}
