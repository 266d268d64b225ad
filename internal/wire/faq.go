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
	var articles []desk.Article
	_, err := d.readList(articleList, func() (bool, error) {
		article, isEmpty := desk.Article{Enabled: true}, true
		err := d.eachMember(func(name string) error {
			v, err := d.value()
			isEmpty = false
			if set, ok := articleMembers[name]; ok && err == nil {
				set(d, &article, v)
			}
			return err
		})
		is := article.ID != 0 || !article.Title.IsEmpty()
		if is {
			articles = append(articles, article)
		}
		return is || isEmpty, err
	})
	id := func(a *desk.Article) string { return strconv.FormatInt(a.ID, 10) }
	return desk.Newest(articles, id, (*desk.Article).Supersedes), err
}

var articleMembers = map[string]func(*responseDecoder, *desk.Article, jsontext.Value){
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
	var categories []desk.Category
	_, err := d.readList(categoryList, func() (bool, error) {
		c, isEmpty := desk.Category{}, true
		err := d.eachMember(func(name string) error {
			v, err := d.value()
			isEmpty = false
			if set, ok := categoryMembers[name]; ok && err == nil {
				set(&c, v)
			}
			return err
		})
		is := c.ID != 0 || !c.Name.IsEmpty()
		if is {
			categories = append(categories, c)
		}
		return is || isEmpty, err
	})
	return categories, err
}

var categoryMembers = map[string]func(*desk.Category, jsontext.Value){
	"id":                 func(c *desk.Category, v jsontext.Value) { c.ID = number(v) },
	"name":               func(c *desk.Category, v jsontext.Value) { c.Name = line(v) },
	"detail":             func(c *desk.Category, v jsontext.Value) { c.Detail = safetext.BlockFromHTML(scalar(v)) },
	"parentCategoryName": func(c *desk.Category, v jsontext.Value) { c.Parent = line(v) },
	"categoryPath":       func(c *desk.Category, v jsontext.Value) { c.Path = parseIDPath(scalar(v)) },
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
