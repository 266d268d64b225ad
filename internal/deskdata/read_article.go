package deskdata

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"frontdesk/internal/safetext"
)

// Members of an article's entry that its file's front matter cannot set.
const (
	bodyColumn   = " text"
	keyMember    = " key"
	folderMember = " folder"
)

// markdown converts an article's Markdown to HTML, because the interface returns articles as HTML. HTML within it
// stays: it is the team's own, and clients sanitise it before they show it.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// maxArticle is the largest size of an article's file, in bytes.
const maxArticle = 1 << 20

// eachArticle reads the articles, one file at a time.
func (s *fileSet) eachArticle(faults *Faults, do func(*entry) error) error {
	for _, file := range s.texts {
		content, err := s.readWhole(file.path, maxArticle)
		if errors.Is(err, errLarge) {
			faults.add(file.path, 0, "is larger than %d MiB", maxArticle>>20)
			continue
		}
		if err != nil {
			return err
		}
		e, ok := readArticle(file, content, faults)
		if !ok {
			continue
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}

// readArticle reads front matter between two lines of three hyphens, a `name: value` on each line, and the text behind.
func readArticle(file articleFile, content []byte, faults *Faults) (*entry, bool) {
	content, err := safetext.UTF8(content)
	if err != nil {
		faults.addEncoding(file.path, err)
		return nil, false
	}
	e := &entry{kind: articles.name, file: file.path, line: 1}
	rest := string(content)
	line, rest, _ := strings.Cut(rest, "\n")
	if strings.TrimRight(line, " \t\r") != "---" {
		faults.add(file.path, 1, "it does not begin with front matter: a line ---, then title: …, then a line ---")
		return nil, false
	}
	for number := 2; ; number++ {
		var more bool
		line, rest, more = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		switch name, text, pair := strings.Cut(line, ":"); {
		case line == "---":
			e.values = append(
				e.values,
				value{bodyColumn, articleHTML(file.path, rest), number},
				value{keyMember, file.key, 1},
				value{folderMember, file.folder, 1},
			)
			return e, true
		case !more:
			faults.add(file.path, 1, "its front matter is never closed: a line --- is missing")
			return nil, false
		case line == "" || line[0] == '#':
		case !pair:
			faults.add(file.path, number, "%q is not a name: value", line)
		default:
			e.values = append(e.values, value{strings.TrimSpace(name), unquote(strings.TrimSpace(text)), number})
		}
	}
}

// unquote removes one pair of quotes.
func unquote(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// articleHTML returns an article's text as HTML.
func articleHTML(file, text string) string {
	if ext := strings.ToLower(filepath.Ext(file)); ext == ".html" || ext == ".htm" {
		return strings.TrimSuffix(text, "\n") // the one that ends the file's last line
	}
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		panic(err) // a buffer takes everything
	}
	return strings.TrimSuffix(out.String(), "\n")
}
