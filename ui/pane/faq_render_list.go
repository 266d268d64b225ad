package pane

import (
	"fmt"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// articleList returns the visible articles under the headings of their groups.
func (p *FAQ) articleList(width int) []string {
	from, to := p.list.Visible()
	groups := p.groups()
	var rows []string
	for i := from; i < min(to, len(p.articles.rows)); i++ {
		for _, g := range groups {
			if i == g.from || i == from && i > g.from && i < g.to {
				heading := fmt.Sprintf("%s %d", g.title, g.to-g.from)
				rows = append(rows, p.th.Header.Render(termwidth.Truncate(heading, width)))
				p.listed = append(p.listed, noRow)
			}
		}
		lines := p.articleRow(i, width)
		for range lines {
			p.listed = append(p.listed, i)
		}
		rows = append(rows, lines...)
	}
	return rows
}

// articleRow returns an article of the list: its title, and below it the matching part of its text.
func (p *FAQ) articleRow(i, width int) []string {
	r := &p.articles.rows[i]
	category := r.category
	if p.articles.kind == inCategory {
		category = "" // shown once above the list
	}
	if termwidth.Width(r.title.String())+termwidth.Width(category)+4 > width {
		category = ""
	}
	room := width - 2
	if category != "" {
		room -= termwidth.Width(category) + 1
	}
	title := termwidth.Truncate(r.title.String(), room)
	marks := cutMarks(r.titleMarks, len(strings.TrimSuffix(title, "…")))
	rows := []string{p.titleRow(i, termwidth.Pad(title, room), category, marks)}
	if p.rowsPerArticle() > 1 {
		snippet := termwidth.Truncate(r.snippet.String(), width-4)
		marks := cutMarks(r.snippetMarks, len(strings.TrimSuffix(snippet, "…")))
		rows = append(rows, "   "+markedInk(p.th, p.th.Muted, snippet, marks))
	}
	return rows
}

// titleRow draws the title of an article, on the cursor's bar where the cursor is.
func (p *FAQ) titleRow(i int, title, category string, marks []backend.ArticleMark) string {
	if category != "" {
		category = " " + category
	}
	ink := p.th.Selected
	switch {
	case i != p.list.Cursor():
		return " " + markedInk(p.th, theme.Style{}, title, marks) + p.th.Muted.Render(category)
	case !p.focused || p.reading:
		ink = p.th.SelectedInactive
	}
	return ink.Render("▌") + markedInk(p.th, ink, title, marks) + ink.Render(category+" ")
}

// cutMarks returns the marks within the first bytes of a text that was truncated.
func cutMarks(marks []backend.ArticleMark, length int) []backend.ArticleMark {
	var within []backend.ArticleMark
	for _, m := range marks {
		if m.To <= length {
			within = append(within, m)
		}
	}
	return within
}

// markedInk draws a text in a style with its marks.
func markedInk(th *theme.Theme, ink theme.Style, text string, marks []backend.ArticleMark) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		if m.From < at || m.To > len(text) {
			continue
		}
		b.WriteString(ink.Render(text[at:m.From]))
		b.WriteString(th.SearchMatch.Render(text[m.From:m.To]))
		at = m.To
	}
	b.WriteString(ink.Render(text[at:]))
	return b.String()
}

func (p *FAQ) treeRows(width int) []string {
	switch {
	case len(p.tree.categories) == 0 && p.tree.err != nil:
		return p.failed(width, p.tree.err)
	case len(p.tree.categories) == 0 && p.tree.asked:
		return []string{
			p.th.Muted.Render(termwidth.Truncate(" The FAQ has no categories. Type words to search.", width)),
		}
	case len(p.tree.categories) == 0:
		return []string{p.th.Muted.Render(termwidth.Truncate(" Loading the categories…", width))}
	}
	rows := p.tree.rows
	from, to := p.list.Visible()
	var out []string
	for i := from; i < min(to, len(rows)); i++ {
		r := rows[i]
		sign, name := "  ", r.category.Name.String()
		switch {
		case r.articles:
			name = "Articles in " + name
		case r.parent && r.open:
			sign = "▾ "
		case r.parent:
			sign = "▸ "
		}
		p.listed = append(p.listed, i)
		out = append(out, p.treeRow(i, " "+strings.Repeat("  ", r.depth)+sign+name, width))
	}
	return out
}

// treeRow draws a category.
func (p *FAQ) treeRow(i int, s string, width int) string {
	s = termwidth.Pad(s, width)
	switch {
	case i == p.list.Cursor() && p.focused:
		return p.th.Selected.Render(s)
	case i == p.list.Cursor():
		return p.th.SelectedInactive.Render(s)
	}
	return s
}

