package cachefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"frontdesk/internal/filestore"
)

// Rewrite writes the file anew without records that were replaced or removed, that are older than MaxAge, or that are
// the oldest of more than MaxBytes. confirmed returns when a record was last confirmed unchanged, 0 when it was not;
// it may be nil. What other processes have added is handed over first.
func (f *File) Rewrite(read func(*Block), confirmed func(key string) int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	lock, err := filestore.WaitLock(f.lockPath())
	if err != nil {
		return err
	}
	file, _, err := f.openToAppend(read)
	if file == nil || err != nil {
		return errors.Join(err, lock.Release())
	}
	err = f.rewrite(file, confirmed)
	return errors.Join(err, file.Close(), lock.Release())
}

// removedAge is how long it is kept that a record was removed: longer than any process takes to write what it knew
// before.
const removedAge = 24 * time.Hour

// place is where a record stands.
type place struct {
	stamp     int64 // when it was last confirmed
	order     int64 // when it was asked for
	size      uint32
	frame, at uint32
}

// rewrite copies the records to keep into a new file, which then replaces the open one.
func (f *File) rewrite(file *os.File, confirmed func(string) int64) error {
	kept, err := f.choose(file, confirmed)
	if err != nil {
		return err
	}
	h := header{f.header.lineage, randomNumber()}
	var end int64
	records := 0
	err = filestore.WriteWith(f.path, func(into *os.File) error {
		w := rewriter{file: f, into: into}
		w.write(h.encode())
		w.batch = f.NewBatch()
		err := f.eachFrame(file, func(frame int, b *Block) {
			for i := range b.Len() {
				if p, known := kept[b.Key(i)]; known && p.frame == uint32(frame) && p.at == uint32(i) {
					w.add(b, i, p.stamp)
				}
			}
		})
		w.flush()
		end, records = w.end, w.records
		return errors.Join(err, w.err)
	})
	if err != nil {
		return err
	}
	f.header, f.end, f.records = h, end, records
	return nil
}

// choose returns the places of the records that are kept, by key.
func (f *File) choose(file *os.File, confirmed func(string) int64) (map[string]place, error) {
	newest := map[string]place{}
	err := f.eachFrame(file, func(frame int, b *Block) {
		for i := range b.Len() {
			p := place{
				order: b.Stamp(i), size: uint32(len(b.Key(i)) + len(b.Text(i)) + b.stride),
				frame: uint32(frame), at: uint32(i),
			}
			if old, known := newest[b.Key(i)]; known && old.order > p.order {
				continue
			}
			p.stamp = p.order
			if b.Text(i) == "" {
				p.size = 0 // removed: it need not stay longer than a process that knows an older one
			}
			newest[b.Key(i)] = p
		}
	})
	if err != nil {
		return nil, err
	}
	oldest := f.Now().Add(-f.MaxAge).UnixMicro()
	oldestRemoved := f.Now().Add(-removedAge).UnixMicro()
	var size int64
	for key, p := range newest {
		if confirmed != nil {
			p.stamp = max(p.stamp, confirmed(key))
		}
		if f.MaxAge > 0 && p.stamp < oldest || p.size == 0 && p.stamp < oldestRemoved {
			delete(newest, key)
			continue
		}
		newest[key] = p
		size += int64(p.size)
	}
	if f.MaxBytes > 0 && size > f.MaxBytes {
		dropOldest(newest, size-f.MaxBytes*7/8) // with a margin, so that the next time is not soon
	}
	return newest, nil
}

// dropOldest removes the oldest records until so many bytes are gone.
func dropOldest(all map[string]place, bytes int64) {
	byAge := slices.SortedFunc(maps.Keys(all), func(x, y string) int {
		return cmp.Or(cmp.Compare(all[x].stamp, all[y].stamp), cmp.Compare(x, y))
	})
	for _, key := range byAge {
		if bytes <= 0 {
			return
		}
		bytes -= int64(all[key].size)
		delete(all, key)
	}
}

// eachFrame reads the frames of an open file one after the other.
func (f *File) eachFrame(file *os.File, each func(int, *Block)) error {
	r := frameReader{file: file, at: headerSize, options: &f.Options}
	buffer := new([]byte)
	for i := 0; r.at < f.end; i++ {
		start := r.at
		h, err := r.next(buffer)
		if err == nil && h.length == 0 {
			err = ErrDamaged
		}
		if err != nil {
			return err
		}
		b, err := r.check(h, *buffer, start)
		if err != nil {
			return err
		}
		each(i, b)
	}
	return nil
}

// Reread reads the frame that begins at a place once more. It fails when the file was rewritten since.
func (f *File) Reread(frame int64, each func(*Block)) error {
	f.mu.Lock()
	known := f.header
	f.mu.Unlock()
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	h, err := readHeader(file)
	if err != nil {
		return err
	}
	if h != known {
		return fmt.Errorf("%w: another process has written it anew", errOutdated)
	}
	r := frameReader{file: file, at: frame, options: &f.Options}
	buffer := new([]byte)
	head, err := r.next(buffer)
	if err != nil {
		return err
	}
	b, err := r.check(head, *buffer, frame)
	if err != nil {
		return err
	}
	each(b)
	return nil
}

// rewriter writes the records that are kept.
type rewriter struct {
	file    *File
	into    *os.File
	batch   *Batch
	end     int64
	records int
	err     error
	words   []uint32
}

func (w *rewriter) write(b []byte) {
	if w.err == nil {
		_, w.err = w.into.Write(b)
		w.end += int64(len(b))
	}
}

func (w *rewriter) add(b *Block, i int, stamp int64) {
	w.words = w.words[:0]
	for word := range b.options.Words {
		w.words = append(w.words, w.batch.Word(b.Words()[b.Word(i, word)]))
	}
	w.batch.Add(b.Key(i), stamp, w.words, b.Numbers(i), b.Text(i))
	if w.batch.IsFull() {
		w.flush()
	}
}

func (w *rewriter) flush() {
	if w.batch.n > 0 {
		w.write(w.batch.frame(w.file.Now().UnixMicro()))
		w.records += w.batch.n
	}
	w.batch = w.file.NewBatch()
}
