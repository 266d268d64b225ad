package terminal

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/muesli/cancelreader"

	"frontdesk/internal/guard"
)

// input decodes the terminal's bytes into messages. The framework's own input reads files, but cannot end the program
// when a session's stream ends, recover from a panic of its parser, or stop a goroutine that waits for a program that
// has ended.
type input struct {
	from io.Reader
	term string // TERM, which determines what some keys send
	send func(tea.Msg)
	now  *reading // nil while the terminal is handed over
}

// reading is the state between start and stop.
type reading struct {
	source  cancelreader.CancelReader
	cancel  context.CancelFunc
	stopped atomic.Bool
}

// start reads until stop, the end of the input or of ctx. It may be called again after stop.
func (in *input) start(ctx context.Context) error {
	source, err := uv.NewCancelReader(in.from)
	if err != nil {
		return fmt.Errorf("the terminal cannot be read: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	in.now = &reading{source: source, cancel: cancel}
	r := in.now
	guard.Go(func() { in.pump(ctx, r) }, func(err error) { in.send(fatalMsg{Err: err}) })
	return nil
}

// stop ends reading. It does not wait, because the caller may be the event loop that receives the remaining messages.
func (in *input) stop() {
	if in.now == nil {
		return
	}
	in.now.stopped.Store(true)
	in.now.source.Cancel()
	in.now.cancel()
	in.now = nil
}

// pump sends events until stop or the end of the input, which ends the program.
func (in *input) pump(ctx context.Context, r *reading) {
	events := make(chan uv.Event, 64)
	ended := guard.Start(func() error {
		defer close(events)
		return stream(ctx, r.source, in.term, events)
	})
	for event := range events {
		in.send(event)
	}
	err := <-ended
	r.cancel() // after a panic the reader's own goroutine still runs
	_ = r.source.Close()
	if !r.stopped.Load() {
		in.send(fatalMsg{Err: err})
	}
}

// stream reads until the input ends; it always returns an error.
func stream(ctx context.Context, from io.Reader, term string, events chan<- uv.Event) error {
	err := uv.NewTerminalReader(&limiter{from: from}, term).StreamEvents(ctx, events)
	if err == nil {
		return ErrTerminalClosed
	}
	return fmt.Errorf("%w: %w", ErrTerminalClosed, err)
}
