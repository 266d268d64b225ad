package cachefile

import (
	"encoding/binary"
	"hash/crc32"
)

// maxBatch is how many records a frame holds at most: each is read by one goroutine.
const maxBatch = 4096

// Batch is records that are appended together.
type Batch struct {
	words   []string
	wordAt  map[string]uint32
	fixed   []byte // of each record: stamp, lengths of key and text, words, numbers
	keys    []byte
	texts   []byte
	n       int
	options *Options
	at      int64 // where its frame begins once it is written
}

// NewBatch returns an empty batch for a file.
func (f *File) NewBatch() *Batch {
	return &Batch{wordAt: map[string]uint32{}, options: &f.Options}
}

// Frame returns where the batch's frame begins once it was appended, for Reread.
func (b *Batch) Frame() int64 { return b.at }

// Len returns the number of records.
func (b *Batch) Len() int { return b.n }

// IsFull reports whether another batch should be begun.
func (b *Batch) IsFull() bool { return b.n >= maxBatch || len(b.texts) >= b.options.MaxFrame }

// Word returns the number of a shared text in this batch.
func (b *Batch) Word(s string) uint32 {
	n, known := b.wordAt[s]
	if !known {
		n = uint32(len(b.words))
		b.words = append(b.words, s)
		b.wordAt[s] = n
	}
	return n
}

// Add adds a record. A record without text says that there is none under the key any more.
func (b *Batch) Add(key string, stamp int64, words []uint32, numbers []byte, text string) {
	b.fixed = binary.LittleEndian.AppendUint64(b.fixed, uint64(stamp))
	b.fixed = binary.LittleEndian.AppendUint32(b.fixed, uint32(len(key)))
	b.fixed = binary.LittleEndian.AppendUint32(b.fixed, uint32(len(text)))
	for i := range b.options.Words {
		word := uint32(0)
		if i < len(words) {
			word = words[i]
		}
		b.fixed = binary.LittleEndian.AppendUint32(b.fixed, word)
	}
	var none [256]byte
	b.fixed = append(b.fixed, numbers...)
	b.fixed = append(b.fixed, none[:b.options.Numbers-len(numbers)]...)
	b.keys = append(b.keys, key...)
	b.texts = append(b.texts, text...)
	b.n++
}

// frame returns the batch as it stands in a file.
func (b *Batch) frame(written int64) []byte {
	size := 4 + 4*len(b.words)
	for _, w := range b.words {
		size += len(w)
	}
	size += len(b.fixed) + len(b.keys) + len(b.texts)
	f := make([]byte, frameHeader, frameHeader+size)
	f = binary.LittleEndian.AppendUint32(f, uint32(len(b.words)))
	for _, w := range b.words {
		f = binary.LittleEndian.AppendUint32(f, uint32(len(w)))
	}
	for _, w := range b.words {
		f = append(f, w...)
	}
	f = append(append(append(f, b.fixed...), b.keys...), b.texts...)
	payload := f[frameHeader:]
	binary.LittleEndian.PutUint32(f, frameMark)
	binary.LittleEndian.PutUint32(f[4:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(f[8:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(f[12:], uint32(b.n))
	binary.LittleEndian.PutUint64(f[16:], uint64(written))
	return f
}
