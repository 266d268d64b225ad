package cachefile_test

import (
	"bufio"
	"database/sql"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	_ "modernc.org/sqlite"

	"frontdesk/internal/cachefile"
)

// manyRecords is how many records BenchmarkFormats reads.
const manyRecords = 100_000

// ticketRecord is a record of the size of a ticket's row: shared texts, numbers and a text of its own.
type ticketRecord struct {
	Key     string
	Stamp   int64
	Words   [8]string
	Numbers [8]int64
	Text    string
}

func newTicketRecord(i int) ticketRecord {
	r := ticketRecord{
		Key: fmt.Sprintf("t7135%08d", i), Stamp: noon.UnixMicro() + int64(i),
		Text: fmt.Sprintf("%d\nThe drum of machine %d does not turn\nAsha Rao\n+91 98%08d\n%s", i, i, i, strings.Repeat("x", i%60)),
	}
	for word := range r.Words {
		r.Words[word] = fmt.Sprintf("Word %d of %d", i*(word+3)%(4+8*word), word)
		r.Numbers[word] = noon.Unix() + int64(i*word)
	}
	return r
}

// BenchmarkFormats reads a file of many records in the format of this package and in those that could have been chosen
// instead. Each gives every record whole. With -cpu 1 this package has no advantage from reading frames concurrently.
func BenchmarkFormats(b *testing.B) {
	for _, format := range []struct {
		name  string
		write func(path string) error
		read  func(path string) (records int, err error)
	}{
		{"this package", writeFrames, readFrames},
		{"JSON lines", writeJSONLines, readJSONLines},
		{"gob", writeGob, readGob},
		{"SQLite", writeSQLite, readSQLite},
	} {
		b.Run(format.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "records")
			if err := format.write(path); err != nil {
				b.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if n, err := format.read(path); err != nil || n != manyRecords {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB-on-disk")
		})
	}
}

func ticketOptions() cachefile.Options {
	return cachefile.Options{Words: 8, Numbers: 64, MaxAge: 24 * time.Hour, Now: func() time.Time { return noon }}
}

func writeFrames(path string) error {
	f := cachefile.Open(path, ticketOptions())
	return f.Update(func(*cachefile.Block) {}, func(bool) (all []*cachefile.Batch) {
		batch := f.NewBatch()
		for i := range manyRecords {
			if batch.IsFull() {
				all, batch = append(all, batch), f.NewBatch()
			}
			r := newTicketRecord(i)
			var words []uint32
			var numbers []byte
			for word := range r.Words {
				words = append(words, batch.Word(r.Words[word]))
				numbers = binary.LittleEndian.AppendUint64(numbers, uint64(r.Numbers[word]))
			}
			batch.Add(r.Key, r.Stamp, words, numbers, r.Text)
		}
		return append(all, batch)
	})
}

func readFrames(path string) (int, error) {
	var mu sync.Mutex
	var all [][]ticketRecord
	n := 0
	err := cachefile.Open(path, ticketOptions()).Load(func(_ int, b *cachefile.Block) {
		records := make([]ticketRecord, b.Len())
		words := b.Words()
		for i := range records {
			r := &records[i]
			r.Key, r.Stamp, r.Text = b.Key(i), b.Stamp(i), b.Text(i)
			numbers := b.Numbers(i)
			for word := range r.Words {
				r.Words[word] = words[b.Word(i, word)]
				r.Numbers[word] = int64(binary.LittleEndian.Uint64(numbers[8*word:]))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all, n = append(all, records), n+len(records)
	})
	return n, err
}

// writeWith makes a file of what encode writes for each record.
func writeWith(path string, encoderTo func(io.Writer) func(ticketRecord) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	encode := encoderTo(buffer)
	for i := range manyRecords {
		err = errors.Join(err, encode(newTicketRecord(i)))
	}
	return errors.Join(err, buffer.Flush(), file.Close())
}

// readWith reads a file record by record, until decode returns io.EOF.
func readWith(path string, decoderOf func(io.Reader) func(*ticketRecord) error) (int, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	decode := decoderOf(bufio.NewReaderSize(file, 1<<20))
	all := make([]ticketRecord, 0, manyRecords)
	for {
		var r ticketRecord
		if err := decode(&r); errors.Is(err, io.EOF) {
			return len(all), nil
		} else if err != nil {
			return 0, err
		}
		all = append(all, r)
	}
}

func writeJSONLines(path string) error {
	return writeWith(path, func(w io.Writer) func(ticketRecord) error {
		e := jsontext.NewEncoder(w)
		return func(r ticketRecord) error { return json.MarshalEncode(e, r) }
	})
}

func readJSONLines(path string) (int, error) {
	return readWith(path, func(r io.Reader) func(*ticketRecord) error {
		d := jsontext.NewDecoder(r)
		return func(into *ticketRecord) error { return json.UnmarshalDecode(d, into) }
	})
}

func writeGob(path string) error {
	return writeWith(path, func(w io.Writer) func(ticketRecord) error {
		e := gob.NewEncoder(w)
		return func(r ticketRecord) error { return e.Encode(r) }
	})
}

func readGob(path string) (int, error) {
	return readWith(path, func(r io.Reader) func(*ticketRecord) error {
		d := gob.NewDecoder(r)
		return func(into *ticketRecord) error { return d.Decode(into) }
	})
}

// columns are those of a record in SQLite.
const columns = "key, stamp, w0, w1, w2, w3, w4, w5, w6, w7, n0, n1, n2, n3, n4, n5, n6, n7, text"

func fieldsOf(r *ticketRecord) []any {
	fields := []any{&r.Key, &r.Stamp}
	for i := range r.Words {
		fields = append(fields, &r.Words[i])
	}
	for i := range r.Numbers {
		fields = append(fields, &r.Numbers[i])
	}
	return append(fields, &r.Text)
}

func writeSQLite(path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec("CREATE TABLE records (" + columns + ")")
	tx, beginErr := db.Begin()
	if err = errors.Join(err, beginErr); err != nil {
		return errors.Join(err, db.Close())
	}
	insert, err := tx.Prepare("INSERT INTO records VALUES (?" + strings.Repeat(", ?", 18) + ")")
	if err != nil {
		return errors.Join(err, tx.Rollback(), db.Close())
	}
	defer insert.Close()
	for i := 0; i < manyRecords && err == nil; i++ {
		r := newTicketRecord(i)
		_, err = insert.Exec(fieldsOf(&r)...)
	}
	return errors.Join(err, tx.Commit(), db.Close())
}

func readSQLite(path string) (int, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	rows, err := db.Query("SELECT " + columns + " FROM records")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	all := make([]ticketRecord, 0, manyRecords)
	var r ticketRecord
	fields := fieldsOf(&r)
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return 0, err
		}
		all = append(all, r)
	}
	return len(all), rows.Err()
}
