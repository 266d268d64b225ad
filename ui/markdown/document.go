package markdown

import (
	"iter"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	source "github.com/yuin/goldmark/text"

	"frontdesk/internal/safetext"
)

// document is a parsed markdown chunk: the syntax tree and the source bytes that its nodes refer to. The source is
// the chunk itself, followed by the text appended with add.
type document struct {
	root   ast.Node
	source []byte
}

// newDocument parses a chunk and rewrites the nodes that Glamour would render incorrectly.
func newDocument(md safetext.Markdown) document {
	d := document{source: []byte(md.String())}
	d.root = articleParser().Parse(source.NewReader(d.source))
	var texts []*ast.Text
	var links []*ast.AutoLink
	var named []*ast.Link
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			texts = append(texts, n)
		case *ast.AutoLink:
			if entering {
				links = append(links, n)
			}
		case *ast.Link:
			if entering {
				named = append(named, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, t := range texts {
		d.unescape(t)
	}
	for _, l := range links {
		d.unlink(l)
	}
	for _, l := range named {
		d.unmask(l)
	}
	return d
}

// escapes are the characters for which Glamour removes a preceding backslash; before any other character it would
// print the backslash.
const escapes = "\\`*_{}[]<>()#+-.!|"

// unescape removes the backslash escapes that are valid in markdown but that Glamour does not handle.
func (d *document) unescape(t *ast.Text) {
	s := string(t.Segment.Value(d.source))
	if !strings.Contains(s, `\`) || t.Parent().Kind() == ast.KindCodeSpan {
		return
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if strings.IndexByte(escapes, s[i+1]) >= 0 {
				b.WriteByte(s[i])
				i++
			} else if isMark(s[i+1]) {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	t.Segment = d.add(b.String())
}

// isMark reports whether b is an ASCII punctuation character, which markdown allows a backslash to escape.
func isMark(b byte) bool { return strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", b) >= 0 }

// address matches the URLs that Glamour prints unchanged; it would print nothing for a URL that it cannot parse.
var address = regexp.MustCompile(
	`^(https?|ftp)://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?]([A-Za-z0-9._~/?@!$&'()*+,;:=-]|%[0-9A-Fa-f]{2})*)?(#[A-Za-z0-9._~/-]+)?$`,
)

// unlink replaces an autolink with plain text if Glamour would print its URL differently or not at all.
func (d *document) unlink(l *ast.AutoLink) {
	label := string(l.Label(d.source))
	if label != string(l.URL(d.source)) || !address.MatchString(label) {
		l.Parent().ReplaceChild(l.Parent(), l, d.text(label))
	}
}

// add appends s to the source and returns its segment, so that nodes can refer to it.
func (d *document) add(s string) source.Segment {
	from := len(d.source)
	d.source = append(d.source, s...)
	return source.NewSegment(from, len(d.source))
}

// text returns a node that renders s.
func (d *document) text(s string) ast.Node { return ast.NewTextSegment(d.add(s)) }

// children iterates over the children of a node; the loop body may move the current child elsewhere.
func children(parent ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for n := parent.FirstChild(); n != nil; {
			next := n.NextSibling()
			if !yield(n) {
				return
			}
			n = next
		}
	}
}
