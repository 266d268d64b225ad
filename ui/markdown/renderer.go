// Package markdown renders sanitised HTML as lines for a terminal. It is slow and must run outside the update loop.
package markdown

import (
	"container/list"
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// Options controls how markdown is rendered; it is comparable, so that it can be part of a cache key.
type Options struct {
	Width int          // columns, at least 1
	Prose int          // columns that paragraphs take at most, while code and tables may take more; 0 for all
	Theme *theme.Theme // without colours when nil
	Mail  bool         // the text is a message: find its quotes and signatures
}

// Rendered is a rendered text. Its lines are immutable. Each line is safe for a terminal, at most Options.Width columns
// wide, and self-contained: every style that it opens is closed.
type Rendered struct {
	Lines  []string
	Asides []Aside // in order; only of a message
}

// Aside is a range of lines that a mail program has added to a message.
type Aside struct {
	Kind     safetext.MailKind
	From, To int // first line and the one after the last
}

// Renderer renders markdown into lines and caches the result. It is safe for concurrent use by several goroutines
// and sessions.
type Renderer struct{ cache *cache }

// NewRenderer returns a renderer with an LRU cache of up to 8 MB of rendered lines.
func NewRenderer() *Renderer { return &Renderer{newCache(cacheSize)} }

// Cached returns a rendered text from the cache without blocking, so that Update and View can call it.
func (r *Renderer) Cached(key string, options Options) (Rendered, bool) {
	return r.cache.get(cacheKey{key, options})
}

// Render renders a body. It is slow and must be called outside the update loop. The key must identify the content of
// the body, for example by its hash or by an id and a modification time: a text cached under the key is returned as it
// is. The only error is that of ctx: no content of a body makes Render fail.
func (r *Renderer) Render(ctx context.Context, key string, body safetext.HTML, options Options) (Rendered, error) {
	n := cacheKey{key, options}
	if page, ok := r.cache.get(n); ok {
		return page, nil
	}
	p := newBlockRenderer(options)
	for piece, isLast := range withLast(body.MarkdownChunks(), options.Mail) {
		if err := ctx.Err(); err != nil {
			return Rendered{}, err
		}
		p.renderMessage(piece, isLast)
	}
	if err := ctx.Err(); err != nil {
		return Rendered{}, err
	}
	page := Rendered{Lines: slices.Clip(p.lines), Asides: p.asides}
	if p.onlyAsides() {
		page.Asides = nil
	}
	r.cache.put(n, page)
	return page, nil
}

// cacheSize is the capacity of a Renderer's cache in bytes.
const cacheSize = 8 << 20

// lineCost is the approximate memory overhead of a line: the string header and the rounding of the allocator.
const lineCost = 32

// cacheKey is a cache key.
type cacheKey struct {
	key     string
	options Options
}

// cacheEntry is a cache entry: a text and its size in bytes.
type cacheEntry struct {
	key  cacheKey
	page Rendered
	size int
}

// cache is an LRU cache of rendered texts, limited by their size in bytes.
type cache struct {
	mu    sync.Mutex
	limit int
	size  int
	pages map[cacheKey]*list.Element
	order *list.List // most recently used first
}

func newCache(limit int) *cache {
	return &cache{limit: limit, pages: map[cacheKey]*list.Element{}, order: list.New()}
}

func (c *cache) get(n cacheKey) (Rendered, bool) {
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
func (c *cache) put(n cacheKey, p Rendered) {
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
	c.pages[n] = c.order.PushFront(&cacheEntry{n, p, size})
	c.size += size
	for c.size > c.limit {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(at *list.Element) {
	k := entry(at)
	c.order.Remove(at)
	delete(c.pages, k.key)
	c.size -= k.size
}

func entry(at *list.Element) *cacheEntry {
	k, _ := at.Value.(*cacheEntry)
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

// RenderNote renders markdown that the program has written itself, such as a handover note. It is slow and must be
// called outside the update loop; nothing is cached.
func RenderNote(md safetext.Markdown, options Options) []string {
	p := newBlockRenderer(options)
	p.renderChunk(md)
	return slices.Clip(p.lines)
}

// withLast tells of each chunk of a message whether it is the last. This takes the conversion of the next one.
func withLast(chunks iter.Seq[safetext.Markdown], isMail bool) iter.Seq2[safetext.Markdown, bool] {
	return func(yield func(safetext.Markdown, bool) bool) {
		var waiting []safetext.Markdown
		for chunk := range chunks {
			if isMail {
				waiting = append(waiting, chunk)
				if len(waiting) == 1 {
					continue
				}
				chunk, waiting = waiting[0], waiting[1:]
			}
			if !yield(chunk, false) {
				return
			}
		}
		if len(waiting) > 0 {
			yield(waiting[0], true)
		}
	}
}

// renderMessage renders one chunk, and notes where quotes and signatures are if it is of a message.
func (p *blockRenderer) renderMessage(chunk safetext.Markdown, isLast bool) {
	if !p.options.Mail {
		p.renderChunk(chunk)
		return
	}
	for _, part := range p.mail.Split(chunk, isLast) {
		from := len(p.lines)
		p.renderChunk(part.Text)
		if part.Kind == safetext.MailText || len(p.lines) == from {
			continue
		}
		if from > 0 && p.lines[from] == "" {
			from++
		}
		if n := len(p.asides); n > 0 && p.asides[n-1].Kind == part.Kind && p.asides[n-1].To >= from-1 {
			p.asides[n-1].To = len(p.lines)
			continue
		}
		p.asides = append(p.asides, Aside{part.Kind, from, len(p.lines)})
	}
}

// onlyAsides reports whether a message consists of quotes and signatures only. They are then shown unfolded.
func (p *blockRenderer) onlyAsides() bool {
	at := 0
	for _, a := range p.asides {
		for ; at < a.From; at++ {
			if p.lines[at] != "" {
				return false
			}
		}
		at = a.To
	}
	return at >= len(p.lines)
}
