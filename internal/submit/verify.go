package submit

import (
	"context"
	"time"

	"frontdesk/internal/client"
)

// A verification looks up to three times within this time.
const (
	verifyTime = 10 * time.Second
	maxLooks   = 3
	firstPause = time.Second // doubled after each look
)

// Verify looks for the result of a write whose answer was lost. It only reads, and an interrupt does not end it.
func (s *Sender) Verify(ctx context.Context, r Request, prior Prior, sentAt time.Time) Result {
	return s.verify(ctx, r, prior, at(sentAt))
}

// verify is Verify for a write that was sent at some time of a period.
func (s *Sender) verify(ctx context.Context, r Request, prior Prior, sent period) Result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	result := Result{Outcome: NotKnown, Request: r, IsLost: true}
	for look, pause := 1, firstPause; ; look, pause = look+1, 2*pause {
		found, answer, err := r.look(ctx, s, prior, sent)
		found.LookErr, found.SentAt = err, sent.from
		result.Found, result.Answer = found, answer
		if !client.IsUnanswered(result.LookErr) || look == maxLooks || !s.Sleep(ctx, pause) {
			break
		}
	}
	if result.Verdict == Confirmed {
		result.Outcome = Saved
	}
	return result
}
