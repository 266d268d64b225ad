package sampledata_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/safetext"
	"frontdesk/internal/sampledata"
)

func TestTheFAQIsWorthSearching(t *testing.T) {
	d, now := sampledata.Desk(fridayAfternoon(t)), fridayAfternoon(t)
	var enabled, disabled, long, attached int
	titles := map[string]bool{}
	for _, a := range d.Articles {
		switch {
		case a.Enabled:
			enabled++
		default:
			disabled++
		}
		if size := len(a.Detail); size >= 48<<10 && size <= 80<<10 {
			long++
		}
		if a.Attachment != "" {
			attached++
		}
		if titles[a.Title] {
			t.Errorf("two articles are called %q", a.Title)
		}
		titles[a.Title] = true
		if !a.Created.Before(now) {
			t.Errorf("%q was written on %s", a.Title, a.Created)
		}
	}
	if enabled < 40 || disabled == 0 || long == 0 || attached == 0 {
		t.Errorf("%d enabled, %d disabled, %d of about 50 KB, %d with an attachment", enabled, disabled, long, attached)
	}
}

func TestEveryArticleStandsInACategoryOfTheTree(t *testing.T) {
	d := sampledata.Desk(fridayAfternoon(t))
	used := map[int64]int{}
	for _, a := range d.Articles {
		at := slices.IndexFunc(d.Categories, func(c sampledata.Category) bool { return c.ID == a.CategoryID })
		if at < 0 || d.Categories[at].Name != a.CategoryName || d.Categories[at].Parent != a.ParentCategory {
			t.Errorf("%q stands in %d %q below %q", a.Title, a.CategoryID, a.CategoryName, a.ParentCategory)
		}
		used[a.CategoryID]++
	}
	deep := 0
	for _, c := range d.Categories {
		if used[c.ID] == 0 {
			t.Errorf("category %q is empty", c.Name)
		}
		if levels := strings.Count(c.Path, "/"); (levels == 0) != (c.Parent == "") {
			t.Errorf("category %q below %q has the path %q", c.Name, c.Parent, c.Path)
		} else if levels > 1 {
			deep++
		}
	}
	if deep == 0 {
		t.Error("the tree has no third level")
	}
}

// markups are what the editors of such systems write; each must come in a few articles.
var markups = map[string]*regexp.Regexp{
	"a list":               regexp.MustCompile(`<ul[\s>]`),
	"a numbered list":      regexp.MustCompile(`<ol[\s>]`),
	"a list in a list":     regexp.MustCompile(`(?s)<li[^>]*>[^/]*(?:</p>\s*)?<ul`),
	"a table":              regexp.MustCompile(`<table[\s>]`),
	"a link":               regexp.MustCompile(`<a [^>]*href="https?:`),
	"an image":             regexp.MustCompile(`<img [^>]*src=`),
	"nested inline styles": regexp.MustCompile(`<span style=[^>]*><span style=`),
	"a no-break space":     regexp.MustCompile(`&nbsp;`),
	"an entity by name":    regexp.MustCompile(`&(?:rsquo|euro|deg|times|ldquo|ndash|mdash|hellip);`),
	"a heading":            regexp.MustCompile(`<h[2-4][\s>]`),
	"a quotation":          regexp.MustCompile(`<blockquote`),
	"text from Word":       regexp.MustCompile(`class="MsoNormal"`),
	"code":                 regexp.MustCompile(`<code>`),
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&amp;", "&")

func TestArticlesAreMarkedUpAsEditorsDo(t *testing.T) {
	found, escapes := map[string]int{}, map[int]int{}
	for _, a := range sampledata.Desk(fridayAfternoon(t)).Articles {
		detail, times := a.Detail, 0
		for !strings.Contains(detail, "<") && times < 4 {
			detail, times = unescape.Replace(detail), times+1
		}
		escapes[times]++
		for name, markup := range markups {
			if markup.MatchString(detail) {
				found[name]++
			}
		}
	}
	for name := range markups {
		if found[name] < 2 {
			t.Errorf("%d articles have %s", found[name], name)
		}
	}
	if escapes[0] < 10 || escapes[1] < 10 || escapes[2] < 1 {
		t.Errorf("articles by how often they are escaped: %v", escapes)
	}
}

// What must not be left in a text that people read: the elements that editors and mail programs write,
// and entities.
var (
	tag = regexp.MustCompile(`(?i)</?(?:p|div|span|br|hr|b|i|u|s|em|strong|font|h[1-6]|ul|ol|li|table|thead|tbody|tr|t[dh]|` +
		`a|img|html|body|style|blockquote|code|figure|o:p)\b[^<>]*>`)
	entity = regexp.MustCompile(`&(?:[a-zA-Z][a-zA-Z0-9]{1,9}|#[xX]?[0-9a-fA-F]{1,6});`)
)

// source undoes the escapes of markdown itself, once, as its renderer does: a "<" that a customer wrote is
// "&lt;" there.
var source = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", `\`, "")

func TestEveryTextCanBeReadWithoutTagsAndEntities(t *testing.T) {
	d := sampledata.Desk(fridayAfternoon(t))
	for _, a := range d.Articles {
		checkReadable(t, a.Title, safetext.LineFromHTML(a.Title).String())
		checkReadable(t, a.Title, source.Replace(safetext.NewHTML(a.Detail).Markdown().String()))
		checkReadable(t, a.Title, safetext.NewHTML(a.Detail).Text().String())
	}
	for _, ticket := range d.Tickets {
		checkReadable(t, ticket.TicketID, safetext.LineFromHTML(ticket.Title).String())
		checkReadable(t, ticket.TicketID, source.Replace(safetext.NewHTML(ticket.Detail).Markdown().String()))
		for _, n := range ticket.Notes {
			checkReadable(t, ticket.TicketID, source.Replace(safetext.NewHTML(n.Detail).Markdown().String()))
		}
	}
}

func checkReadable(t *testing.T, name, s string) {
	t.Helper()
	if strings.TrimSpace(s) == "" {
		t.Errorf("%s: nothing can be read", name)
	}
	for _, unread := range []*regexp.Regexp{tag, entity} {
		if found := unread.FindString(s); found != "" {
			t.Errorf("%s: shows %q", name, found)
		}
	}
}

func TestTheArticlesDoNotDependOnTheTimeOfDay(t *testing.T) {
	now := fridayAfternoon(t)
	early, late := sampledata.Desk(now), sampledata.Desk(now.Add(6*time.Hour))
	if !slices.Equal(early.Articles, late.Articles) {
		t.Error("articles changed between two hours of a day")
	}
}
