package part

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"frontdesk/internal/safetext"
)

// unmask takes the link from a text that reads as an address of another host than the link leads to, and puts the real
// address beside it: a reader trusts what is written, and a click follows what is not.
func (d *document) unmask(l *ast.Link) {
	to := string(l.Destination)
	if !safetext.NamesOtherHost(d.words(l), to) {
		return
	}
	parent := l.Parent()
	for n := range children(l) {
		parent.InsertBefore(parent, l, n)
	}
	parent.InsertBefore(parent, l, d.text(" ("))
	if address.MatchString(to) {
		parent.InsertBefore(parent, l, ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(d.add(to))))
	} else {
		parent.InsertBefore(parent, l, d.text(to))
	}
	parent.ReplaceChild(parent, l, d.text(")"))
}

// words are all the text inside a node.
func (d *document) words(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(d.source))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
