package wire

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// inMessage decodes the list at message.<list>, or message itself for accounts that omit the wrapper.
func (a *responseDecoder) inMessage(list string, take func() error) error {
	return a.decodeEnvelope(func(name string) (bool, error) {
		if name != "message" {
			return false, nil
		}
		if a.dec.PeekKind() == '[' {
			return true, a.elements(take)
		}
		return true, a.eachMember(func(name string) error {
			if name != list {
				return a.dec.SkipValue()
			}
			return a.elements(take)
		})
	})
}

// readArticles decodes a Search FAQ Content response (PROTOCOL.md 4.12).
func readArticles(a *responseDecoder) ([]desk.Article, error) {
	var articles []desk.Article
	err := a.inMessage("contents", func() error {
		article := desk.Article{Enabled: true}
		err := a.eachMember(func(name string) error {
			v, err := a.value()
			if set, ok := articleMembers[name]; ok && err == nil {
				set(a, &article, v)
			}
			return err
		})
		articles = append(articles, article)
		return err
	})
	return articles, err
}

var articleMembers = map[string]func(*responseDecoder, *desk.Article, jsontext.Value){
	"id":                 func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.ID = number(v) },
	"categoryId":         func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.CategoryID = number(v) },
	"title":              func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Title = line(v) },
	"detail":             func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Body = safetext.NewHTML(scalar(v)) },
	"type":               func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Type = term(v) },
	"categoryName":       func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.CategoryName = term(v) },
	"parentCategoryName": func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.ParentCategory = term(v) },
	"enabled":            func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Enabled = scalar(v) == "" || flag(v) },
	"createDate": func(a *responseDecoder, r *desk.Article, v jsontext.Value) {
		r.Created = stamp(v, ArticleTimeLayout, a.Zone)
	},
	"attachmentDetail": func(_ *responseDecoder, r *desk.Article, v jsontext.Value) { r.Attachment = line(v) },
}

// readCategories decodes a Get FAQ Category response (PROTOCOL.md 4.13).
func readCategories(a *responseDecoder) ([]desk.Category, error) {
	var categories []desk.Category
	err := a.inMessage("category", func() error {
		var c desk.Category
		err := a.eachMember(func(name string) error {
			v, err := a.value()
			if set, ok := categoryMembers[name]; ok && err == nil {
				set(&c, v)
			}
			return err
		})
		categories = append(categories, c)
		return err
	})
	return categories, err
}

var categoryMembers = map[string]func(*desk.Category, jsontext.Value){
	"id":                 func(c *desk.Category, v jsontext.Value) { c.ID = number(v) },
	"name":               func(c *desk.Category, v jsontext.Value) { c.Name = line(v) },
	"detail":             func(c *desk.Category, v jsontext.Value) { c.Detail = safetext.BlockFromHTML(scalar(v)) },
	"parentCategoryName": func(c *desk.Category, v jsontext.Value) { c.Parent = line(v) },
	"categoryPath":       func(c *desk.Category, v jsontext.Value) { c.Path = path(scalar(v)) },
}

// path parses slash-separated ids and skips invalid ones.
func path(s string) []int64 {
	var ids []int64
	for part := range strings.SplitSeq(s, "/") {
		if id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
