package part

import (
	"bytes"
	"fmt"
	"strings"

	glamour "charm.land/glamour/v2/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"frontdesk/internal/safetext"
)

// newWords makes Glamour's renderer. It neither wraps nor fills up lines, which it would do for every block once
// more: each paragraph is wrapped once, by wrap.
func newWords(look Options) renderer.Renderer {
	words := glamour.NewRenderer(glamour.Options{PreserveNewLines: true, InlineTableLinks: true, Styles: styleOf(look)})
	return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(words, 1)))
}

// draw has Glamour draw a paragraph, a heading or what a cell holds, and lets only colours and links of it through.
// What it cannot draw is shown as it was written.
func (p *blockRenderer) draw(node ast.Node) string {
	if s, ok := p.plain(node); ok {
		return safetext.FilterANSI(s)
	}
	raw := p.sourceOf(node)
	page := ast.NewDocument()
	page.AppendChild(page, node)
	s, err := p.glamour(page)
	if err != nil {
		s = raw
	}
	return safetext.FilterANSI(s)
}

// plain is a block that is nothing but words, for which Glamour is not asked: tables have thousands of such cells.
func (d *document) plain(node ast.Node) (string, bool) {
	if node.Kind() != ast.KindParagraph && node.Kind() != ast.KindTextBlock {
		return "", false
	}
	var b strings.Builder
	for child := range children(node) {
		words, ok := child.(*ast.Text)
		if !ok {
			return "", false
		}
		s := words.Segment.Value(d.source)
		if bytes.ContainsAny(s, "\\&") {
			return "", false
		}
		b.Write(s)
		if words.SoftLineBreak() || words.HardLineBreak() {
			b.WriteByte('\n')
		}
	}
	return b.String(), true
}

// glamour draws a tree. Glamour panics on odd trees now and then; what a ticket holds must not end the program.
func (p *blockRenderer) glamour(page ast.Node) (s string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("draw markdown: %v", r)
		}
	}()
	var b bytes.Buffer
	err = p.words.Render(&b, p.source, page)
	return b.String(), err
}

// sourceOf is the markdown of a block.
func (d *document) sourceOf(node ast.Node) string {
	var b strings.Builder
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		b.Write(line.Value(d.source))
	}
	return b.String()
}
