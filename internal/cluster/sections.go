package cluster

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go/jetstream"
)

// The numbers of versions alone do not say whether a bucket is the one that a host was synced with: servers that were
// emptied, or got an older copy back, use the same numbers again for other contents. A bucket therefore names its
// sections. A host that comes, or comes back, begins one, unless another has done so since. If a host knows a section
// that the bucket does not name, or a number that belongs to a later section, the bucket is another one or an older
// copy.

// sectionsKey is the key of the list of sections; no agent has it.
const sectionsKey = "_sections"

// maxSections limits the list. A host that was away for longer is synced with nothing.
const maxSections = 64

// section is a part of a bucket's history.
type section struct {
	ID   string `json:"id"`
	From uint64 `json:"from,omitempty"` // number of its first version; of the last section, that of the list itself
}

// sections are the sections of a bucket, oldest first.
type sections struct {
	all    []section
	number uint64 // of the list; 0 if there is none
}

func (s sections) last() string {
	if len(s.all) == 0 {
		return ""
	}
	return s.all[len(s.all)-1].ID
}

// has reports whether a section has a number. newest is that of the bucket.
func (s sections) has(id string, number, newest uint64) bool {
	for i, one := range s.all {
		switch {
		case one.ID != id:
		case i == len(s.all)-1:
			return number <= newest
		case i == len(s.all)-2:
			return number < s.number
		default:
			return number < s.all[i+1].From
		}
	}
	return false
}

// decodeSections decodes the list of a bucket. One that cannot be read is none.
func decodeSections(number uint64, content []byte) sections {
	s := sections{number: number}
	if json.Unmarshal(content, &s.all) != nil {
		s.all = nil
	}
	return s
}

// readSections reads the list of a bucket.
func readSections(ctx context.Context, kept jetstream.KeyValue) (s sections, err error) {
	there, err := kept.Get(ctx, sectionsKey)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return sections{}, nil
	}
	if err != nil {
		return sections{}, err
	}
	return decodeSections(there.Revision(), there.Value()), nil
}

// begin begins a section, unless another host has begun one meanwhile.
func (s sections) begin(ctx context.Context, kept jetstream.KeyValue) (begun sections, err error) {
	begun.all = append(begun.all, s.all...)
	if len(begun.all) > 0 {
		begun.all[len(begun.all)-1].From = s.number
	}
	begun.all = append(begun.all, section{ID: rand.Text()})
	begun.all = begun.all[max(0, len(begun.all)-maxSections):]
	content, err := json.Marshal(begun.all)
	if err != nil {
		return sections{}, err
	}
	if s.number == 0 {
		begun.number, err = kept.Create(ctx, sectionsKey, content)
	} else {
		begun.number, err = kept.Update(ctx, sectionsKey, content, s.number)
	}
	return begun, err
}

// ErrNotJoined is returned for documents in a bucket that was not joined, such as one that was created since.
var ErrNotJoined = errors.New("the cluster has another bucket than before")

// maxJoins limits how often Join begins again because another host has begun a section.
const maxJoins = 20

// Join implements Documents.
func (r *documents) Join(known string, newest uint64) (now string, isSame bool, err error) {
	err = within(context.Background(), r.cluster, r.bucket, func(ctx context.Context, kept jetstream.KeyValue) error {
		if r.isJoined(kept) {
			now, isSame = r.cluster.sectionOf(r.bucket.Name()), true
			return nil
		}
		joined := joinedBucket{kept, r.cluster.openedAs(r.bucket.Name()).breaks}
		for range maxJoins {
			if now, isSame, err = r.join(ctx, kept, known, newest); !errors.Is(asChanged(err), ErrChanged) {
				break
			}
		}
		if err == nil {
			r.joined = joined
			r.cluster.setSection(r.bucket.Name(), now)
		}
		return err
	})
	return now, isSame, err
}

// Section implements Documents.
func (r *documents) Section() (string, error) {
	name := r.bucket.Name()
	list, err := r.get("$KV." + name + "." + sectionsKey)
	if err != nil {
		return "", err
	}
	there := decodeSections(list.Number, list.Content)
	if !there.has(r.cluster.sectionOf(name), 0, list.Number) {
		return "", ErrNotJoined
	}
	r.cluster.setSection(name, there.last())
	return there.last(), nil
}

// joinedBucket is a bucket that was joined.
type joinedBucket struct {
	kept   jetstream.KeyValue
	breaks int // when it was joined; after each it may have become another one
}

// isJoined reports whether the documents take part in a bucket as it is now.
func (r *documents) isJoined(kept jetstream.KeyValue) bool {
	return r.joined == joinedBucket{kept, r.cluster.openedAs(r.bucket.Name()).breaks}
}

// mustBegin reports whether this host has to begin a section: it has not done so since it came, or came back, and the
// last one is not one that another host has begun meanwhile.
func (r *documents) mustBegin(there sections) bool {
	r.cluster.mu.Lock()
	defer r.cluster.mu.Unlock()
	name := r.bucket.Name()
	at, hasBegun := r.cluster.begun[name]
	if len(there.all) > 0 && hasBegun && at == r.cluster.opened[name].breaks {
		return false
	}
	before := r.cluster.sections[name]
	r.cluster.begun[name] = r.cluster.opened[name].breaks
	return len(there.all) == 0 || before == "" || before == there.last()
}

func (c *Cluster) sectionOf(bucket string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sections[bucket]
}

// setSection notes the last section of a bucket that was joined.
func (c *Cluster) setSection(bucket, last string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sections[bucket] = last
}

// readSections reports whether a bucket is the same as before. Of one that was joined, it reads which sections other
// hosts have begun since. If it does not have the last one that was read, it has lost what was in it.
func (c *Cluster) readSections(ctx context.Context, before, now openedBucket) (isSame bool, err error) {
	if !before.isSame(now) {
		return false, nil
	}
	last := c.sectionOf(now.kept.Bucket())
	if last == "" || before.isUnchanged(now) {
		return true, nil
	}
	there, err := readSections(ctx, before.kept)
	if err != nil || !there.has(last, 0, now.last) {
		return false, err
	}
	c.setSection(now.kept.Bucket(), there.last())
	return true, nil
}

// join compares what the caller knows with the sections, and begins one if it must.
func (r *documents) join(
	ctx context.Context, kept jetstream.KeyValue, known string, newest uint64,
) (now string, isSame bool, err error) {
	there, err := readSections(ctx, kept)
	if err != nil {
		return "", false, err
	}
	stream, err := r.cluster.js.Stream(ctx, r.stream())
	if err != nil {
		return "", false, err
	}
	isSame = there.has(known, newest, stream.CachedInfo().State.LastSeq)
	if r.mustBegin(there) {
		if there, err = there.begin(ctx, kept); err != nil {
			return "", false, err
		}
		r.removeOldMarkers(ctx, stream)
	}
	return there.last(), isSame, r.removeRevived(ctx, stream)
}
