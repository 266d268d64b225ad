package cache

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cachefile"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// storedOrders is the orders of a customer on disk.
type storedOrders struct {
	At   time.Time
	Page desk.OrderPage
}

// storedVocabulary is the part of the vocabulary that is not in the configuration, and need not be in tickets.
type storedVocabulary struct {
	SubStatuses  []desk.Code
	Queues       []desk.Code
	Dispositions []string
	Orders       map[string][]string
}

// storedDetails is a ticket that was read, with what filters search of it.
type storedDetails struct {
	At      time.Time
	Text    string
	Details desk.TicketDetails
}

// detailPlace is where a ticket that was read stands in its file.
type detailPlace struct {
	stamp seq
	frame int64
}

func customerRecord(id int64) string { return customerKey + strconv.FormatInt(id, 10) }
func orderRecord(id int64) string    { return orderKey + strconv.FormatInt(id, 10) }

// batchesOf encodes changes. in is the batch of each.
func batchesOf(
	f *cachefile.File,
	changes map[string]change,
) (all []*cachefile.Batch, in map[string]*cachefile.Batch, err error) {
	in = map[string]*cachefile.Batch{}
	var failed []error
	b := f.NewBatch()
	for key, change := range changes {
		if b.IsFull() {
			all, b = append(all, b), f.NewBatch()
		}
		text := ""
		if change.value != nil {
			encoded, err := encodeStored(change.value)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			text = string(encoded)
		}
		b.Add(key, int64(change.stamp), nil, nil, text)
		in[key] = b
	}
	return append(all, b), in, errors.Join(failed...)
}

