package cache

import (
	"strings"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Limits of the texts that filters search beside titles. A desk may hold 100,000 tickets, of which agents read few.
const (
	maxTickets  = 2 << 20   // bytes of all texts; those read least recently go first
	maxTicket   = 64 << 10  // of one ticket; what follows is not searched
	maxReadable = 256 << 10 // of one description or message; a longer one is not searched
)

func newTexts() *texts {
	t := &texts{last: &textSnapshot{}}
	evicted := func(_ string, r readText) { t.size -= len(r.text) }
	t.byID, _ = simplelru.NewLRU(maxTickets, evicted) // fails for a size of 0 only
	return t
}

// put keeps the text of a ticket, and reports whether it is new or has changed. One without the timeline does not
// replace a whole one.
func (t *texts) put(id, text string, isWhole bool) (reading uint64, changed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, has := t.byID.Get(id); has {
		if known.text == text || !isWhole {
			return known.reading, false
		}
		t.byID.Remove(id)
	}
	t.byID.Add(id, readText{text, t.version + 1})
	t.size += len(text)
	for t.size > maxTickets {
		t.byID.RemoveOldest()
	}
	t.version++
	return t.version, true
}

// reading returns the number of the text of a ticket; 0 if it is not kept.
func (t *texts) reading(id string) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, _ := t.byID.Peek(id)
	return known.reading
}

// snapshot returns the current texts.
func (t *texts) snapshot() *textSnapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last.version != t.version {
		last := &textSnapshot{version: t.version, ids: t.byID.Keys()}
		for _, r := range t.byID.Values() {
			last.texts = append(last.texts, r.text)
		}
		t.last = last
	}
	return t.last
}

// keepTexts keeps the texts of tickets that were read, for filters. A cache without subscribers belongs to a single
// command, which does not search them; it returns none.
func (c *Cache) keepTexts(details []desk.TicketDetails, isWhole bool) (texts []string) {
	c.mu.Lock()
	wanted := len(c.subscriptions) > 0
	c.mu.Unlock()
	if !wanted {
		return nil
	}
	texts = make([]string, len(details))
	changed := false
	for i := range details {
		texts[i] = searchedText(&details[i])
		reading, isChanged := c.readTexts.put(details[i].ID.Raw(), texts[i], isWhole)
		details[i].Reading, changed = reading, changed || isChanged
	}
	if changed {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.notify()
	}
	return texts
}

// Reading returns the number of the texts of a ticket as they were read last, by whomever; 0 if they are not kept.
func (c *Cache) Reading(id desk.ID) uint64 { return c.readTexts.reading(id.Raw()) }

// searchedText returns the folded description and timeline of a ticket, a line feed between two parts.
func searchedText(d *desk.TicketDetails) string {
	var b strings.Builder
	add := func(text string) {
		b.WriteString(text)
		b.WriteByte('\n')
	}
	addHTML := func(body safetext.HTML) {
		if body.Len() <= maxReadable && b.Len() < maxTicket {
			add(body.Text().Line().String())
		}
	}
	addHTML(d.Body)
	for i := range d.Timeline {
		addHTML(d.Timeline[i].Body)
		for _, v := range d.Timeline[i].Values {
			add(v.Value.Line().String())
		}
		if b.Len() >= maxTicket {
			break
		}
	}
	text := strings.Clone(safetext.Fold(b.String()))
	return text[:min(len(text), maxTicket)]
}