func (p *FAQ) failed(width int, err error) []string {
	if backend.IsNotConfigured(err) { // a retry cannot resolve it
		return withMargin(p.th.Warning, "Not loaded: "+backend.ErrorText(err), width)
	}
	again := p.keys.KeyLabel(keymap.FAQ, keymap.Refresh) + " retries"
	if p.words.IsFocused() {
		again = p.th.KeyName("⏎ retries")
	}
	return append(withMargin(p.th.Error, "✗ "+backend.ErrorText(err), width), withMargin(p.th.Muted, again, width-1)...)
}

// withMargin wraps a text into rows behind a blank.
func withMargin(ink theme.Style, s string, width int) []string {
	return ink.RenderLines(" ", termwidth.Wrap(s, width-1))
}

// nothing returns what stands in the list's place without an article.
func (p *FAQ) nothing(width int) []string {
	l := &p.articles
	switch {
	case l.err != nil:
		return p.failed(width, l.err)
	case l.kind == suggested: // in a part of a screen, as what stands in the parts beside it
		return p.th.Muted.RenderLines("", termwidth.Wrap("Nothing to suggest yet: type words to search.", width))
	case !l.hasAnswer:
		return []string{p.th.Muted.Render(termwidth.Truncate(" Searching…", width))}
	case l.kind == inCategory:
		return []string{
			p.th.Emphasis.Render(termwidth.Truncate(" Nothing seen in “"+p.tree.chosen.Name.String()+"” yet", width)),
			p.th.Muted.Render(termwidth.Truncate(" The service searches titles: type a word.", width)),
		}
	}
	headline, says := "No article has these words", "Searched: all titles and texts."
	if status := p.status(); !status.Complete {
		headline = "No title has these words"
		says = "Searched: all titles, but only the texts of " + phrase.Count(status.Articles, "article") + " loaded so far."
	}
	switch {
	case p.isPart:
	case p.words.IsFocused():
		says += " " + p.typedLabel(keymap.Categories) + " shows the categories."
	default:
		says += " " + p.keys.KeyLabel(keymap.FAQ, keymap.Categories) + " shows the categories."
	}
	return append([]string{
		p.th.Emphasis.Render(termwidth.Truncate(" "+headline, width)),
	}, withMargin(p.th.Muted, says, width-1)...)
}

// listFooter returns the state of the search at the service, and how many articles are loaded.
func (p *FAQ) listFooter(width int) string {
	l := &p.articles
	if l.kind == categories {
		return p.treeFooter(width)
	}
	known := p.knownText()
	switch {
	case l.err != nil && len(l.rows) > 0 && backend.IsNotConfigured(l.err):
		return p.th.Warning.Render(termwidth.Pad(known+" · service not asked: "+backend.ErrorText(l.err), width))
	case l.err != nil && len(l.rows) > 0:
		return p.th.Error.Render(termwidth.Pad("✗ "+backend.ErrorText(l.err)+" · "+known, width))
	case l.isBusy:
		return p.th.Info.Render(termwidth.Pad("searching the service… · "+known, width))
	case l.kind == inCategory:
		return p.th.Muted.Render(termwidth.Pad(fmt.Sprintf("%d seen so far; type words for more", len(l.rows)), width))
	case l.kind == found && l.hasAnswer:
		return p.th.Muted.Render(termwidth.Pad(fmt.Sprintf("%d found · %s", len(l.rows), known), width))
	}
	return p.th.Muted.Render(termwidth.Pad(known, width))
}

// knownText says how many articles are known here, and whether these are all as far as is known.
func (p *FAQ) knownText() string {
	s := p.status()
	if !s.Loaded {
		return "loading the articles…"
	}
	text := phrase.Count(s.Articles, "article") + " loaded"
	if !s.Complete {
		text += " so far"
	}
	return text
}

// status returns what is known here of the articles.
func (p *FAQ) status() backend.ArticlesStatus {
	if p.isPart { // it is told of none
		return p.cmds.FAQ.Status()
	}
	return p.articles.status
}

// treeFooter returns the number of categories, or the error of the last request.
func (p *FAQ) treeFooter(width int) string {
	n := len(p.tree.categories)
	switch {
	case n == 0:
		return "" // there is nothing to count
	case p.tree.err != nil:
		return p.th.Error.Render(termwidth.Pad("✗ as fetched before; "+backend.ErrorText(p.tree.err), width))
	}
	return p.th.Muted.Render(termwidth.Pad(fmt.Sprintf("%d categories · %s", n, p.knownText()), width))
}
