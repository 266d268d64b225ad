package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// frameGap is the least time between the end of one frame and the next. The first change after a pause is drawn at
// once; under load, work on messages gets at least as much time as drawing.
const frameGap = 4 * time.Millisecond

// frameScheduler draws when something is due and sleeps without a timer otherwise. It asks for the frame with a message of
// its own, which queues behind the messages that wait already: they are seen before anything is drawn. Writing
// happens here and not in the program's loop, so that a terminal that reads slowly does not hold up the program.
type frameScheduler struct {
	display *renderer
	send    func(tea.Msg)
	due     chan struct{}
	frames  chan frame
	done    chan struct{}
}

// newPainter draws on a display what it gets by asking send for it.
func newPainter(d *renderer, send func(tea.Msg)) *frameScheduler {
	return &frameScheduler{
		display: d,
		send:    send,
		due:     make(chan struct{}, 1),
		frames:  make(chan frame, 1), // the loop never waits: a frame is handed over only when it was asked for
		done:    make(chan struct{}),
	}
}

// requestFrame says that a frame is due.
func (p *frameScheduler) requestFrame() {
	select {
	case p.due <- struct{}{}:
	default:
	}
}

// run draws until ctx ends.
func (p *frameScheduler) run(ctx context.Context) {
	defer close(p.done)
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.due:
		}
		if !pause(ctx, frameGap-time.Since(last)) {
			return
		}
		p.send(renderFrameMsg{})
		select {
		case <-ctx.Done():
			return
		case f := <-p.frames:
			if err := p.display.show(f); err != nil {
				p.send(fatalMsg{Err: err})
				return
			}
		}
		last = time.Now()
	}
}

// pause waits and says whether ctx is still alive.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
