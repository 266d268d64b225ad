package submit

import (
	"context"
	"time"

	"frontdesk/internal/desk"
)

// additions are the writes of a kind that add a record; B is what they send.
type additions[B any] struct {
	noun      string         // the record, such as "ticket"
	has, like string         // what a record without a mark has in common with what was sent, as a clause and as a noun
	mark      func(B) string // by which a record is known as the caller's own, as a noun; empty for none
	fill      func(Form) (B, error)
	// find returns the records that a request sent in a period may have added.
	find func(context.Context, *Sender, B, period) (candidates, error)
	send func(context.Context, *Sender, B, Prior) (Answer, error)
}

func (k *additions[B]) of(body B) Request { return addition[B]{k, body} }

func (k *additions[B]) read(context.Context, *Sender, Form) (currentRecord, error) {
	return currentRecord{}, nil
}

func (k *additions[B]) request(_ *Sender, f Form, _ currentRecord) (Request, error) {
	body, err := k.fill(f)
	return k.of(body), err
}

// addition is the request of a new record.
type addition[B any] struct {
	kind *additions[B]
	body B
}

func (r addition[B]) record() desk.ID { return desk.ID{} }

func (r addition[B]) isMarked() bool { return r.kind.mark(r.body) != "" }

func (r addition[B]) complete(context.Context, *Sender) (Request, error) { return r, nil }

// prior looks for records that match. A look that fails is recorded as unknown; a service that is unreachable is an
// error, because nothing can be sent either.
func (r addition[B]) prior(ctx context.Context, s *Sender) (Prior, error) {
	if s.MarkedOnly && !r.isMarked() {
		return Prior{}, nil
	}
	now, err := r.kind.find(ctx, s, r.body, at(s.Now()))
	if IsUnreachable(err) {
		return Prior{}, err
	}
	return Prior{IsKnown: err == nil && now.isComplete, IDs: idsOf(now.all)}, nil
}

func (r addition[B]) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	return r.kind.send(ctx, s, r.body, prior)
}

func (r addition[B]) look(ctx context.Context, s *Sender, prior Prior, sent period) (Found, Answer, error) {
	current, err := r.kind.find(ctx, s, r.body, sent)
	if err != nil {
		return Found{}, Answer{}, err
	}
	found := JudgeAdd(prior, current.all, current.isComplete, r.isMarked())
	if found.Verdict != Confirmed {
		return found, Answer{}, nil
	}
	return found, found.Matches[0].answer, nil
}

// maxLookBack limits for how long new records are searched; older input is always asked about.
const maxLookBack = 14 * 24 * time.Hour

// elsewhere looks for records since the input was begun; those from before do not count.
func (r addition[B]) elsewhere(ctx context.Context, s *Sender, f Form) (found Found, looksSaved bool, err error) {
	now := s.Now()
	from := f.SharedSince
	if earliest := now.Add(-maxLookBack); from.Before(earliest) {
		from = earliest
	}
	matching, err := r.kind.find(ctx, s, r.body, period{from, now})
	switch {
	case IsUnreachable(err):
		return Found{}, false, err
	case err != nil:
		return Found{LookErr: err}, true, nil //nolint:nilerr // the agent is asked, and told why
	case len(matching.all) > 0:
		return Found{Reason: Alike, Matches: matching.all}, true, nil
	}
	return Found{Reason: Cut}, !matching.isComplete || !from.Equal(f.SharedSince), nil
}

func (r addition[B]) words() words {
	if mark := r.kind.mark(r.body); mark != "" {
		return words{noun: r.kind.noun, has: "has " + mark, mark: mark}
	}
	return words{noun: r.kind.noun, has: r.kind.has, mark: r.kind.like}
}
