package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"frontdesk/assets/docs"
)

const readme = "../../README.md"

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestDocs_EveryPageIsATopic(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	names := docs.Names()
	for i := range files {
		files[i] = strings.TrimSuffix(files[i], ".md")
	}
	slices.Sort(names)
	slices.Sort(files)
	if !slices.Equal(files, names) {
		t.Errorf("the pages are %v, the topics %v", files, names)
	}
}

func TestDocs_ReadmeIsShortAndLinksEveryPage(t *testing.T) {
	content := read(t, readme)
	if most := 12 << 10; len(content) > most {
		t.Errorf("the README has %d bytes, at most %d are wanted", len(content), most)
	}
	for _, name := range docs.Names() {
		if !strings.Contains(content, "["+name+"](assets/docs/"+name+".md)") {
			t.Errorf("the README does not link %s", name)
		}
	}
}

func TestDocs_PagesHaveATitleAndNoMarksOfGeneratedParts(t *testing.T) {
	for _, name := range docs.Names() {
		page, known := docs.Page(name)
		if !known || !strings.HasPrefix(page, "# ") || strings.Contains(page, "<!--") {
			t.Errorf("%s: %v, begins with %.40q", name, known, page)
		}
	}
	for _, name := range []string{"", "nothing", "../docs/keys", "docs.go"} {
		if _, known := docs.Page(name); known {
			t.Errorf("there is a page %q", name)
		}
	}
}

// link is a link to a file, to a heading of a file, or to a heading of the same page.
var link = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)

func TestDocs_LinksLeadToFilesAndHeadings(t *testing.T) {
	for _, page := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(read(t, page), -1) {
			target := page
			if found[1] != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(found[1]))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links %s: %v", page, found[1], err)
			} else if found[2] != "" && !slices.Contains(anchors(read(t, target)), found[2]) {
				t.Errorf("%s links %s, which has no heading %s", page, target, found[2])
			}
		}
	}
}

// pages returns the files of all documents of the project, for users and for builders.
func pages(t *testing.T) (found []string) {
	t.Helper()
	for _, top := range []string{"*.md", "assets", "internal", "ui"} {
		matches, err := filepath.Glob(filepath.Join("..", "..", top))
		if err != nil {
			t.Fatal(err)
		}
		for _, root := range matches {
			err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "sample" || entry.Name() == "starter"):
					return fs.SkipDir
				case filepath.Ext(name) == ".md":
					found = append(found, name)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(found) < len(docs.Names())+8 {
		t.Fatalf("only %d pages are found: %v", len(found), found)
	}
	return found
}

var (
	headingLine  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInAnchors = regexp.MustCompile(`[^\pL\pN _-]`)
)

// anchors returns the anchors of a page's headings: lower case, without punctuation, with hyphens for spaces.
func anchors(page string) []string {
	var all []string
	for _, found := range headingLine.FindAllStringSubmatch(page, -1) {
		anchor := notInAnchors.ReplaceAllString(strings.ToLower(found[1]), "")
		all = append(all, strings.ReplaceAll(anchor, " ", "-"))
	}
	return all
}
