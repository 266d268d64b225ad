package cache

import (
	"encoding/binary"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/cachefile"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// The kinds of records in the files, as the first byte of their keys.
const (
	rowKey        = "t"
	dayKey        = "d"
	customerKey   = "c"
	orderKey      = "o"
	vocabularyKey = "v"
)

// cutKey returns what follows the kind in a key.
func cutKey(key, kind string) (rest string, ok bool) { return strings.CutPrefix(key, kind) }

// The size of a row on disk: how many shared texts it names, and the bytes of its numbers.
const (
	rowWords   = 9
	rowNumbers = 3*8 + 5*8 + 4*4 + 4
)

// appendNumbers appends the numbers of a row.
func (s *packedTicket) appendNumbers(b []byte) []byte {
	for _, n := range []int64{
		s.number, s.customer, s.lastTalk,
		int64(s.created), int64(s.talked), int64(s.followed), int64(s.callback), int64(s.due),
	} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	for _, n := range []uint32{s.searched, uint32(s.talks), uint32(s.pulledDay), uint32(s.turnaround)} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	delisted := byte(0)
	if s.delisted {
		delisted = 1
	}
	return append(b, byte(s.marks), s.differs, delisted, 0)
}

// readNumbers reads what appendNumbers has written.
func (s *packedTicket) readNumbers(b []byte) {
	at := func(i int) int64 { return int64(binary.LittleEndian.Uint64(b[8*i:])) }
	s.number, s.customer, s.lastTalk = at(0), at(1), at(2)
	s.created, s.talked, s.followed = desk.UnixTime(at(3)), desk.UnixTime(at(4)), desk.UnixTime(at(5))
	s.callback, s.due = desk.UnixTime(at(6)), desk.UnixTime(at(7))
	b = b[64:]
	s.searched = binary.LittleEndian.Uint32(b)
	s.talks, s.pulledDay = int32(binary.LittleEndian.Uint32(b[4:])), int32(binary.LittleEndian.Uint32(b[8:]))
	s.turnaround = desk.Turnaround(binary.LittleEndian.Uint32(b[12:]))
	s.marks, s.differs, s.delisted = desk.Flags(b[16]), b[17], b[18] != 0
}

// storedRows is the rows of a frame, with the numbers of their shared texts in that frame, and its days.
type storedRows struct {
	rows   []packedTicket
	ids    []string
	stamps []seq
	words  []string
	days   []storedDay
}

// decodeRows reads a frame of ticketsFile.
func decodeRows(b *cachefile.Block) *storedRows {
	n := b.Len()
	s := &storedRows{
		words: b.Words(), rows: make([]packedTicket, 0, n), ids: make([]string, 0, n), stamps: make([]seq, 0, n),
	}
	for i := range n {
		if _, isDay := cutKey(b.Key(i), dayKey); isDay {
			var day storedDay
			if json.Unmarshal([]byte(b.Text(i)), &day) == nil {
				s.days = append(s.days, day)
			}
			continue
		}
		row := packedTicket{
			text:      b.Text(i),
			subStatus: b.Word(i, 0), queue: b.Word(i, 1), status: b.Word(i, 2), priority: b.Word(i, 3),
			assignee: b.Word(i, 4), creator: b.Word(i, 5), sla: b.Word(i, 6), source: b.Word(i, 7),
			disposition: b.Word(i, 8),
		}
		row.readNumbers(b.Numbers(i))
		if int(row.searched) > len(row.text) || strings.IndexByte(row.text, '\n') < 0 {
			continue
		}
		if id, ok := cutKey(b.Key(i), rowKey); ok && strings.HasSuffix(row.searchText(), id) {
			row.setIDLength(len(id))
		}
		s.rows, s.ids, s.stamps = append(s.rows, row), append(s.ids, row.id()), append(s.stamps, seq(b.Stamp(i)))
	}
	return s
}

// closingWord begins the shared text of a code that is known to close tickets. No name contains it.
const closingWord = "\x01"

// codeWord and readCode write a code as a shared text. The name is left out when it is that of the key.
func codeWord(c desk.Code) string {
	if c.IsZero() {
		return ""
	}
	name := c.Label()
	if name == c.Key().Display().String() {
		name = ""
	}
	if c.MeansClosed() {
		name = closingWord + name
	}
	return name + "\n" + c.Key().Raw()
}

func readCode(word string) desk.Code {
	name, key, _ := strings.Cut(word, "\n")
	name, closes := strings.CutPrefix(name, closingWord)
	c := desk.NewCode(key, safetext.LineFromText(name))
	if closes {
		c = c.Closing()
	}
	return c
}

func readTerm(word string) desk.InternedLine {
	return desk.NewInternedLine(safetext.LineFromText(word))
}

// intern replaces the numbers of shared texts in a frame with those of the interners.
func (s *storedRows) intern(l *interners) {
	codes := func(in *interner[desk.Code]) func(uint32) uint32 {
		return translation(s.words, func(w string) uint32 { return in.number(readCode(w)) })
	}
	terms := func(in *interner[desk.InternedLine]) func(uint32) uint32 {
		return translation(s.words, func(w string) uint32 { return in.number(readTerm(w)) })
	}
	subStatus, queue := codes(&l.subStatuses), codes(&l.queues)
	priority, assignee, sla, label := terms(&l.priorities), terms(&l.assignees), terms(&l.slas), terms(&l.labels)
	disposition := terms(&l.dispositions)
	for i := range s.rows {
		r := &s.rows[i]
		r.subStatus, r.queue = subStatus(r.subStatus), queue(r.queue)
		r.priority, r.assignee, r.sla = priority(r.priority), assignee(r.assignee), sla(r.sla)
		r.status, r.creator, r.source = label(r.status), label(r.creator), label(r.source)
		r.disposition = disposition(r.disposition)
	}
}

// translation returns a function that interns each text once.
func translation(words []string, intern func(string) uint32) func(uint32) uint32 {
	known := make([]uint32, len(words)) // 1 + the number; 0 for not known yet
	return func(word uint32) uint32 {
		if known[word] == 0 {
			known[word] = 1 + intern(words[word])
		}
		return known[word] - 1
	}
}

// loadTickets reads the tickets and the days of the last time.
func (c *Cache) loadTickets() error {
	rows := int(c.disk.tickets.Size() / rowSize)
	l := ticketLoader{next: Cache{words: newInterners(), index: newIndex(rows), rowSeq: make([]seq, 0, rows)}}
	if err := c.disk.tickets.Load(l.add); err != nil || len(l.frames) == 0 {
		return err
	}
	if !c.install(&l) {
		c.mu.Lock()
		defer c.mu.Unlock()
		values := l.next.words.values()
		for _, s := range l.frames {
			for i := range s.rows {
				s.rows[i] = c.words.repack(&values, &s.rows[i])
			}
			c.mergeStored(s)
		}
		c.installDays(l.frames)
	}
	return nil
}

// rowSize is about what a row takes on disk.
const rowSize = 240

// ticketLoader puts the rows of ticketsFile into a cache that nobody sees yet, while later ones are still read.
type ticketLoader struct {
	next Cache

	mu      sync.Mutex
	frames  []*storedRows // by number; nil for those still read
	stored  int           // how many of them are in next
	storing bool          // a goroutine stores one
}

// add decodes a frame, and stores those whose turn it is unless another goroutine does.
func (l *ticketLoader) add(frame int, b *cachefile.Block) {
	l.decoded(frame, decodeRows(b))
	for s := l.take(); s != nil; s = l.take() {
		s.intern(&l.next.words)
		for i := range s.rows {
			l.next.installRow(s.ids[i], &s.rows[i], s.stamps[i])
		}
		l.done()
	}
}

func (l *ticketLoader) decoded(frame int, s *storedRows) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frames = append(l.frames, make([]*storedRows, max(0, frame+1-len(l.frames)))...)
	l.frames[frame] = s
}

