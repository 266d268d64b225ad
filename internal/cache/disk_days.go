package cache

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/gob"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

// dayBlobs are the tickets of a day on disk, which are read and written whole: a day changes at once, and a start
// decodes no ticket by itself.
//
//	words   gob of the texts that many tickets share: names of queues, agents, …
//	fields  of each ticket fieldBytes: when it was asked for, the length of its text, numbers, places in words
//	texts   the tickets' own texts (packedTicket.text), one after the other
//
// Tickets that no pull has returned stand with the day on which they were created. An older day of which only the open
// tickets are kept is a day like the others.
type dayBlobs struct{ words, fields, texts []byte }

// dayNumber is a day as numberOf returns it; 0 for none.
type dayNumber = int32

// storedState is what is kept of a dayState: how the pulls of the day went.
type storedState struct {
	Asked, Whole seq
	Limit        int
	Last, Open   DayStatus // of all its tickets, and of its open ones
}

// storedDay is a day as it was on disk. Its rows have the numbers of its own words.
type storedDay struct {
	day    dayNumber
	state  storedState
	words  []string
	rows   []packedTicket
	stamps []seq
}

// storedDay returns the day with which a ticket is kept on disk.
func (s *packedTicket) storedDay() dayNumber {
	if s.PulledDay != 0 || s.Created == 0 {
		return s.PulledDay
	}
	return filter.DayNumber(desk.DateOf(time.Unix(int64(s.Created), 0).UTC()))
}

// dateOf returns the day of a filter.DayNumber.
func dateOf(n dayNumber) desk.Date {
	if n == 0 {
		return desk.Date{}
	}
	return desk.Date{Year: int(n / 10000), Month: time.Month(n / 100 % 100), Day: int(n % 100)}
}

// fieldBytes is what fields takes of a ticket: nine numbers of 8 bytes; of 4 bytes the length, the ends of its parts,
// three numbers and the places of its words; and three single bytes.
const fieldBytes = 8*9 + 4*(1+partCount+3+sharedWords) + 3

// sharedWords is how many texts a ticket shares with others.
const sharedWords = 9

// sharedTexts are the texts that a ticket shares with others, as they are on disk.
func (l *interners) sharedTexts(row *packedTicket) [sharedWords]string {
	return [sharedWords]string{
		codeWord(l.subStatuses.all[row.SubStatus]), codeWord(l.queues.all[row.Queue]),
		l.labels.all[row.status].String(), l.priorities.all[row.Priority].String(),
		l.assignees.all[row.Assignee].String(), l.labels.all[row.creator].String(), l.slas.all[row.sla].String(),
		l.sources.all[row.Source].String(), l.dispositions.all[row.Disposition].String(),
	}
}

// intern replaces the places in a day's words with the numbers of the interners.
func (s *storedDay) intern(l *interners) {
	codes := func(in *interner[desk.Code]) func(uint32) uint32 {
		return translation(s.words, func(w string) uint32 { return in.number(readCode(w)) })
	}
	terms := func(in *interner[desk.InternedLine]) func(uint32) uint32 {
		return translation(s.words, func(w string) uint32 { return in.number(readTerm(w)) })
	}
	subStatus, queue := codes(&l.subStatuses), codes(&l.queues)
	priority, assignee, sla, label := terms(&l.priorities), terms(&l.assignees), terms(&l.slas), terms(&l.labels)
	source, disposition := terms(&l.sources), terms(&l.dispositions)
	for i := range s.rows {
		r := &s.rows[i]
		r.SubStatus, r.Queue = subStatus(r.SubStatus), queue(r.Queue)
		r.Priority, r.Assignee, r.sla = priority(r.Priority), assignee(r.Assignee), sla(r.sla)
		r.status, r.creator, r.Source = label(r.status), label(r.creator), source(r.Source)
		r.Disposition = disposition(r.Disposition)
	}
}

