package deskdata

import (
	"errors"
	"path"
	"strings"

	"frontdesk/internal/store"
)

var categories = definition[store.Category]{
	name:  "category",
	file:  "categories",
	table: "categories",
	doc: "A category of articles. Every folder of articles is a category, also without an entry; " +
		"an entry adds a number, a name or a description.",
	columns: columnsOf[store.Category]("category"),
	keys:    func(r *store.Category) []string { return []string{r.Folder, formatID(r.ID)} },
	number:  func(r *store.Category) int64 { return r.ID },
	checkMore: func(_ *checker, _ *entry, r *store.Category) error {
		if r.Folder == "" || path.Clean("/" + r.Folder)[1:] != r.Folder || strings.Contains(r.Folder, "\\") {
			return errors.New("folder is not a path such as Orders/Delivery")
		}
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Category, set func(*store.Category) error) (store.Outcome, error) {
		return l.desk.Category(r.ID, r.Folder, func(r *store.Category) error {
			err := set(r)
			if r.Name == "" {
				r.Name = path.Base(r.Folder)
			}
			return err
		})
	},
}

// article is an article's file: front matter and text.
type article struct {
	store.Article
	folder string
}

// unwritten is for what an article's file says by its name or below its members.
func unwritten(*article) string { return "" }

var articles = definition[article]{
	name:  "article",
	table: "articles",
	doc: "An article of the FAQ, as a file `articles/CATEGORY/…/NAME.md` or `.html`. " +
		"These names stand between two lines `---` at the top of the file.",
	columns: columnsOf(
		"article",
		column[article]{
			name: bodyColumn,
			get:  unwritten,
			set:  func(r *article, text string, _ *context) error { r.Detail = text; return nil },
		},
		column[article]{
			name: keyMember,
			get:  unwritten,
			set:  func(r *article, text string, _ *context) error { r.Key = text; return nil },
		},
		column[article]{
			name: folderMember,
			get:  unwritten,
			set:  func(r *article, text string, _ *context) error { r.folder = text; return nil },
		},
	),
	begin:  func(r *article) { r.Enabled = true },
	keys:   func(r *article) []string { return []string{keyWithPrefix("file name", r.Key), formatID(r.ID)} },
	number: func(r *article) int64 { return r.ID },
	save: func(l *loader, e *entry, r *article, set func(*article) error) (store.Outcome, error) {
		return l.desk.Article(r.ID, r.Key, r.folder, func(a *store.Article) error {
			into := article{Article: *a}
			if into.Created == 0 {
				into.Created = l.now.Unix()
			}
			err := set(&into)
			if _, said := e.lookup("type"); !said && into.Type == "" {
				into.Type = "FAQ"
			}
			*a = into.Article
			return err
		})
	},
}
