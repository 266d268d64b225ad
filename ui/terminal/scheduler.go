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

// While nobody waits for changes, they gather before they are drawn: what a timer sets off arrives in several messages,
// and a host draws them for all its sessions. The first ones after a pause are drawn soon, so that a change of another
// agent is seen at once.
const (
	settleTime = 25 * time.Millisecond  // after the first message
	gatherTime = 100 * time.Millisecond // between two changes of the screen
)

// frameScheduler draws when a frame is due and otherwise sleeps without a timer. It requests the frame with a message,
// which queues behind pending messages, so that these are processed before the frame is drawn. It writes in its own
// goroutine, so that a slow terminal does not block the event loop.
type frameScheduler struct {
	renderer *renderer
	send     func(tea.Msg)
	due      chan struct{}
	urgent   chan struct{} // the frame that is due is not to wait for further changes
	frames   chan frame
	done     chan struct{}
}

// newFrameScheduler returns a scheduler that requests frames with send and draws them with r.
func newFrameScheduler(r *renderer, send func(tea.Msg)) *frameScheduler {
	return &frameScheduler{
		renderer: r,
		send:     send,
		due:      make(chan struct{}, 1),
		urgent:   make(chan struct{}, 1),
		frames:   make(chan frame, 1), // never blocks the event loop: it sends one frame per request
		done:     make(chan struct{}),
	}
}

// requestFrame marks a frame as due, at once or after further changes have gathered.
func (s *frameScheduler) requestFrame(atOnce bool) {
	mark(s.due)
	if atOnce {
		mark(s.urgent)
	}
}

// mark sends to a channel that holds one value.
func mark(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// gather waits for further changes until a frame is urgent. The next frame shows them all.
func (s *frameScheduler) gather(ctx context.Context) {
	timer := time.NewTimer(max(settleTime, gatherTime-time.Since(s.renderer.lastChange())))
	defer timer.Stop()
	select {
	case <-s.urgent:
	case <-timer.C:
	case <-ctx.Done():
	}
	select {
	case <-s.due:
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
		s.gather(ctx)
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
