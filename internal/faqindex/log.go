package faqindex

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
)

// The file of an index is a log: a header, and records that are only appended. Each has a checksum, so that what a
// killed process or a power failure leaves at the end is found, and cut off by the next who writes. A file with too
// much that is out of date is replaced by a new one, which has another header.

// headerStart begins the file; another version of the format has another one.
const headerStart = "frontdesk articles 1\n"

// header identifies a file: headerStart and random bytes.
type header [len(headerStart) + 16]byte

func newHeader() (h header) {
	copy(h[:], headerStart)
	_, _ = rand.Read(h[len(headerStart):]) // never fails
	return h
}

// readHeader reads the header of a file; false if it has none.
func readHeader(file io.ReaderAt) (h header, ok bool) {
	n, err := file.ReadAt(h[:], 0)
	return h, n == len(h) && (err == nil || errors.Is(err, io.EOF)) && bytes.HasPrefix(h[:], []byte(headerStart))
}

// kind is what a record holds.
type kind byte

const (
	articleRecord   kind = 'A' // an article
	seenRecord      kind = 'S' // articles that were seen again, unchanged
	withdrawnRecord kind = 'W' // an article that is disabled now
	planRecord      kind = 'P' // how far the prefetch has come
)

// A record begins with recordMark, its kind, the length of its content, and a checksum of kind and content.
const (
	recordMark   = "\xfaFQ"
	recordHead   = len(recordMark) + 1 + 4 + 4
	maxContent   = 2 << 20 // bytes of a record
	recordLength = len(recordMark) + 1
	recordSum    = recordLength + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendRecord appends a record.
func appendRecord(to []byte, k kind, content []byte) []byte {
	to = append(to, recordMark...)
	to = append(to, byte(k))
	to = binary.BigEndian.AppendUint32(to, uint32(len(content)))
	to = binary.BigEndian.AppendUint32(to, checksum(k, content))
	return append(to, content...)
}

func checksum(k kind, content []byte) uint32 {
	return crc32.Update(crc32.Update(0, castagnoli, []byte{byte(k)}), castagnoli, content)
}

// errDamaged is the error for a record that is cut off or has another checksum.
var errDamaged = errors.New("its checksum does not fit")

// logReader reads records one after the other.
type logReader struct {
	in  *bufio.Reader
	at  int64 // the beginning of the next record
	buf []byte
}

func newLogReader(file io.ReaderAt, from, to int64) *logReader {
	return &logReader{in: bufio.NewReaderSize(io.NewSectionReader(file, from, to-from), 256<<10), at: from}
}

// next reads a record. Its content is valid until the next call. At the end it returns io.EOF.
func (r *logReader) next() (k kind, content []byte, err error) {
	head, err := r.in.Peek(recordHead)
	if len(head) == 0 && errors.Is(err, io.EOF) {
		return 0, nil, io.EOF
	}
	if len(head) < recordHead || string(head[:len(recordMark)]) != recordMark {
		return 0, nil, errDamaged
	}
	k = kind(head[len(recordMark)])
	size, sum := binary.BigEndian.Uint32(head[recordLength:]), binary.BigEndian.Uint32(head[recordSum:])
	if size > maxContent {
		return 0, nil, errDamaged
	}
	_, _ = r.in.Discard(recordHead)
	if cap(r.buf) < int(size) {
		r.buf = make([]byte, size)
	}
	r.buf = r.buf[:size]
	if _, err := io.ReadFull(r.in, r.buf); err != nil || checksum(k, r.buf) != sum {
		return 0, nil, errDamaged
	}
	r.at += int64(recordHead) + int64(size)
	return k, r.buf, nil
}

// nextIntact returns where the first intact record after a damaged one begins; false if there is none.
func nextIntact(file io.ReaderAt, from, to int64) (at int64, ok bool) {
	in := bufio.NewReaderSize(io.NewSectionReader(file, from, to-from), 256<<10)
	for at = from; ; at++ {
		head, err := in.Peek(len(recordMark))
		if err != nil {
			return 0, false
		}
		if string(head) == recordMark {
			if _, _, err := newLogReader(file, at, to).next(); err == nil {
				return at, true
			}
		}
		_, _ = in.Discard(1)
	}
}

// openLog opens a file for reading and, if it should, writing. A missing file is no error for a reader: it returns nil.
func openLog(path string, writing bool) (*os.File, error) {
	flags := os.O_RDONLY
	if writing {
		flags = os.O_RDWR | os.O_CREATE
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) && !writing {
		return nil, nil //nolint:nilnil // no file: nothing is known yet
	}
	return file, err
}
