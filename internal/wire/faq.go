package wire

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// readArticles decodes a Search FAQ Content response (PROTOCOL.md 4.12).
func readArticles(d *responseDecoder) ([]desk.Article, error) {
	is := func(a *desk.Article) bool { return a.ID != 0 || !a.Title.IsEmpty() }
	articles, err := readMembers(d, articleList, desk.Article{Enabled: true}, articleMembers, is)
	id := func(a *desk.Article) string { return strconv.FormatInt(a.ID, 10) }
	return desk.Newest(articles, id, (*desk.Article).Supersedes), err
}

// memberSetters set the members of a record by their names.
type memberSetters[T any] map[string]func(*responseDecoder, *T, jsontext.Value)

// readMembers decodes a list of records of a few known members. A record that is none, as is says, is left out.
func readMembers[T any](
	d *responseDecoder, s *listShape, none T, members memberSetters[T], is func(*T) bool,
) (all []T, err error) {
	_, err = d.readList(s, func() (bool, error) {
		record, isEmpty := none, true
		err := d.eachMember(func(name string) error {
			v, err := d.value()
			isEmpty = false
			if set, ok := members[name]; ok && err == nil {
				set(d, &record, v)
			}
			return err
		})
		if is(&record) {
			all = append(all, record)
			return true, err
		}
		return isEmpty, err
	})
	return all, err
}

var articleMembers = memberSetters[desk.Article]{
	"id":                 func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.ID = number(v) },
	"categoryId":         func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.CategoryID = number(v) },
	"title":              func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Title = line(v) },
	"detail":             func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Body = safetext.NewHTML(scalar(v)) },
	"type":               func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Type = internedLine(v) },
	"categoryName":       func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.CategoryName = internedLine(v) },
	"parentCategoryName": func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.ParentCategory = internedLine(v) },
	"enabled":            func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Enabled = scalar(v) == "" || flag(v) },
	"createDate": func(d *responseDecoder, r *desk.Article, v jsontext.Value) {
		r.Created = parseTime(v, ArticleTimeLayout, d.Zone)
	},
	"attachmentDetail": func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Attachment = line(v) },
}

// readCategories decodes a Get FAQ Category response (PROTOCOL.md 4.13).
func readCategories(d *responseDecoder) ([]desk.Category, error) {
	is := func(c *desk.Category) bool { return c.ID != 0 || !c.Name.IsEmpty() }
	return readMembers(d, categoryList, desk.Category{}, categoryMembers, is)
}

var categoryMembers = memberSetters[desk.Category]{
	"id":   func(_ *responseDecoder, c *desk.Category, v jsontext.Value) { c.ID = number(v) },
	"name": func(_ *responseDecoder, c *desk.Category, v jsontext.Value) { c.Name = line(v) },
	"detail": func(_ *responseDecoder, c *desk.Category, v jsontext.Value) {
		c.Detail = safetext.BlockFromHTML(scalar(v))
	},
	"parentCategoryName": func(_ *responseDecoder, c *desk.Category, v jsontext.Value) { c.Parent = line(v) },
	"categoryPath":       func(_ *responseDecoder, c *desk.Category, v jsontext.Value) { c.Path = parseIDPath(scalar(v)) },
}

// maxPath is how many ancestors of a category are kept.
const maxPath = 1000

// parseIDPath parses slash-separated ids and skips invalid ones.
func parseIDPath(s string) []int64 {
	var ids []int64
	for part := range strings.SplitSeq(s, "/") {
		if id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64); err == nil && len(ids) < maxPath {
			ids = append(ids, id)
		}
	}
	return ids
}
