package cluster

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// marker returns the subject of the marker of a deleted document, which has the number of the message that deleted it:
//
//	$KV.bucket.live.agent.write.x        the document; nothing after it was deleted
//	$KV.bucket._deleted.agent.write.x    its marker, for hosts that were away
//
// Markers are apart from the documents, so that lists of documents stay short.
func (r *documents) marker(key string) string { return r.subjectOf("_deleted." + key) }

// deletedNumber returns the number that a marker has; 0 if there is none.
func deletedNumber(marker Version) (uint64, error) {
	if !marker.Exists {
		return 0, nil
	}
	return strconv.ParseUint(string(marker.Content), 10, 64)
}

// Remove implements Documents.
func (r *documents) Remove(name string, replaces uint64) error {
	return asChanged(r.do(func(ctx context.Context) error {
		deleted := nats.NewMsg(r.subject(name))
		deleted.Header.Set(operation, "DEL")
		deleted.Header.Set(deletion, "1")
		done, err := r.cluster.publisher()(ctx, deleted, jetstream.WithExpectLastSequencePerSubject(replaces))
		if err != nil {
			return err
		}
		marker := nats.NewMsg(r.marker(r.key(name)))
		marker.Data = strconv.AppendUint(nil, done.Sequence, 10)
		if _, err := r.cluster.publisher()(ctx, marker); err != nil {
			return err
		}
		stream, err := r.cluster.js.Stream(ctx, r.stream())
		if err != nil {
			return err
		}
		return purge(ctx, stream, deleted.Subject, done.Sequence)
	}))
}

// purge removes the messages on a subject up to a number.
func purge(ctx context.Context, stream jetstream.Stream, subject string, number uint64) error {
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(number+1))
}

// removeRevived removes documents of the agent that a host has deleted and that are there again. A server that is
// killed soon after a purge comes back with the version before the deletion, as NATS 2.15.2 does. What was typed
// after the deletion has a higher number than the marker.
func (r *documents) removeRevived(ctx context.Context, stream jetstream.Stream) error {
	markers, err := subjectsOf(ctx, stream, r.marker(r.agent+".>"))
	if err != nil || len(markers) == 0 {
		return err
	}
	documents, err := subjectsOf(ctx, stream, r.subjectOf(live+r.agent+".>"))
	if err != nil {
		return err
	}
	for subject := range documents {
		marker := r.marker(strings.TrimPrefix(subject, r.subjectOf(live)))
		if _, isMarked := markers[marker]; !isMarked {
			continue
		}
		if err := r.purgeRevived(ctx, stream, subject, marker); err != nil {
			return err
		}
	}
	return nil
}

// purgeRevived removes a document unless it is newer than its deletion.
func (r *documents) purgeRevived(ctx context.Context, stream jetstream.Stream, subject, marker string) error {
	there, err := r.read(ctx, marker)
	if err != nil {
		return err
	}
	number, err := deletedNumber(there)
	if err != nil {
		return err
	}
	if there, err = r.read(ctx, subject); err != nil || there.Number > number {
		return err
	}
	r.cluster.log.Warn("servers have brought a deleted document back: it is removed again", "subject", subject)
	return purge(ctx, stream, subject, number)
}

// markerAge is how long the servers keep that a document was deleted. A host that was away for longer puts the document
// back.
const markerAge = 30 * 24 * time.Hour

// removeOldMarkers removes the markers of documents that were deleted long ago. Only times of the servers are compared.
func (r *documents) removeOldMarkers(ctx context.Context, stream jetstream.Stream) {
	state := stream.CachedInfo().State
	until := state.LastTime.Add(-markerAge)
	if state.Msgs == 0 || !state.FirstTime.Before(until) {
		return
	}
	later, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartTimePolicy, OptStartTime: &until, HeadersOnly: true,
	})
	var first jetstream.Msg
	if err == nil {
		first, err = later.Next(jetstream.FetchMaxWait(r.cluster.times.Request))
	}
	var at *jetstream.MsgMetadata
	if err == nil {
		at, err = first.Metadata()
	}
	if err == nil {
		err = stream.Purge(
			ctx, jetstream.WithPurgeSubject(r.marker(">")), jetstream.WithPurgeSequence(at.Sequence.Stream),
		)
	}
	if err != nil {
		r.cluster.log.Warn("markers of deleted documents stay on the cluster", "error", err.Error())
	}
}
