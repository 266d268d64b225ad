package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// prefix starts the name of every bucket and subject of frontdesk, since other programs may use the same servers.
const prefix = "frontdesk"

// maxReplicas is how many servers keep a bucket, if there are as many: one of three may be lost.
const maxReplicas = 3

// Bucket describes a key-value bucket of one account.
type Bucket struct {
	Account string        // whose it is
	Kind    string        // what it holds, such as state; a word of small letters
	TTL     time.Duration // after which an entry is gone; 0 for never
}

// Name returns the bucket's name.
func (b Bucket) Name() string { return prefix + "-" + b.Kind + "-" + Token(b.Account) }

// Open opens a bucket of an account and creates it if there is none, on as many servers as there are, at most three. A
// bucket that was created while servers were missing is extended to them. Servers store it on disk: after a restart,
// one that stores it in memory has lost what a majority had confirmed. The leader answers reads: a follower may not
// have received yet what a host was told is stored.
//
// The settings of the bucket are checked again every Times.Check, after the cluster was away, and after a
// request found no such bucket. As long as the servers have the same bucket, Open returns the same value.
func (c *Cluster) Open(ctx context.Context, b Bucket) (jetstream.KeyValue, error) {
	return c.open(ctx, jetstream.KeyValueConfig{Bucket: b.Name(), TTL: b.TTL, Description: "frontdesk: " + b.Kind})
}

// within runs requests on a bucket, as Do does.
func within(
	ctx context.Context, c Connection, b Bucket, work func(ctx context.Context, kept jetstream.KeyValue) error,
) error {
	return c.Do(ctx, func(ctx context.Context) error {
		kept, err := c.Open(ctx, b)
		if err != nil {
			return err
		}
		return work(ctx, kept)
	})
}

// openedBucket is a bucket whose settings were checked.
type openedBucket struct {
	kept    jetstream.KeyValue
	at      time.Time // zero if it is to be checked again
	created time.Time // by the servers' clock
	last    uint64    // number of its newest entry
	written time.Time // when that was written, by the servers' clock
	breaks  int       // how often the servers were away, or have missed something
}