// take returns the next frame to store; nil while it is not read yet, or another one is being stored.
func (l *ticketLoader) take() *storedRows {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.storing || l.stored == len(l.frames) || l.frames[l.stored] == nil {
		return nil
	}
	l.storing = true
	return l.frames[l.stored]
}

func (l *ticketLoader) done() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stored++
	l.storing = false
}

// install makes the stored rows those of an empty cache. It returns false when something was answered meanwhile.
func (c *Cache) install(l *ticketLoader) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows.n > 0 || c.words.len() > newInternersLen {
		return false
	}
	c.words, c.rows, c.rowSeq, c.index = l.next.words, l.next.rows, l.next.rowSeq, l.next.index
	for _, stamp := range c.rowSeq {
		c.seq = max(c.seq, stamp)
	}
	c.installDays(l.frames)
	c.version++
	c.notify()
	return true
}

// newInternersLen is the number of values in new interners: the zero values.
const newInternersLen = 7

// installRow adds a row to a cache that nobody sees yet. The row stays where it is in memory.
func (c *Cache) installRow(id string, s *packedTicket, stamp seq) {
	if row, known := c.index.rows[id]; known {
		if stamp >= c.rowSeq[row] {
			c.rowSeq[row] = stamp
			c.rows.pages[row/pageSize].rows[row%pageSize] = s
			c.index.rows[id] = row
		}
		return
	}
	c.index.rows[id] = c.rows.addPointer(s)
	c.rowSeq = append(c.rowSeq, stamp)
}

// mergeStored merges the rows of a frame that are interned: those that were asked for later than what is known. c.mu is
// held.
func (c *Cache) mergeStored(s *storedRows) {
	changed := false
	for i := range s.rows {
		changed = c.mergeStoredRow(&s.rows[i], s.stamps[i]) || changed
	}
	if changed {
		c.version++
		c.notify()
	}
}

// mergeStoredRow merges a row that another process has written. c.mu is held.
func (c *Cache) mergeStoredRow(s *packedTicket, stamp seq) (changed bool) {
	id := s.id()
	c.seq = max(c.seq, stamp)
	day := c.days[dateOf(s.pulledDay)]
	row, known := c.index.at(id)
	switch {
	case !known:
		if day != nil && day.whole > stamp {
			s.delisted = true // a later answer does not have it any more
			stamp = day.whole
		}
		row = c.rows.addPointer(s)
		c.rowSeq = append(c.rowSeq, stamp)
		c.index.put(id, row)
		if s.delisted {
			c.disk.rowChanged(row)
		}
	case *c.rows.row(row) == *s:
		c.rowSeq[row] = max(c.rowSeq[row], stamp)
		return false
	case stamp <= c.rowSeq[row]:
		c.disk.rowChanged(row) // so that the file does not end with the older one
		return false
	default:
		c.rowSeq[row] = stamp
		c.rows.replace(row, *s)
		c.index.put(id, row)
	}
	if day != nil && !s.delisted {
		day.listed = union(day.listed, []uint32{row})
		day.stored = union(day.stored, []uint32{row})
	}
	return true
}

// adoptRows merges what another process has added to the file.
func (c *Cache) adoptRows(b *cachefile.Block) {
	s := decodeRows(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	s.intern(&c.words)
	c.mergeStored(s)
	c.adoptDays(s.days)
}
