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

// Renderer renders markdown into lines and caches the result. It is safe for concurrent use by several goroutines
// and sessions.
type Renderer struct{ kept *cache }

// NewRenderer returns a renderer with an LRU cache of up to 8 MB of rendered lines.
func NewRenderer() *Renderer { return &Renderer{newCache(maxKept)} }

// Cached returns a completely rendered text from the cache without blocking, so that Update and View can call it.
func (r *Renderer) Cached(key string, look Options) (Rendered, bool) {
	return r.kept.get(name{key, look})
}

// Render renders a body. It calls give with the beginning as soon as that is available, then with more of the text
// in steps that double, and finally with all of it and Complete set. It is slow and must be called outside the
// update loop. The key must identify the content of the body, for example by its hash or by an id and a
// modification time, because a text cached under the key is returned as is. The only error is that of ctx: no
// content of a body makes Render fail.
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

// maxKept is the capacity of a Renderer's cache in bytes.
const maxKept = 8 << 20

// lineCost is the approximate memory overhead of a line: the string header and the rounding of the allocator.
const lineCost = 32

// name is a cache key.
type name struct {
	key  string
	look Options
}

// kept is a cache entry: a text and its size in bytes.
type kept struct {
	name name
	page Rendered
	size int
}

// cache is an LRU cache of rendered texts, limited by their size in bytes.
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

// put caches a text, unless it is larger than the limit and would evict everything else.
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

// articleParser returns the parser for the subset of markdown that package safetext writes. Other constructs could
// only come from a customer's text, which must be shown literally, and are disabled: HTML tags, link definitions,
// setext headings, task lists, indented code.
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
