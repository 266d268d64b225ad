package part

import (
	"container/list"
	"context"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"frontdesk/internal/safetext"
)

// Renderer draws markdown into lines and keeps what was drawn; it may be used by many goroutines at once, and by
// many sessions.
type Renderer struct{ kept *cache }

// NewRenderer makes a renderer that keeps up to 8 MB of drawn lines, those used last.
func NewRenderer() *Renderer { return &Renderer{newCache(maxKept)} }

// Cached gives a page that was drawn whole before, from memory and at once: for Update and View.
func (r *Renderer) Cached(key string, look Options) (Rendered, bool) {
	return r.kept.get(name{key, look})
}

// Render draws a body and hands over its beginning as soon as there is one, then more of it in steps that double, at
// last all of it with Whole set. It takes long: call it off the loop. The key has to name what the body says, such
// as an id together with the time of its last change, because a page that is kept under it is given as it is.
// The error is ctx's: nothing that a body holds can make Draw fail.
func (r *Renderer) Render(ctx context.Context, key string, body safetext.HTML, look Options, give func(Rendered)) error {
	n := name{key, look}
	if page, ok := r.kept.get(n); ok {
		give(page)
		return nil
	}
	p := newPainter(look)
	given := 0
	for piece := range body.MarkdownChunks() {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.renderChunk(piece)
		if len(p.lines) >= 2*given {
			given = len(p.lines)
			give(Rendered{Lines: p.lines[:given:given]})
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	page := Rendered{Lines: p.lines[:len(p.lines):len(p.lines)], Complete: true}
	r.kept.put(n, page)
	give(page)
	return nil
}

// maxKept is how many bytes of drawn lines a Renderer keeps.
const maxKept = 8 << 20

// lineCost is what a line takes beside its text: a string's header and what the allocator rounds up.
const lineCost = 32

// name is what a page is kept under.
type name struct {
	key  string
	look Options
}

// kept is a page with its size in bytes.
type kept struct {
	name name
	page Rendered
	size int
}

// cache keeps whole pages up to a number of bytes and lets go of those least recently used.
type cache struct {
	mu    sync.Mutex
	limit int
	size  int
	pages map[name]*list.Element
	order *list.List // most recently used first
}

func newCache(limit int) *cache {
	return &cache{limit: limit, pages: map[name]*list.Element{}, order: list.New()}
}

func (c *cache) get(n name) (Rendered, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.pages[n]
	if !ok {
		return Rendered{}, false
	}
	c.order.MoveToFront(at)
	return entry(at).page, true
}

// put keeps a page; one that is larger than the limit is not kept, or it would push out everything.
func (c *cache) put(n name, p Rendered) {
	size := len(n.key)
	for _, line := range p.Lines {
		size += len(line) + lineCost
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.pages[n]; ok {
		c.drop(at)
	}
	if size > c.limit {
		return
	}
	c.pages[n] = c.order.PushFront(&kept{n, p, size})
	c.size += size
	for c.size > c.limit {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(at *list.Element) {
	k := entry(at)
	c.order.Remove(at)
	delete(c.pages, k.name)
	c.size -= k.size
}

func entry(at *list.Element) *kept {
	k, _ := at.Value.(*kept)
	return k
}

// articleParser is the markdown that package text writes and nothing more. What it never writes is left out, since such a
// construct could only come from a customer's text, which has to be shown letter for letter: tags, link
// definitions, underlined headings, task boxes, code by indentation.
var articleParser = sync.OnceValue(func() parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
	)
	return goldmark.New(
		goldmark.WithParser(p),
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify),
	).Parser()
})
