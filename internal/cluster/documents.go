package cluster

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Version is a document as the servers have it.
type Version struct {
	Number  uint64 // 0 if there was never one
	Content []byte
	Exists  bool
	Deleted bool // a host has just deleted it
}

// Next is a document that was changed, or the marker of one that was deleted.
type Next struct {
	Name string // without its folder; empty if there is no more
	Version
	Of uint64 // of a marker: the number of the version that has deleted the document
}

// Documents are the documents of one agent on the servers, by name, which is a folder and a word. They are used by one
// caller at a time. The other methods return ErrNotJoined until Join was called, and after the servers were away or
// have lost something.
type Documents interface {
	// Join has the caller take part in the bucket. known is the section that the caller knows, and newest the highest
	// number that it has seen. The caller must store the section that the bucket is in now. If the bucket is not the
	// same as before, the caller knows nothing of it: the same number may be that of another content.
	Join(known string, newest uint64) (now string, isSame bool, err error)
	// Section returns the section that the bucket is in now, which another host may have begun since Join. The caller
	// must store it once it has seen a higher number than before, which may belong to that section.
	Section() (string, error)
	// Get returns the newest version.
	Get(name string) (Version, error)
	// Put replaces the version with a number; 0 if there is none. It returns ErrChanged if the servers have another
	// one.
	Put(name string, content []byte, replaces uint64) (number uint64, err error)
	// Remove deletes the version with a number. It returns ErrChanged if the servers have another one.
	Remove(name string, replaces uint64) error
	// Deleted returns the number of the last version of a document that a host has deleted; 0 if none has. A document
	// that there is not, and that no host has deleted, was lost.
	Deleted(name string) (number uint64, err error)
	// Next returns what was stored first in a folder after a number: a document, or the marker of a deleted one.
	Next(folder string, after uint64) (Next, error)
	// Expire removes a document that no host needs any more. There is no marker of it.
	Expire(name string) error
}

// Errors of documents.
var (
	// ErrChanged is returned if a document has another version than the one to be replaced.
	ErrChanged = errors.New("it was changed meanwhile")
	// ErrBusy is returned by servers that are still storing another version of a document. Nothing was stored, and
	// which version that is shows later.
	ErrBusy = errors.New("the cluster is storing another version")
)

// publisher returns what stores a message.
func (c *Cluster) publisher() publisher {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.publish
}

// documents implements Documents in a bucket.
type documents struct {
	cluster *Cluster
	bucket  Bucket
	agent   string // first word of the keys
	joined  joinedBucket
}

// Documents returns the documents of an agent for an account.
func (c *Cluster) Documents(account, agent string) Documents {
	return &documents{cluster: c, bucket: Bucket{Account: account, Kind: "state"}, agent: Token(agent)}
}

// key returns the key of a document, without its first word.
func (r *documents) key(name string) string {
	return r.agent + "." + strings.ReplaceAll(name, "/", ".")
}

// live is the first word of the keys of documents. That of markers differs, so that one pattern finds both.
const live = "live."

func (r *documents) subject(name string) string { return r.subjectOf(live + r.key(name)) }

func (r *documents) subjectOf(key string) string { return "$KV." + r.bucket.Name() + "." + key }

func (r *documents) stream() string { return "KV_" + r.bucket.Name() }

// do runs requests on the bucket that was joined.
func (r *documents) do(work func(ctx context.Context) error) error {
	return within(context.Background(), r.cluster, r.bucket, func(ctx context.Context, kept jetstream.KeyValue) error {
		if !r.isJoined(kept) {
			return ErrNotJoined
		}
		return work(ctx)
	})
}

// Get implements Documents.
func (r *documents) Get(name string) (v Version, err error) { return r.get(r.subject(name)) }

// get returns the newest version on a subject of the bucket that was joined.
func (r *documents) get(subject string) (v Version, err error) {
	err = r.do(func(ctx context.Context) error {
		v, err = r.read(ctx, subject)
		return err
	})
	return v, err
}

// read returns the newest version on a subject.
func (r *documents) read(ctx context.Context, subject string) (Version, error) {
	answer, err := r.ask(ctx, map[string]any{"last_by_subj": subject})
	if err != nil {
		return Version{}, err
	}
	return answer.version()
}

// ask asks for a message. It reads from the leader of the servers: followers may be behind.
func (r *documents) ask(ctx context.Context, about map[string]any) (a answered, err error) {
	request, err := json.Marshal(about)
	if err != nil {
		return a, err
	}
	answer, err := r.cluster.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+r.stream(), request)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(answer.Data, &a); err != nil {
		return a, fmt.Errorf("the cluster's answer cannot be read: %w", err)
	}
	if a.Error != nil && a.Error.ErrorCode != codeNoMessage {
		return a, a.Error
	}
	return a, nil
}

// Deleted implements Documents.
func (r *documents) Deleted(name string) (number uint64, err error) {
	marker, err := r.get(r.marker(r.key(name)))
	if err != nil {
		return 0, err
	}
	return deletedNumber(marker)
}

// answered is a server's answer to a request for a message.
type answered struct {
	Message struct {
		Subject  string `json:"subject"`
		Sequence uint64 `json:"seq"`
		Data     string `json:"data"`
		Header   string `json:"hdrs"`
	} `json:"message"`
	Error *jetstream.APIError `json:"error"`
}

