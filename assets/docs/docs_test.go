package docs_test

import (
	"io/fs"
	"os"
	"path"
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
	pages := []string{
		readme, "../../CONTRIBUTING.md", "../../internal/wire/PROTOCOL.md", "../../internal/tools/mutations/README.md",
		"../../ui/README.md", "../../ui/terminal/README.md",
	}
	for _, name := range docs.Names() {
		pages = append(pages, name+".md")
	}
	for _, page := range pages {
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

var pathInCode = regexp.MustCompile("`((?:assets|cmd|internal|testdata|ui)(?:/[^` ]*)?|[A-Z]+\\.md)`")

func TestDocs_ArchitectureNamesFilesThatExist(t *testing.T) {
	content, root := read(t, "architecture.md"), os.DirFS("../..")
	for _, found := range pathInCode.FindAllStringSubmatch(content, -1) {
		if _, err := fs.Stat(root, path.Clean(found[1])); err != nil {
			t.Error(err)
		}
	}
	rows := 0
	for _, rest := range strings.Split(content, "| To change | Start at |\n|---|---|\n")[1:] {
		table, _, _ := strings.Cut(rest, "\n\n")
		for row := range strings.SplitSeq(table, "\n") {
			rows++
			if !pathInCode.MatchString(row) {
				t.Errorf("no path in %s", row)
			}
		}
	}
	if rows < 25 {
		t.Errorf("the tables have %d rows", rows)
	}
}

// TestDocs_ArchitectureListsEveryPackage looks for a row of each directory that holds Go files which are not tests alone.
func TestDocs_ArchitectureListsEveryPackage(t *testing.T) {
	content, root := read(t, "architecture.md"), os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || name != "." && strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go"):
			if dir := path.Dir(name); !strings.Contains(content, "| `"+dir+"` |") {
				t.Errorf("%s is not listed", dir)
			}
			return nil
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