// loadCustomers reads the customers, their orders and the vocabulary of the last time.
func (c *Cache) loadCustomers() error {
	err := c.disk.customers.Load(func(_ int, b *cachefile.Block) { c.adoptRecords(b) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.customers.last = nil
	c.notify()
	return err
}

// adoptRecords takes over records of customersFile that are newer than those known.
func (c *Cache) adoptRecords(b *cachefile.Block) {
	for i := range b.Len() {
		key, stamp, text := b.Key(i), seq(b.Stamp(i)), b.Text(i)
		if rest, ok := cutKey(key, customerKey); ok {
			c.adoptCustomer(numberIn(rest), stamp, text)
		} else if rest, ok := cutKey(key, orderKey); ok {
			c.adoptOrders(numberIn(rest), stamp, text)
		} else if key == vocabularyKey {
			c.adoptVocabulary(text)
		}
	}
}

// numberIn returns the id of a key; 0 when there is none.
func numberIn(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// adoptCustomer takes over a customer, or that another process has changed them.
func (c *Cache) adoptCustomer(id int64, stamp seq, text string) {
	var entry *customerEntry
	if text != "" {
		var record desk.Customer
		if decodeStored(text, &record) != nil || record.ID != id || id == 0 {
			return
		}
		entry = newCustomerEntry(stamp, record)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.customers
	c.seq = max(c.seq, stamp)
	if entry == nil {
		all.touched[id] = max(all.touched[id], stamp)
		return
	}
	at, known := all.at[id]
	switch {
	case known && all.entries[at].asked >= stamp, all.touched[id] > stamp:
		return
	case known:
		all.entries[at] = entry
	default:
		all.at[id] = len(all.entries)
		all.entries = append(all.entries, entry)
	}
	all.fullRecords.Add(id, struct{}{})
	all.last = nil
	if all.fetches[id].asked < stamp {
		all.fetches[id] = fetchState{asked: stamp, at: stamp.time(), stored: true}
	}
}

// adoptOrders takes over the orders of a customer.
func (c *Cache) adoptOrders(id int64, stamp seq, text string) {
	var stored storedOrders
	if text == "" || decodeStored(text, &stored) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, has := c.customers.orders.Peek(id); !has && known.asked < stamp && c.customers.touched[id] < stamp {
		c.customers.orders.Add(id, cachedOrders{asked: stamp, at: stored.At, page: stored.Page, stored: true})
	}
}

// adoptVocabulary takes over what was learnt.
func (c *Cache) adoptVocabulary(text string) {
	var stored storedVocabulary
	if text == "" || decodeStored(text, &stored) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.learnt
	c.learnt.add(stored.SubStatuses, stored.Queues)
	c.learnt.add(known.subStatuses, known.queues) // names that were learnt since count
	for _, path := range stored.Dispositions {
		if len(c.dispositions) < maxDispositions {
			c.dispositions[path] = struct{}{}
		}
	}
	for _, path := range orderPaths {
		for _, value := range stored.Orders[path] {
			c.addOrderValue(path, value)
		}
	}
}

// vocabularyChanged has the vocabulary written. c.mu is held.
func (c *Cache) vocabularyChanged() { c.disk.recordChanged(vocabularyKey, c.seq, storedVocabulary{}) }

// writeRecords appends the customers, orders and vocabulary that have changed.
func (c *Cache) writeRecords() error {
	c.mu.Lock()
	nothing := !c.disk.all && len(c.disk.records) == 0
	c.mu.Unlock()
	if nothing {
		return nil
	}
	var failed error
	err := c.disk.customers.Update(c.adoptRecords, func(whole bool) []*cachefile.Batch {
		var batches []*cachefile.Batch
		batches, _, failed = batchesOf(c.disk.customers, c.takeRecords(whole))
		return batches
	})
	return errors.Join(err, failed)
}

// takeRecords returns the records to be written: all that are known, or the changes.
func (c *Cache) takeRecords(all bool) map[string]change {
	v := c.Vocabulary()
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.disk
	changes := d.records
	d.records = map[string]change{}
	if all || d.all {
		for _, s := range c.customers.entries {
			if key := customerRecord(s.record.ID); changes[key].stamp == 0 {
				changes[key] = change{s.asked, s.record}
			}
		}
		for _, id := range c.customers.orders.Keys() {
			orders, _ := c.customers.orders.Peek(id)
			if key := orderRecord(id); changes[key].stamp == 0 {
				changes[key] = change{orders.asked, storedOrders{orders.at, orders.page}}
			}
		}
		changes[vocabularyKey] = change{c.seq, storedVocabulary{}}
	}
	if known, has := changes[vocabularyKey]; has {
		changes[vocabularyKey] = change{known.stamp, storedVocabulary{
			SubStatuses: c.learnt.subStatuses, Queues: c.learnt.queues, Dispositions: v.Dispositions, Orders: v.Orders,
		}}
	}
	return changes
}

// keepDetails keeps tickets that were read, with the texts that filters search.
func (c *Cache) keepDetails(asked seq, details []desk.TicketDetails, texts []string) {
	if c.disk == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range details {
		d := &details[i]
		c.disk.ticketRead(d.ID.Raw(), asked, storedDetails{c.Now(), strings.TrimSpace(texts[i]), *d})
	}
}

// forgetDetails drops what was read of a ticket before a write.
func (c *Cache) forgetDetails(id desk.ID, written seq) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.disk.ticketRead(id.Raw(), written, nil)
}

// loadDetails finds the tickets that were read, and makes their texts known to filters.
func (c *Cache) loadDetails() error {
	err := c.disk.details.Load(func(_ int, b *cachefile.Block) { c.adoptDetails(b) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notify()
	return err
}

// adoptDetails takes over where tickets stand that were read.
func (c *Cache) adoptDetails(b *cachefile.Block) {
	for i := range b.Len() {
		stored, has := storedDetails{}, b.Text(i) != ""
		if has && decodeStored(b.Text(i), &stored) != nil {
			continue
		}
		if c.disk.place(b.Key(i), seq(b.Stamp(i)), b.Frame(), has) && has {
			c.readTexts.put(b.Key(i), stored.Text, true)
		}
	}
}

// place remembers where a ticket stands that was read, or that it is not there any more. It returns false when a newer
// one is known.
func (d *disk) place(id string, stamp seq, frame int64, has bool) bool {
	d.placesMu.Lock()
	defer d.placesMu.Unlock()
	if old, known := d.places[id]; known && old.stamp > stamp {
		return false
	}
	if !has {
		frame = 0 // no frame begins there
	}
	d.places[id] = detailPlace{stamp, frame}
	return true
}

// writeDetails appends the tickets that were read.
func (c *Cache) writeDetails() error {
	c.mu.Lock()
	changes := c.disk.read
	c.disk.read = map[string]change{}
	c.mu.Unlock()
	if len(changes) == 0 {
		return nil
	}
	var batches map[string]*cachefile.Batch
	var failed error
	err := c.disk.details.Update(c.adoptDetails, func(bool) []*cachefile.Batch {
		var all []*cachefile.Batch
		all, batches, failed = batchesOf(c.disk.details, changes)
		return all
	})
	for key, b := range batches {
		if err == nil {
			c.disk.place(key, changes[key].stamp, b.Frame(), changes[key].value != nil)
		}
	}
	return errors.Join(err, failed)
}

// tidyDetails drops tickets that were read again or are old.
func (c *Cache) tidyDetails() error {
	d := c.disk
	d.placesMu.Lock()
	live := len(d.places)
	d.placesMu.Unlock()
	if d.details.Records() <= tidyShare*live+tidyLeast/10 {
		return nil
	}
	if err := d.details.Rewrite(c.adoptDetails, nil); err != nil {
		return err
	}
	d.placesMu.Lock()
	d.places = map[string]detailPlace{}
	d.placesMu.Unlock()
	return c.loadDetails()
}

// StoredDetails returns a ticket as it was last read, from disk, and when that was.
func (c *Cache) StoredDetails(id desk.ID) (*desk.TicketDetails, time.Time, bool) {
	if c.disk == nil {
		return nil, time.Time{}, false
	}
	c.mu.Lock()
	pending, isPending := c.disk.read[id.Raw()]
	c.mu.Unlock()
	if isPending {
		stored, has := pending.value.(storedDetails)
		return &stored.Details, stored.At, has
	}
	c.disk.placesMu.Lock()
	place := c.disk.places[id.Raw()]
	c.disk.placesMu.Unlock()
	if place.frame == 0 {
		return nil, time.Time{}, false
	}
	var stored storedDetails
	found := false
	err := c.disk.details.Reread(place.frame, func(b *cachefile.Block) {
		for i := range b.Len() {
			if b.Key(i) == id.Raw() && b.Text(i) != "" {
				found = decodeStored(b.Text(i), &stored) == nil
			}
		}
	})
	if err != nil || !found || stored.Details.ID != id {
		return nil, time.Time{}, false
	}
	return &stored.Details, stored.At, true
}

// storedJSON is the JSON of records on disk. Text is cleaned again when it is read, like text from the service.
var storedJSON = json.JoinOptions(
	json.OmitZeroStructFields(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true),
	json.WithMarshalers(json.JoinMarshalers(
		writtenAs(safetext.Line.String), writtenAs(safetext.Block.String), writtenAs(safetext.HTML.Raw),
		writtenAs(safetext.Address.String),
		writtenAs(desk.InternedLine.String), writtenAs(desk.ID.Raw), writtenAs(codeWord),
	)),
	json.WithUnmarshalers(json.JoinUnmarshalers(
		readFrom(safetext.LineFromText), readFrom(safetext.BlockFromText), readFrom(safetext.NewHTML),
		readFrom(safetext.AddressFromText),
		readFrom(readTerm), readFrom(desk.NewID), readFrom(readCode),
	)),
)

// writtenAs writes a value as a text.
func writtenAs[T any](text func(T) string) *json.Marshalers {
	return json.MarshalToFunc(func(e *jsontext.Encoder, v T) error { return e.WriteToken(jsontext.String(text(v))) })
}

// readFrom reads a value from a text.
func readFrom[T any](read func(string) T) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *T) error {
		token, err := d.ReadToken()
		if err == nil && token.Kind() == '"' {
			*v = read(token.String())
		}
		return err
	})
}

func encodeStored(v any) ([]byte, error) { return json.Marshal(v, storedJSON) }

func decodeStored(text string, into any) error { return json.Unmarshal([]byte(text), into, storedJSON) }
