package agentstate

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
)

// version is the servers' version of a document.
type version struct {
	number  uint64 // 0 if there was never one
	content []byte
	exists  bool
}

// remote is the documents of one agent on the servers.
type remote struct {
	cluster *cluster.Cluster
	bucket  cluster.Bucket
	agent   string // first word of the keys
	publish func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error)
}

// newRemote returns the documents of an agent.
func newRemote(c *cluster.Cluster, account, agent string) *remote {
	return &remote{
		cluster: c, bucket: cluster.Bucket{Account: account, Kind: "state"}, agent: agent,
		publish: c.JetStream().PublishMsg,
	}
}

// key returns the key of a document.
func (r *remote) key(name string) string { return r.agent + "." + strings.ReplaceAll(name, "/", ".") }

func (r *remote) subject(name string) string { return "$KV." + r.bucket.Name() + "." + r.key(name) }

func (r *remote) stream() string { return "KV_" + r.bucket.Name() }

// do runs requests on the bucket.
func (r *remote) do(work func(ctx context.Context, kept jetstream.KeyValue) error) error {
	return r.cluster.Do(context.Background(), func(ctx context.Context) error {
		kept, err := r.cluster.Open(ctx, r.bucket)
		if err != nil {
			return err
		}
		return work(ctx, kept)
	})
}

// get reads a document from the leader of the servers: followers may be behind.
func (r *remote) get(name string) (v version, err error) {
	err = r.do(func(ctx context.Context, _ jetstream.KeyValue) error {
		request, err := json.Marshal(map[string]string{"last_by_subj": r.subject(name)})
		if err != nil {
			return err
		}
		answer, err := r.cluster.Conn().RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+r.stream(), request)
		if err != nil {
			return err
		}
		v, err = decodeVersion(answer.Data)
		return err
	})
	return v, err
}

// answered is a server's answer to a request for a message.
type answered struct {
	Message struct {
		Sequence uint64 `json:"seq"`
		Data     string `json:"data"`
		Header   string `json:"hdrs"`
	} `json:"message"`
	Error *jetstream.APIError `json:"error"`
}

// codeNoMessage is the error code for a message that does not exist.
const codeNoMessage = 10037

func decodeVersion(data []byte) (version, error) {
	var a answered
	err := json.Unmarshal(data, &a)
	if err != nil {
		return version{}, fmt.Errorf("the cluster's answer cannot be read: %w", err)
	}
	if a.Error != nil && a.Error.ErrorCode == codeNoMessage {
		return version{}, nil
	}
	if a.Error != nil {
		return version{}, a.Error
	}
	content, err1 := base64.StdEncoding.DecodeString(a.Message.Data)
	header, err2 := base64.StdEncoding.DecodeString(a.Message.Header)
	if err := errors.Join(err1, err2); err != nil {
		return version{}, fmt.Errorf("the cluster's answer cannot be read: %w", err)
	}
	if strings.Contains(string(header), packing+":") {
		if content, err = unpack(content); err != nil {
			return version{}, fmt.Errorf("a document of the cluster cannot be unpacked: %w", err)
		}
	}
	deleted := strings.Contains(string(header), operation+":")
	return version{number: a.Message.Sequence, content: content, exists: !deleted}, nil
}

// operation is the header of a message that deletes a document.
const operation = "KV-Operation"

// put replaces the version with a number; 0 if there is none. It returns ErrChanged if the servers have another one.
func (r *remote) put(name string, content []byte, replaces uint64) (number uint64, err error) {
	sent, isPacked, err := pack(content)
	if err != nil {
		return 0, err
	}
	message := nats.NewMsg(r.subject(name))
	message.Data = sent
	if isPacked {
		message.Header.Set(packing, packedAs)
	}
	err = r.do(func(ctx context.Context, _ jetstream.KeyValue) error {
		unlessChanged := jetstream.WithExpectLastSequencePerSubject(replaces)
		kept, err := r.publish(ctx, message, unlessChanged)
		if err == nil {
			number = kept.Sequence
		}
		return err
	})
	if errors.Is(err, nats.ErrMaxPayload) {
		err = &tooLargeError{name}
	}
	return number, asChanged(err)
}

// remove deletes the version with a number. It leaves no marker, so that the servers do not fill up with markers of
// drafts that were sent long ago.
func (r *remote) remove(name string, replaces uint64) error {
	return asChanged(r.do(func(ctx context.Context, _ jetstream.KeyValue) error {
		mark := nats.NewMsg(r.subject(name))
		mark.Header.Set(operation, "DEL")
		done, err := r.publish(ctx, mark, jetstream.WithExpectLastSequencePerSubject(replaces))
		if err != nil {
			return err
		}
		stream, err := r.cluster.JetStream().Stream(ctx, r.stream())
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(mark.Subject), jetstream.WithPurgeSequence(done.Sequence+1))
	}))
}

// list returns the names of the documents of a kind, from the leader of the servers.
func (r *remote) list(k Kind) (names map[string]bool, err error) {
	names = map[string]bool{}
	err = r.do(func(ctx context.Context, _ jetstream.KeyValue) error {
		stream, err := r.cluster.JetStream().Stream(ctx, r.stream())
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(r.subject(k.name("*"))))
		if err != nil {
			return err
		}
		prefix, _, _ := strings.Cut(r.subject(k.name("*")), "*")
		for subject := range info.State.Subjects {
			names[k.name(strings.TrimSuffix(strings.TrimPrefix(subject, prefix), k.Suffix))] = true
		}
		return nil
	})
	return names, err
}

// codeWrongVersion is the error code for a version other than the one to be replaced.
const codeWrongVersion = 10071

// errBusy is returned by servers that are still storing another version of a document. Nothing was stored, and which
// version that is shows later.
var errBusy = errors.New("the cluster is storing another version")

func asChanged(err error) error {
	var refused *jetstream.APIError
	switch isRefused := errors.As(err, &refused); {
	case errors.Is(err, jetstream.ErrKeyExists), isRefused && refused.ErrorCode == codeWrongVersion:
		return ErrChanged
	case isRefused && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return errBusy
	}
	return err
}