// translation returns a function that interns each word once.
func translation(words []string, intern func(string) uint32) func(uint32) uint32 {
	known := make([]uint32, len(words)) // 1 + the number; 0 for not known yet
	return func(word uint32) uint32 {
		if known[word] == 0 {
			known[word] = 1 + intern(words[word])
		}
		return known[word] - 1
	}
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

// packDay returns the blobs of tickets that were asked for then.
func packDay(values *interners, rows []*packedTicket, asked []seq) (dayBlobs, error) {
	var words bytes.Buffer
	var all []string
	places := map[string]uint32{}
	fields, texts := make([]byte, 0, len(rows)*fieldBytes), []byte{}
	for i, row := range rows {
		fields = binary.LittleEndian.AppendUint64(fields, uint64(asked[i]))
		fields = binary.LittleEndian.AppendUint32(fields, uint32(len(row.text)))
		for _, word := range values.sharedTexts(row) {
			place, known := places[word]
			if !known {
				place = uint32(len(all))
				places[word], all = place, append(all, word)
			}
			fields = binary.LittleEndian.AppendUint32(fields, place)
		}
		fields = row.appendNumbers(fields)
		texts = append(texts, row.text...)
	}
	err := gob.NewEncoder(&words).Encode(all)
	return dayBlobs{words.Bytes(), fields, texts}, err
}

func (b *dayBlobs) checksum() uint32 {
	sum := crc32.ChecksumIEEE(b.words)
	for _, part := range [][]byte{b.fields, b.texts} {
		sum = crc32.Update(sum, crc32.IEEETable, part)
	}
	return sum
}

// unpack reads what packDay has written.
func (s *storedDay) unpack(b *dayBlobs) error {
	n := len(b.fields) / fieldBytes
	if err := gob.NewDecoder(bytes.NewReader(b.words)).Decode(&s.words); err != nil || n*fieldBytes != len(b.fields) {
		return sqlite.ErrDamaged
	}
	s.rows, s.stamps = make([]packedTicket, n), make([]seq, n)
	texts := string(b.texts)
	for i := range s.rows {
		row, fields := &s.rows[i], b.fields[i*fieldBytes:]
		s.stamps[i] = seq(binary.LittleEndian.Uint64(fields))
		length, fields := binary.LittleEndian.Uint32(fields[8:]), fields[12:]
		if uint64(length) > uint64(len(texts)) {
			return sqlite.ErrDamaged
		}
		row.text, texts = texts[:length], texts[length:]
		for w, to := range []*uint32{
			&row.SubStatus, &row.Queue, &row.status, &row.Priority, &row.Assignee, &row.creator, &row.sla, &row.Source,
			&row.Disposition,
		} {
			*to = binary.LittleEndian.Uint32(fields[4*w:])
			if int(*to) >= len(s.words) {
				return sqlite.ErrDamaged
			}
		}
		row.readNumbers(fields[4*sharedWords:])
		if !slices.IsSorted(row.ends[:]) || int(row.ends[partID]) > len(row.text) {
			return sqlite.ErrDamaged
		}
		row.phoneNumber = desk.NewPhone(row.part(partPhone))
	}
	return nil
}

// appendNumbers appends the numbers of a row.
func (s *packedTicket) appendNumbers(b []byte) []byte {
	for _, n := range []int64{
		s.number, s.Customer, s.lastTalk,
		int64(s.Created), int64(s.talked), int64(s.followed), int64(s.Callback), int64(s.Due),
	} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	for _, n := range append(s.ends[:], uint32(s.talks), uint32(s.PulledDay), uint32(s.Turnaround)) {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	delisted := byte(0)
	if s.delisted {
		delisted = 1
	}
	return append(b, byte(s.Marks), s.differs, delisted)
}

// readNumbers reads what appendNumbers has written.
func (s *packedTicket) readNumbers(b []byte) {
	at := func(i int) int64 { return int64(binary.LittleEndian.Uint64(b[8*i:])) }
	s.number, s.Customer, s.lastTalk = at(0), at(1), at(2)
	s.Created, s.talked, s.followed = desk.UnixTime(at(3)), desk.UnixTime(at(4)), desk.UnixTime(at(5))
	s.Callback, s.Due = desk.UnixTime(at(6)), desk.UnixTime(at(7))
	b = b[64:]
	for i := range s.ends {
		s.ends[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	b = b[4*partCount:]
	s.talks, s.PulledDay = int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:]))
	s.Turnaround = desk.Turnaround(binary.LittleEndian.Uint32(b[8:]))
	s.Marks, s.differs, s.delisted = desk.Flags(b[12]), b[13], b[14] != 0
}

// readDays reads days, newest first, those that a condition names, and hands each over.
func readDays(db sqlite.Querier, take func(*storedDay), where string, args ...any) error {
	const columns = "SELECT day, state, checksum, words, fields, texts FROM day WHERE "
	return sqlite.Each(db, columns+where+" ORDER BY day DESC", func(found *sql.Rows) error {
		var s storedDay
		var state string
		var checksum uint32
		var words, fields, texts sql.RawBytes
		if err := found.Scan(&s.day, &state, &checksum, &words, &fields, &texts); err != nil {
			return err
		}
		blobs := dayBlobs{words, fields, texts}
		if blobs.checksum() != checksum {
			return sqlite.ErrDamaged
		}
		if err := s.unpack(&blobs); err != nil {
			return err
		}
		if state != "" && json.Unmarshal([]byte(state), &s.state) != nil {
			return sqlite.ErrDamaged
		}
		take(&s)
		return nil
	}, args...)
}

// dayToWrite is a day as it was at one moment; without tickets those on disk stay.
type dayToWrite struct {
	day     dayNumber
	asked   seq         // the newest time at which something of it was asked for
	state   storedState // zero if it is not known
	tickets bool
	rows    []*packedTicket
	stamps  []seq
}

// takeDays returns the days to write: those that have changed, or all. Those of which memory lacks tickets wait until
// these were read. c.mu is held.
func (c *Cache) takeDays(all bool) []*dayToWrite {
	d := c.disk
	if all {
		for row := range uint32(len(c.rows.all)) {
			d.days[c.rows.all[row].storedDay()] = true
		}
		for day := range c.days {
			d.days[filter.DayNumber(day)] = true
		}
	}
	days := map[dayNumber]*dayToWrite{}
	wantsTickets := false
	for day, tickets := range d.days {
		if tickets && d.partial[day] {
			continue
		}
		delete(d.days, day)
		days[day] = c.dayToWrite(day, tickets)
		wantsTickets = wantsTickets || tickets
	}
	for row := range uint32(len(c.rows.all)) {
		if !wantsTickets {
			break
		}
		s := c.rows.all[row]
		if w := days[s.storedDay()]; w != nil && w.tickets {
			w.rows, w.stamps = append(w.rows, s), append(w.stamps, c.rowSeq[row])
			w.asked = max(w.asked, c.rowSeq[row])
		}
	}
	return slices.Collect(maps.Values(days))
}

func (c *Cache) dayToWrite(day dayNumber, tickets bool) *dayToWrite {
	w := &dayToWrite{day: day, tickets: tickets}
	d, known := c.days[dateOf(day)]
	if !known || d.openAt().IsZero() {
		return w
	}
	w.asked = d.asked
	w.state = storedState{
		Asked: d.asked, Whole: d.whole, Limit: d.limit,
		Last: d.lastResult, Open: d.openResult(),
	}
	return w
}

// write writes a day in a transaction.
func (w *dayToWrite) write(tx *sql.Tx, values *interners, number int64) error {
	state := ""
	if w.state != (storedState{}) {
		encoded, err := json.Marshal(w.state)
		if err != nil {
			return err
		}
		state = string(encoded)
	}
	if !w.tickets {
		done, err := tx.ExecContext(
			untilDone, "UPDATE day SET written = ?, asked = max(asked, ?), state = ? WHERE day = ?",
			number, w.asked, state, w.day,
		)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); n > 0 || err != nil {
			return err
		} // a day without any ticket
	}
	blobs, err := packDay(values, w.rows, w.stamps)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(
		untilDone, "INSERT OR REPLACE INTO day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		w.day, number, w.asked, state, len(w.rows), blobs.checksum(), blobs.words, blobs.fields, blobs.texts,
	)
	return err
}
