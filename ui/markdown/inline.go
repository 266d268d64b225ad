package markdown

import (
	"bytes"
	"fmt"
	"strings"

	glamour "charm.land/glamour/v2/ansi"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// newGlamourRenderer returns a Glamour renderer that neither wraps nor pads lines. Glamour would do so again for every
// nested block; here each paragraph is wrapped once, by wrap.
func newGlamourRenderer(options Options) renderer.Renderer {
	words := glamour.NewRenderer(
		glamour.Options{PreserveNewLines: true, InlineTableLinks: true, Styles: newGlamourStyle(options.Theme.Palette)},
	)
	return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(words, 1)))
}

// renderInline renders a paragraph, a heading or the content of a table cell with Glamour and filters everything except
// colours and links from the output. If rendering fails, it returns the markdown source.
func (p *blockRenderer) renderInline(node ast.Node) string {
	if s, ok := p.plain(node); ok {
		return safetext.FilterANSI(s)
	}
	raw := p.sourceOf(node)
	page := ast.NewDocument()
	page.AppendChild(page, node)
	s, err := p.renderWithGlamour(page)
	if err != nil {
		s = raw
	}
	return safetext.FilterANSI(s)
}

// plain returns the text of a block that contains nothing but text, which does not need Glamour: a table can have
// thousands of such cells.
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

// renderWithGlamour renders a tree with Glamour. It recovers from panics, which Glamour raises for some unusual trees,
// so that the content of a ticket cannot crash the program.
func (p *blockRenderer) renderWithGlamour(page ast.Node) (s string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("draw markdown: %v", r)
		}
	}()
	var b bytes.Buffer
	err = p.glamourRenderer.Render(&b, p.source, page)
	return b.String(), err
}

// sourceOf returns the markdown source of a block.
func (d *document) sourceOf(node ast.Node) string {
	var b strings.Builder
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		b.Write(line.Value(d.source))
	}
	return b.String()
}

// sgrState is the state in which characters are rendered: the style, and the escape sequence that opens the current
// link.
type sgrState struct {
	style uv.Style
	link  string
}

// styleTracker tracks styles and links across the lines of rendered text.
type styleTracker struct {
	sgrState
	parser *ansi.Parser
}

func newStyleTracker() *styleTracker { return &styleTracker{parser: ansi.GetParser()} }

func (p *styleTracker) close() { ansi.PutParser(p.parser) }

// line returns s as a self-contained line without trailing blanks and styles, and advances the tracker to its end.
func (p *styleTracker) line(s string) string {
	var b strings.Builder
	var on, last sgrState // as written so far, and at the last visible character
	end := 0
	for s != "" {
		run, seq, rest := termwidth.NextRun(s)
		if words := strings.TrimRight(run, " "); words != "" {
			on = on.change(&b, p.sgrState)
			b.WriteString(run)
			end, last = b.Len()-len(run)+len(words), on
		} else if run != "" {
			if on.showsBlanks() || p.showsBlanks() {
				on = on.change(&b, p.sgrState)
			}
			b.WriteString(run)
		}
		p.take(seq)
		s = rest
	}
	if last == (sgrState{}) {
		return b.String()[:end]
	}
	line := b.String()[:end]
	b.Reset()
	b.WriteString(line)
	last.change(&b, sgrState{})
	return b.String()
}

// showsBlanks reports whether a blank is visible in this state.
func (k sgrState) showsBlanks() bool {
	return k.link != "" || k.style.Bg != nil || k.style.Underline != 0 ||
		k.style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) != 0
}

// change writes the sequences that lead from state k to state to, and returns to.
func (k sgrState) change(b *strings.Builder, to sgrState) sgrState {
	if k.link != to.link && k.link != "" {
		b.WriteString(endOfLink)
	}
	if !k.style.Equal(&to.style) {
		if !k.style.IsZero() {
			b.WriteString(ansi.ResetStyle)
		}
		if !to.style.IsZero() {
			b.WriteString(to.style.String())
		}
	}
	if k.link != to.link {
		b.WriteString(to.link)
	}
	return to
}

const endOfLink = "\x1b]8;;\a"

// take updates the state with an escape sequence.
func (p *styleTracker) take(seq string) {
	switch {
	case seq == "":
	case strings.HasPrefix(seq, "\x1b["):
		ansi.DecodeSequence(seq, 0, p.parser)
		uv.ReadStyle(p.parser.Params(), &p.style)
	default:
		p.link = seq
		if _, to, _ := strings.Cut(seq[len("\x1b]8;"):], ";"); to == "\a" || to == "\x1b\\" {
			p.link = ""
		}
	}
}

// unmask removes the link from a text that looks like a URL of a host other than the link's destination, and
// appends the destination as text. Otherwise a misleading link text could hide where a click leads.
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

// words returns all text inside a node.
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