// codeNoMessage is the error code for a message that does not exist.
const codeNoMessage = 10037

// version decodes a message; it is the zero Version if there is none.
func (a answered) version() (Version, error) {
	if a.Error != nil {
		return Version{}, nil //nolint:nilerr // the error of the answer says that there is none
	}
	content, err := base64.StdEncoding.DecodeString(a.Message.Data)
	header, failed := base64.StdEncoding.DecodeString(a.Message.Header)
	if err := errors.Join(err, failed); err != nil {
		return Version{}, fmt.Errorf("the cluster's answer cannot be read: %w", err)
	}
	if strings.Contains(string(header), packing+":") {
		if content, err = unpack(content); err != nil {
			return Version{}, fmt.Errorf("a document of the cluster cannot be unpacked: %w", err)
		}
	}
	return Version{
		Number: a.Message.Sequence, Content: content, Exists: !strings.Contains(string(header), operation+":"),
		Deleted: strings.Contains(string(header), deletion+":"),
	}, nil
}

// Headers of a message that deletes a document. Only this program sends the second one: what else was deleted on the
// servers was lost.
const (
	operation = "KV-Operation"
	deletion  = "Frontdesk-Deletion"
)

// Put implements Documents.
func (r *documents) Put(name string, content []byte, replaces uint64) (number uint64, err error) {
	sent, isPacked, err := pack(content)
	if err != nil {
		return 0, err
	}
	message := nats.NewMsg(r.subject(name))
	message.Data = sent
	if isPacked {
		message.Header.Set(packing, packedAs)
	}
	err = r.do(func(ctx context.Context) error {
		unlessChanged := jetstream.WithExpectLastSequencePerSubject(replaces)
		kept, err := r.cluster.publisher()(ctx, message, unlessChanged)
		if err == nil {
			number = kept.Sequence
		}
		return err
	})
	if errors.Is(err, nats.ErrMaxPayload) {
		err = &TooLargeError{name}
	}
	return number, asChanged(err)
}

// Next implements Documents. It asks the leader of the servers.
func (r *documents) Next(folder string, after uint64) (next Next, err error) {
	request := map[string]any{"seq": after + 1, "next_by_subj": r.subjectOf("*." + r.key(folder) + ".*")}
	err = r.do(func(ctx context.Context) error {
		answer, err := r.ask(ctx, request)
		if err != nil || answer.Message.Subject == "" {
			return err
		}
		words := strings.Split(answer.Message.Subject, ".")
		next = Next{Name: words[len(words)-1]}
		next.Version, err = answer.version()
		if err != nil || strings.HasPrefix(answer.Message.Subject, r.subjectOf(live)) {
			return err
		}
		next.Of, err = deletedNumber(next.Version)
		next.Version = Version{Number: next.Number}
		return err
	})
	return next, err
}

// Expire implements Documents.
func (r *documents) Expire(name string) error {
	return r.do(func(ctx context.Context) error {
		stream, err := r.cluster.js.Stream(ctx, r.stream())
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(r.subject(name)))
	})
}

// subjectsOf returns the subjects of a stream that a pattern matches.
func subjectsOf(ctx context.Context, stream jetstream.Stream, pattern string) (map[string]uint64, error) {
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(pattern))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// codeWrongVersion is the error code for a version other than the one to be replaced.
const codeWrongVersion = 10071

// asChanged returns ErrChanged or ErrBusy for what servers answer to a write that expected another version, and other
// errors as they are.
func asChanged(err error) error {
	var refused *jetstream.APIError
	switch isRefused := errors.As(err, &refused); {
	case errors.Is(err, jetstream.ErrKeyExists), isRefused && refused.ErrorCode == codeWrongVersion:
		return ErrChanged
	case isRefused && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return ErrBusy
	}
	return err
}

// Sizes of documents on the servers, which accept messages of up to 1 MiB unless configured otherwise.
const (
	packFrom    = 16 << 10 // smaller ones are not compressed: it would not be worth the time
	maxUnpacked = 64 << 20 // a message that unpacks to more is not ours
)

// packing is the header of a message with a compressed document, packedAs its value.
const (
	packing  = "Frontdesk-Packing"
	packedAs = "gzip"
)

// TooLargeError is returned for a document that is too large for the servers. It stays on its host.
type TooLargeError struct{ Name string }

// Error names the document.
func (e *TooLargeError) Error() string {
	return e.Name + " is larger than the cluster takes, and stays on this host"
}

// pack compresses a document if that is worth it, and reports whether it did. The journal of a busy day and the marks
// of thousands of tickets are larger than a message may be, but compress well.
func pack(content []byte) (sent []byte, isPacked bool, err error) {
	if len(content) < packFrom {
		return content, false, nil
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err == nil {
		_, err = w.Write(content)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return nil, false, fmt.Errorf("a document cannot be packed: %w", err)
	}
	return packed.Bytes(), true, nil
}

// unpack returns the document of a packed message.
func unpack(sent []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	if err == nil && len(content) > maxUnpacked {
		err = errors.New("it is too large")
	}
	return content, err
}
