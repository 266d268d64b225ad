package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// frameGap is the minimum time between the end of one frame and the next. The first change after a pause is drawn at
// once; under load, messages get at least as much time as drawing.
const frameGap = 4 * time.Millisecond

// frameScheduler draws when a frame is due and otherwise sleeps without a timer. It requests the frame with a message,
// which queues behind pending messages, so that these are processed before the frame is drawn. It writes in its own
// goroutine, so that a slow terminal does not block the event loop.
type frameScheduler struct {
	renderer *renderer
	send     func(tea.Msg)
	due      chan struct{}
	frames   chan frame
	done     chan struct{}
}

// newFrameScheduler returns a scheduler that requests frames with send and draws them with r.
func newFrameScheduler(r *renderer, send func(tea.Msg)) *frameScheduler {
	return &frameScheduler{
		renderer: r,
		send:     send,
		due:      make(chan struct{}, 1),
		frames:   make(chan frame, 1), // never blocks the event loop: it sends one frame per request
		done:     make(chan struct{}),
	}
}

// requestFrame marks a frame as due.
func (s *frameScheduler) requestFrame() {
	select {
	case s.due <- struct{}{}:
	default:
	}
}

// run draws until ctx ends.
func (s *frameScheduler) run(ctx context.Context) {
	defer close(s.done)
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.due:
		}
		if !guard.Sleep(ctx, frameGap-time.Since(last)) {
			return
		}
		s.send(renderFrameMsg{})
		select {
		case <-ctx.Done():
			return
		case f := <-s.frames:
			if err := s.renderer.show(f); err != nil {
				s.send(fatalMsg{Err: err})
				return
			}
		}
		last = time.Now()
	}
}
