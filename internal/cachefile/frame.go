package cachefile

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"runtime"
	"sync"

	"frontdesk/internal/guard"
)

// magic names the format and its version: a file of another one is dropped.
const magic = "fdcache2"

// header begins a file.
type header struct {
	lineage    uint64 // another one for another file
	generation uint64 // another one after each rewriting
}

const headerSize = 8 + 8 + 8 + 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newHeader() header { return header{randomNumber(), randomNumber()} }

func randomNumber() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) | 1
}

func (h header) encode() []byte {
	b := append(make([]byte, 0, headerSize), magic...)
	b = binary.LittleEndian.AppendUint64(b, h.lineage)
	b = binary.LittleEndian.AppendUint64(b, h.generation)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// readHeader returns errOutdated for a file of another version, and ErrDamaged for one that is none of ours.
func readHeader(file io.ReaderAt) (header, error) {
	b := make([]byte, headerSize)
	if _, err := file.ReadAt(b, 0); errors.Is(err, io.EOF) {
		return header{}, ErrDamaged
	} else if err != nil {
		return header{}, err
	}
	kind := len(magic) - 1
	if string(b[:kind]) == magic[:kind] && b[kind] != magic[kind] {
		return header{}, errOutdated
	}
	end := headerSize - 4
	if string(b[:len(magic)]) != magic || binary.LittleEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], castagnoli) {
		return header{}, ErrDamaged
	}
	return header{binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])}, nil
}

// A frame begins with its mark, the length and the checksum of what follows, the number of its records and the time at
// which it was written.
const (
	frameMark   = 0x66726d31
	frameHeader = 4 + 4 + 4 + 4 + 8
	maxFrame    = 64 << 20
)

// frameReader reads the frames of a file.
type frameReader struct {
	file    io.ReaderAt
	at      int64 // where the next frame begins
	options *Options
	records int   // in the frames that were read
	newest  int64 // when the last of them was written

	mu   sync.Mutex
	torn map[int]bool // frames that do not fit their checksum
}

// readAll reads frames until the end of the file or a torn frame there. Frames are checked and given to each on several
// goroutines.
func (r *frameReader) readAll(each func(int, *Block)) error {
	group := guard.Group{}
	group.SetLimit(max(2, runtime.GOMAXPROCS(0)))
	buffers := sync.Pool{}
	starts := []int64{}
	counts := []int{}
	var failed error
	for i := 0; ; i++ {
		start := r.at
		buffer, reused := buffers.Get().(*[]byte)
		if !reused {
			buffer = new([]byte)
		}
		h, err := r.next(buffer)
		if err != nil || h.length == 0 {
			failed = err
			break
		}
		starts, counts = append(starts, start), append(counts, h.count)
		group.Go(func() error {
			defer buffers.Put(buffer)
			b, err := r.check(h, *buffer, start)
			if err != nil {
				r.markTorn(i)
				return nil
			}
			each(i, b)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return r.cutTorn(starts, counts)
}

// check returns the records of a frame if it fits its checksum.
func (r *frameReader) check(h frameHead, payload []byte, start int64) (*Block, error) {
	if crc32.Checksum(payload, castagnoli) != h.sum {
		return nil, ErrDamaged
	}
	return newBlock(payload, h.count, r.options, start)
}

func (r *frameReader) markTorn(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.torn == nil {
		r.torn = map[int]bool{}
	}
	r.torn[i] = true
}

// cutTorn accepts a torn frame at the end alone, where a killed process leaves one.
func (r *frameReader) cutTorn(starts []int64, counts []int) error {
	last := len(starts) - 1
	if r.torn[last] {
		delete(r.torn, last)
		r.at = starts[last]
		counts = counts[:last]
	}
	if len(r.torn) > 0 {
		return ErrDamaged
	}
	for _, n := range counts {
		r.records += n
	}
	return nil
}

// frameHead is the beginning of a frame.
type frameHead struct {
	length, count int
	sum           uint32
}

// next reads one frame into a buffer; its length is 0 at the end of the file, also when a torn frame is there.
func (r *frameReader) next(buffer *[]byte) (frameHead, error) {
	var b [frameHeader]byte
	n, err := r.file.ReadAt(b[:], r.at)
	if n < frameHeader && (err == nil || errors.Is(err, io.EOF)) {
		return frameHead{}, nil
	} else if n < frameHeader {
		return frameHead{}, err
	}
	h := frameHead{
		length: int(binary.LittleEndian.Uint32(b[4:])), sum: binary.LittleEndian.Uint32(b[8:]),
		count: int(binary.LittleEndian.Uint32(b[12:])),
	}
	if binary.LittleEndian.Uint32(b[:]) != frameMark || h.length == 0 || h.length > maxFrame {
		return frameHead{}, ErrDamaged
	}
	if cap(*buffer) < h.length {
		*buffer = make([]byte, h.length)
	}
	*buffer = (*buffer)[:h.length]
	n, err = r.file.ReadAt(*buffer, r.at+frameHeader)
	if n < h.length && (err == nil || errors.Is(err, io.EOF)) {
		return frameHead{}, nil
	} else if n < h.length {
		return frameHead{}, err
	}
	r.newest = max(r.newest, int64(binary.LittleEndian.Uint64(b[16:])))
	r.at += int64(frameHeader + h.length)
	return h, nil
}
