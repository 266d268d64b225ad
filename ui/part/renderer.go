package part

import (
	"context"

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
