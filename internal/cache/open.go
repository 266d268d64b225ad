package cache

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
)

// New returns an empty cache. With a directory, it then reads the records of the last run, see WaitLoaded, and the
// caller must close it.
func New(c Config) *Cache {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.PullTries == 0 {
		c.PullTries = defaultPullTries
	}
	if c.Articles == nil {
		c.Articles = faqindex.Open(nil)
	}
	all := &Cache{
		Config:        c,
		began:         c.Now(),
		index:         newIndex(0),
		limits:        usualLimits,
		texts:         &arena{},
		words:         newInterners(),
		subscriptions: map[*Subscription]struct{}{},
		days:          map[desk.Date]*dayState{},
		jobs:          map[desk.Date]*pullJob{},
		watched:       map[string]seq{},
		values:        learntValues{},
		customers:     newCustomers(),
		readTexts:     newTexts(),
	}
	if c.Dir != "" {
		all.openDisk(c.Dir)
	}
	return all
}

// Fresh returns an empty cache of the same account in memory, for a look at what the service answers now.
func (c *Cache) Fresh() *Cache {
	fresh := c.Config
	fresh.Dir, fresh.PullTries = "", 1
	return New(fresh)
}

// Close writes what has changed and ends the writing, that of articles included, and their prefetch.
func (c *Cache) Close() {
	c.Articles.Close()
	if c.disk != nil {
		c.disk.stops.Do(func() { close(c.disk.stop) })
		<-c.disk.ended
	}
}
