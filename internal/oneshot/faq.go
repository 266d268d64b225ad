package oneshot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// SearchFAQ prints the articles with matching titles, best match first (PROTOCOL.md 4.12). With titles set, it prints
// only a table of titles.
func SearchFAQ(ctx context.Context, s *Invocation, words string, titles bool) error {
	c, kept, err := s.client(ctx, wire.SearchFAQ.OperationInfo)
	if err != nil {
		return err
	}
	found, err := cache.New(cache.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now}).SearchArticles(ctx, words)
	switch {
	case err != nil:
		return err
	case s.JSON:
		records, err := kept.records()
		ids := make([]string, len(found))
		for n := range found {
			ids[n] = fmt.Sprint(found[n].ID)
		}
		s.list(ordered(records, "id", ids))
		return err
	case len(found) == 0:
		s.Notef("no article's title matches %q", safetext.LineFromText(words))
	case titles:
		table(&s.Printer, articleColumns(s), found)
	default:
		for n := range found {
			s.article(n, &found[n])
		}
	}
	return nil
}

// ordered sorts records by the position of their ids in ids; records with other ids come last in their original order.
func ordered(records []jsontext.Value, member string, ids []string) []jsontext.Value {
	place := map[string]int{}
	for n, id := range ids {
		place[id] = n
	}
	at := func(r jsontext.Value) int {
		if n, ok := place[wire.RawText(wire.RawMember(r, member))]; ok {
			return n
		}
		return len(ids)
	}
	slices.SortStableFunc(records, func(a, b jsontext.Value) int { return cmp.Compare(at(a), at(b)) })
	return records
}

func articleColumns(s *Invocation) []column[desk.Article] {
	return []column[desk.Article]{
		{head: "Article", cell: func(a *desk.Article) string { return fmt.Sprint(a.ID) }},
		{head: "Category", cell: func(a *desk.Article) string { return a.CategoryName.String() }},
		{head: "Created", cell: func(a *desk.Article) string { return moment(a.Created, s.Zones) }},
		{head: "Title", cell: func(a *desk.Article) string { return a.Title.String() }},
	}
}

// article prints an article with its text.
func (s *Invocation) article(nth int, a *desk.Article) {
	if nth > 0 {
		s.line()
	}
	s.line(s.paint(strong, a.Title.String()))
	where := strings.Trim(strings.Join([]string{a.ParentCategory.String(), a.CategoryName.String()}, " / "), " /")
	facts := []string{fmt.Sprint("article ", a.ID)}
	for _, fact := range []string{where, moment(a.Created, s.Zones), a.Attachment.String()} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	s.line(s.paint(dim, strings.Join(facts, " · ")))
	if !a.Body.IsEmpty() {
		s.line()
		s.body("", a.Body)
	}
}

const deepest = 8 // maximum number of indented levels

// categoryPath returns a category's path from the root to itself. Some accounts leave the category itself out of its
// path.
func categoryPath(c desk.Category) []int64 {
	if n := len(c.Path); n > 0 && c.Path[n-1] == c.ID {
		return c.Path
	}
	return append(slices.Clip(c.Path), c.ID)
}

// FAQCategories prints the category tree (PROTOCOL.md 4.13).
var FAQCategories = Query[wire.EmptyRequest, []desk.Category]{
	Op: wire.FAQCategories,
	PrintResult: func(s *Invocation, _ wire.EmptyRequest, all []desk.Category) {
		if len(all) == 0 {
			s.Notef("there are no categories")
			return
		}
		slices.SortStableFunc(all, func(a, b desk.Category) int { return slices.Compare(categoryPath(a), categoryPath(b)) })
		table(&s.Printer, []column[desk.Category]{
			{head: "Category", cell: func(c *desk.Category) string { return fmt.Sprint(c.ID) }},
			{head: "Name", cell: func(c *desk.Category) string {
				return strings.Repeat(gap, min(len(categoryPath(*c))-1, deepest)) + c.Name.String()
			}},
			{head: "About", cell: func(c *desk.Category) string { return c.Detail.Line().String() }},
		}, all)
	},
}