func (c *Cluster) open(ctx context.Context, settings jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	if opened := c.openedAs(settings.Bucket); c.isFresh(opened) {
		return opened.kept, nil
	}
	select {
	case c.opening <- struct{}{}:
		defer func() { <-c.opening }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	before := c.openedAs(settings.Bucket) // another request may have opened it meanwhile
	if c.isFresh(before) {
		return before.kept, nil
	}
	now, err := c.recheck(ctx, before, settings)
	if err != nil {
		return nil, err
	}
	isSame, err := c.readSections(ctx, before, now)
	if err != nil {
		return nil, err
	}
	if !isSame && before.kept != nil {
		c.log.Warn("the cluster has another bucket than before, or has lost what was in it", "bucket", settings.Bucket)
		c.probeSoon() // it may lack the entry of this host
	}
	if !isSame && now.kept == before.kept { // callers tell two buckets apart by these values
		if now.kept, err = c.js.KeyValue(ctx, settings.Bucket); err != nil {
			return nil, err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !isSame {
		delete(c.sections, settings.Bucket)
	}
	now.breaks = c.opened[settings.Bucket].breaks
	c.opened[settings.Bucket] = now
	return now.kept, nil
}

func (c *Cluster) openedAs(name string) openedBucket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opened[name]
}

func (c *Cluster) isFresh(opened openedBucket) bool {
	return !opened.at.IsZero() && time.Since(opened.at) < c.times.Check
}

// isSame reports whether a bucket is still the one that it was: not one that was created since, or an older copy.
func (b openedBucket) isSame(now openedBucket) bool {
	return b.kept != nil && now.created.Equal(b.created) && now.last >= b.last
}

// isUnchanged reports whether nothing was written to a bucket since it was checked.
func (b openedBucket) isUnchanged(now openedBucket) bool {
	return b.isSame(now) && now.last == b.last && now.written.Equal(b.written)
}

// checkBuckets has all buckets be checked again before they are used. c.mu is held.
func (c *Cluster) checkBuckets() {
	for name, opened := range c.opened {
		opened.at, opened.breaks = time.Time{}, opened.breaks+1
		c.opened[name] = opened
	}
}

// recheck checks a bucket that was opened before with one request. One that was not, or is missing, is opened.
func (c *Cluster) recheck(
	ctx context.Context, before openedBucket, settings jetstream.KeyValueConfig,
) (openedBucket, error) {
	if before.kept != nil {
		now, err := c.settle(ctx, before.kept)
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return now, err
		}
	}
	return c.bucket(ctx, settings)
}

func (c *Cluster) bucket(ctx context.Context, settings jetstream.KeyValueConfig) (openedBucket, error) {
	found, err := c.js.KeyValue(ctx, settings.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		found, err = c.create(ctx, settings)
	}
	if err != nil {
		return openedBucket{}, err
	}
	return c.settle(ctx, found)
}

// replicas is how many servers may keep a bucket. A server without a cluster keeps one copy. Servers of version 2.9
// accept more, and refuse the bucket after their next start.
func (c *Cluster) replicas() int {
	if c.conn.ConnectedClusterName() == "" {
		return 1
	}
	return maxReplicas
}

// create creates a bucket on as many servers as there are, unless another host has just done so. A server that has
// refused a bucket at its start, because of too many replicas, takes what it had in it.
func (c *Cluster) create(ctx context.Context, settings jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	for settings.Replicas = c.replicas(); ; settings.Replicas-- {
		made, err := c.js.CreateKeyValue(ctx, settings)
		switch {
		case errors.Is(err, jetstream.ErrBucketExists):
			return c.js.KeyValue(ctx, settings.Bucket)
		case err == nil:
			c.log.Info("a bucket was created", "bucket", settings.Bucket, "servers", settings.Replicas)
			return made, nil
		case !isTooFewServers(err) || settings.Replicas == 1:
			return nil, err
		}
	}
}

// settle makes the leader answer all reads of a bucket, because the library lets any server answer. It adds missing
// replicas if there are servers for them, and removes those that a server without a cluster cannot have.
func (c *Cluster) settle(ctx context.Context, found jetstream.KeyValue) (openedBucket, error) {
	status, err := found.Status(ctx)
	if err != nil {
		return openedBucket{}, err
	}
	bucket, ok := status.(*jetstream.KeyValueBucketStatus)
	if !ok {
		return openedBucket{}, fmt.Errorf("the state of a bucket is a %T", status)
	}
	info := bucket.StreamInfo()
	settings := info.Config
	if settings.AllowDirect {
		settings.AllowDirect = false
		if _, err := c.js.UpdateStream(ctx, settings); err != nil {
			return openedBucket{}, err
		}
		if found, err = c.js.KeyValue(ctx, found.Bucket()); err != nil {
			return openedBucket{}, err
		}
	}
	settled := openedBucket{
		kept: found, at: time.Now(), created: info.Created, last: info.State.LastSeq, written: info.State.LastTime,
	}
	return settled, c.setReplicas(ctx, settings)
}

// setReplicas gives a bucket as many replicas as there are servers for.
func (c *Cluster) setReplicas(ctx context.Context, settings jetstream.StreamConfig) error {
	has := settings.Replicas
	settings.Replicas = c.replicas()
	for ; settings.Replicas > has || settings.Replicas == 1 && has > 1; settings.Replicas-- {
		if _, err := c.js.UpdateStream(ctx, settings); err == nil || !isTooFewServers(err) {
			return err
		}
	}
	return nil
}

// Error codes of the servers.
const (
	codeNoPeers      = 10005 // no suitable peers for placement
	codeTooFew       = 10023 // insufficient resources
	codeNotClustered = 10074 // replicas > 1 not supported in non-clustered mode
)

// IsTaken reports whether a key was not written because another host has written it first.
func IsTaken(err error) bool {
	var refusal *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) ||
		errors.As(err, &refusal) && refusal.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}

// isTooFewServers reports whether a request failed because there are fewer servers than replicas.
func isTooFewServers(err error) bool {
	var refused *jetstream.APIError
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.ErrorCode {
	case codeNoPeers, codeTooFew, codeNotClustered:
		return true
	}
	return false
}

// Subject returns the subject of messages of an account, such as frontdesk.changes.acme.
func Subject(account, kind string) string {
	return fmt.Sprintf("%s.%s.%s", prefix, kind, Token(account))
}

// plain matches a name that can be part of a subject, a bucket's name or a key unchanged.
var plain = regexp.MustCompile(`^[a-zA-Z0-9-]{1,40}$`)

// Token returns a name as one word of a subject, a bucket's name or a key. Names of accounts, agents and records come
// from outside: a name that is not plain becomes a hash, which starts with _ so that it equals no plain name.
func Token(name string) string {
	if plain.MatchString(name) {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return "_" + hex.EncodeToString(sum[:16])
}
