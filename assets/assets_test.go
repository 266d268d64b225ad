package assets_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"frontdesk/assets"
)

const readme = "../README.md"

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestDocs_EveryPageIsATopic(t *testing.T) {
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	names := assets.TopicNames()
	for i := range files {
		files[i] = strings.TrimSuffix(filepath.Base(files[i]), ".md")
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
	for _, name := range assets.TopicNames() {
		if !strings.Contains(content, "["+name+"](assets/docs/"+name+".md)") {
			t.Errorf("the README does not link %s", name)
		}
	}
}

// mostWords is how many words the pages for users may have together, without README.md and with their generated tables.
// A word has a letter or a digit: the bars of a table are none.
const mostWords = 24_000

func TestDocs_PagesForUsersAreShortEnoughToRead(t *testing.T) {
	words := 0
	for _, name := range assets.TopicNames() {
		page, _ := assets.Page(name)
		count := 0
		for word := range strings.FieldsSeq(page) {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				count++
			}
		}
		t.Logf("%6d %s", count, name)
		words += count
	}
	if words > mostWords {
		t.Errorf("the pages have %d words, at most %d are wanted", words, mostWords)
	}
}

// saidElsewhere are messages of troubleshooting.md that come from other programs.
var saidElsewhere = []string{"Permission denied (publickey)"}

var quotedMessage = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// betweenParts joins the parts of which the program makes a message: what differs, or a reason behind a colon.
var betweenParts = regexp.MustCompile(`…|: |; `)

// TestDocs_TroubleshootingQuotesWhatTheProgramSays looks up each part of a message in the code.
func TestDocs_TroubleshootingQuotesWhatTheProgramSays(t *testing.T) {
	var code strings.Builder
	for _, top := range []string{"internal", "ui"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(name string, _ fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") {
				code.WriteString(read(t, name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	messages := quotedMessage.FindAllStringSubmatch(read(t, "docs/troubleshooting.md"), -1)
	for _, found := range messages {
		for _, part := range betweenParts.Split(found[1], -1) {
			if !slices.Contains(saidElsewhere, found[1]) && !strings.Contains(code.String(), strings.TrimSpace(part)) {
				t.Errorf("nothing says %q of %q", part, found[1])
			}
		}
	}
	if len(messages) < 30 {
		t.Errorf("%d messages are found", len(messages))
	}
}

func TestDocs_PagesHaveATitleAndNoMarksOfGeneratedParts(t *testing.T) {
	for _, name := range assets.TopicNames() {
		page, known := assets.Page(name)
		if !known || !strings.HasPrefix(page, "# ") || strings.Contains(page, "<!--") {
			t.Errorf("%s: %v, begins with %.40q", name, known, page)
		}
	}
	for _, name := range []string{"", "nothing", "../docs/keys", "docs.go"} {
		if _, known := assets.Page(name); known {
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
		matches, err := filepath.Glob(filepath.Join("..", top))
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
	if len(found) < len(assets.TopicNames())+8 {
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
