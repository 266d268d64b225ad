package archtest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// protocol is the document that code and tests cite by section.
const protocol = "internal/wire/PROTOCOL.md"

// filler is what may stand between the words of a citation: blanks, and the line ends of a comment.
const filler = `(?:[ \t]|\n[ \t]*(?://)?)`

var (
	// heading is a numbered heading of PROTOCOL.md.
	heading = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)?) \S`)
	// document is a name or path of a Markdown document, with what stands before it.
	document = regexp.MustCompile(`(?:^|[^\w./\-*$%{}])([\w.\-]+(?:/[\w.\-]+)*\.md)\b`)
	// sections are the numbers cited after PROTOCOL.md: "4.9", "4.1, 4.2 and 4.5", "4.5 to 4.7".
	sections = regexp.MustCompile(`\bPROTOCOL\.md` + filler + `+(\d[\d.]*(?:(?:,|;|` + filler + `and|` + filler + `to)` + filler + `+\d[\d.]*)*)`)
	number   = regexp.MustCompile(`\d+(?:\.\d+)*`)
)

func TestDocs_CitedDocumentsAndSectionsExist(t *testing.T) {
	found, err := deadCitations(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestDocs_DeadCitationNamesFileAndLine(t *testing.T) {
	const page = "# The protocol\n\n## 4 Operations\n\n### 4.1 Add\n\n### 4.9 Update\n"
	for name, c := range map[string]struct{ file, text, want string }{
		"a section":                      {"a.go", "// Update sends an update (PROTOCOL.md 4.9).", ""},
		"a chapter":                      {"a.go", "// see PROTOCOL.md 4.", ""},
		"several sections":               {"a.go", "// see PROTOCOL.md 4.1, 4.9 and 4.1.", ""},
		"a section on the next line":     {"a.go", "// of a ticket (PROTOCOL.md\n// 4.9).", ""},
		"a section that is missing":      {"a.go", "//\n// see PROTOCOL.md 4.10.", "a.go:2: PROTOCOL.md has no section 4.10"},
		"the last of several is missing": {"a.go", "// see PROTOCOL.md 4.1 and 7.", "a.go:1: PROTOCOL.md has no section 7"},
		"missing on the next line":       {"a.md", "PROTOCOL.md\n4.2", "a.md:1: PROTOCOL.md has no section 4.2"},
		"a document by its path":         {"a.md", "see [it](internal/wire/PROTOCOL.md)", ""},
		"a document from where it is":    {"internal/safetext/b.md", "see [it](../wire/PROTOCOL.md)", ""},
		"a document that is missing":     {"a.go", "\n// see notes" + ".md, Sizes", "a.go:2: notes" + ".md is not in the repository"},
		"another directory's document":   {"a.md", "see docs/PROTOCOL" + ".md", "a.md:1: docs/PROTOCOL" + ".md is not in the repository"},
		"an example in code":             {"a.go", `name := "notes` + `.md"`, ""},
		"an example of a document":       {"a.md", "write `articles/CATEGORY/NAME" + ".md`", ""},
		"a file extension":               {"a.go", "// articles are *.md or .md files", ""},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := deadCitations(fstest.MapFS{protocol: {Data: []byte(page)}, c.file: {Data: []byte(c.text)}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(found, "\n"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// deadCitations returns the citations, one line each, of documents that are not in the repository and of sections that
// PROTOCOL.md does not have: in the comments of Go files and in documents, outside what these quote as code.
func deadCitations(root fs.FS) ([]string, error) {
	page, err := fs.ReadFile(root, protocol)
	if err != nil {
		return nil, err
	}
	exists := map[string]bool{}
	for _, m := range heading.FindAllSubmatch(page, -1) {
		exists[string(m[1])] = true
	}
	texts, documents, err := citingTexts(root)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text := texts[name]
		line := func(at int) int { return 1 + strings.Count(text[:at], "\n") }
		for _, m := range document.FindAllStringSubmatchIndex(text, -1) {
			if cited := text[m[2]:m[3]]; !documentExists(documents, path.Dir(name), cited) {
				found = append(found, fmt.Sprintf("%s:%d: %s is not in the repository", name, line(m[2]), cited))
			}
		}
		for _, m := range sections.FindAllStringSubmatchIndex(text, -1) {
			for _, section := range number.FindAllString(text[m[2]:m[3]], -1) {
				if !exists[section] {
					found = append(found, fmt.Sprintf("%s:%d: PROTOCOL.md has no section %s", name, line(m[0]), section))
				}
			}
		}
	}
	return found, nil
}

// citingTexts reads what may cite, by file, and lists all documents by path.
func citingTexts(root fs.FS) (texts map[string]string, documents map[string]bool, err error) {
	texts, documents = map[string]string{}, map[string]bool{}
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch ext := path.Ext(name); {
		case err != nil:
			return err
		case entry.IsDir():
			return skipForeign(entry.Name())
		case ext == ".md":
			documents[name] = true
			text, err := fs.ReadFile(root, name)
			texts[name] = quoted.ReplaceAllStringFunc(string(text), blankOut)
			return err
		case ext == ".go":
			text, err := fs.ReadFile(root, name)
			texts[name] = comments(string(text))
			return err
		}
		return nil
	})
	return texts, documents, err
}

// quoted is what a document quotes as code.
var quoted = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// blankOut returns a text without anything but its line ends.
func blankOut(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// comments returns a Go file's comments, each on its line.
func comments(source string) string {
	var kept strings.Builder
	for line := range strings.Lines(source) {
		if at := strings.Index(line, "//"); at >= 0 {
			kept.WriteString(line[at:])
			continue
		}
		kept.WriteString("\n")
	}
	return kept.String()
}

// documentExists reports whether a citation names a document: by its path from the root or from where the citation
// stands, or, without a directory, by its name alone.
func documentExists(documents map[string]bool, dir, cited string) bool {
	if documents[path.Clean(cited)] || documents[path.Join(dir, cited)] {
		return true
	}
	if strings.Contains(cited, "/") {
		return false
	}
	for name := range documents {
		if path.Base(name) == cited {
			return true
		}
	}
	return false
}
