package part

import (
	"container/list"
	"sync"
)

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
