package sample

import (
	"io/fs"
	"slices"
	"strconv"
	"time"
)

// readCategories reads categories.txt; a parent stands above its children there.
func readCategories() []Category {
	var out []Category
	for _, r := range readRows("categories.txt") {
		c := Category{ID: number(r[0]), Name: r[1], Parent: r[2], Detail: r[3]}
		if i := named(out, c.Parent); i >= 0 {
			c.Path = out[i].Path + strconv.FormatInt(out[i].ID, 10) + "/"
		}
		out = append(out, c)
	}
	return out
}

// named is the place of a category's name, -1 when there is none.
func named(categories []Category, name string) int {
	return slices.IndexFunc(categories, func(c Category) bool { return c.Name == name })
}

// readArticles reads articles/*.html, by name; a category that does not exist leaves CategoryID 0.
func readArticles(now time.Time, categories []Category) []Article {
	names, err := fs.Glob(files, "articles/*.html")
	if err != nil {
		panic(err)
	}
	out := make([]Article, len(names))
	for i, name := range names {
		out[i] = readArticle(name, now, categories)
		out[i].ID = int64(9001 + i)
	}
	return out
}

// readArticle reads one file: what the editor stored, escaped as often as `escape` says.
func readArticle(name string, now time.Time, categories []Category) Article {
	r := parseRecord(name, readFile(name))
	times, age := int(number(r.get("escape"))), int(number(r.get("age")))
	a := Article{
		Title: escape(r.get("title"), times), Detail: escape(r.text, times), Type: "FAQ", CategoryName: r.get("category"),
		Enabled: r.get("enabled") != "No", Attachment: r.get("attachment"),
		Created: atHour(nextDay(now, -age), 9+age%9, age*7%60),
	}
	if i := named(categories, a.CategoryName); i >= 0 {
		a.CategoryID, a.ParentCategory = categories[i].ID, categories[i].Parent
	}
	return a
}
