package cachefile

import (
	"encoding/binary"
	"fmt"
)

// Block is the records of one frame. What its methods return is valid during the call that was given the block only,
// except strings.
type Block struct {
	words   []string
	fixed   []byte
	stride  int
	n       int
	options *Options
	keys    string
	texts   string
	keyAt   []uint32 // where each key begins, and the end
	textAt  []uint32
	frame   int64 // where the frame begins in the file
}

// newBlock reads a frame whose checksum fits. It returns an error if lengths in it do not, which a fault of this
// program alone can cause.
func newBlock(payload []byte, n int, o *Options, frame int64) (*Block, error) {
	b := &Block{n: n, options: o, stride: 16 + 4*o.Words + o.Numbers, frame: frame}
	rest, ok := b.readWords(payload)
	if !ok || n*b.stride > len(rest) {
		return nil, errLengths
	}
	b.fixed, rest = rest[:n*b.stride], rest[n*b.stride:]
	b.keyAt, b.textAt = make([]uint32, n+1), make([]uint32, n+1)
	var keys, texts uint64
	for i := range n {
		row := b.row(i)
		keys += uint64(binary.LittleEndian.Uint32(row[8:]))
		texts += uint64(binary.LittleEndian.Uint32(row[12:]))
		if keys+texts > uint64(len(rest)) {
			return nil, errLengths
		}
		b.keyAt[i+1], b.textAt[i+1] = uint32(keys), uint32(texts)
		for w := range o.Words {
			if b.Word(i, w) >= uint32(len(b.words)) {
				return nil, errLengths
			}
		}
	}
	if keys+texts != uint64(len(rest)) {
		return nil, errLengths
	}
	b.keys, b.texts = string(rest[:keys]), string(rest[keys:])
	return b, nil
}

var errLengths = fmt.Errorf("%w: its lengths do not fit", ErrDamaged)

// readWords reads the shared texts and returns what follows them.
func (b *Block) readWords(payload []byte) (rest []byte, ok bool) {
	if len(payload) < 4 {
		return nil, false
	}
	count := uint64(binary.LittleEndian.Uint32(payload))
	if 4+4*count > uint64(len(payload)) {
		return nil, false
	}
	lengths, rest := payload[4:4+4*count], payload[4+4*count:]
	b.words = make([]string, count)
	for i := range b.words {
		n := uint64(binary.LittleEndian.Uint32(lengths[4*i:]))
		if n > uint64(len(rest)) {
			return nil, false
		}
		b.words[i], rest = string(rest[:n]), rest[n:]
	}
	return rest, true
}

func (b *Block) row(i int) []byte { return b.fixed[i*b.stride : (i+1)*b.stride] }

// Len returns the number of records.
func (b *Block) Len() int { return b.n }

// Key returns the key of a record.
func (b *Block) Key(i int) string { return b.keys[b.keyAt[i]:b.keyAt[i+1]] }

// Stamp returns when the answer of a record was asked for, in microseconds.
func (b *Block) Stamp(i int) int64 { return int64(binary.LittleEndian.Uint64(b.row(i))) }

// Words returns the shared texts, to which Word refers.
func (b *Block) Words() []string { return b.words }

// Word returns the number of a shared text of a record.
func (b *Block) Word(i, word int) uint32 { return binary.LittleEndian.Uint32(b.row(i)[16+4*word:]) }

// Numbers returns the bytes of a record that are not text.
func (b *Block) Numbers(i int) []byte { return b.row(i)[16+4*b.options.Words:] }

// Text returns the text of a record; an empty one says that there is no such record any more.
func (b *Block) Text(i int) string { return b.texts[b.textAt[i]:b.textAt[i+1]] }

// Frame returns where the frame begins, for Reread.
func (b *Block) Frame() int64 { return b.frame }
