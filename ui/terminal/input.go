package terminal

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/muesli/cancelreader"

	"frontdesk/internal/guard"
)

// input decodes the terminal's bytes into messages. The framework's own input reads files, but it takes a key sequence
// that arrives in parts for keys, cannot end a paste without an end, cannot end the program when a session's stream
// ends, recover from a panic of its parser, or stop a goroutine that waits for a program that has ended.
type input struct {
	from io.Reader
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
	chunks := make(chan []byte)
	ended := guard.Start(func() error { return readChunks(ctx, r.source, chunks) })
	failed := guard.Run(func() error {
		in.decode(chunks)
		return nil
	})
	r.cancel() // after a panic the reading goroutine still runs
	err := <-ended
	_ = r.source.Close()
	if failed != nil {
		err = failed
	}
	if !r.stopped.Load() {
		in.send(fatalMsg{Err: err})
	}
}

// readChunks reads until the input ends, and closes the channel; it always returns an error.
func readChunks(ctx context.Context, from io.Reader, to chan<- []byte) error {
	defer close(to)
	for {
		chunk := make([]byte, 4<<10)
		n, err := from.Read(chunk)
		if n > 0 {
			select {
			case to <- chunk[:n]:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		switch {
		case err == io.EOF:
			return ErrTerminalClosed
		case err != nil:
			return fmt.Errorf("%w: %w", ErrTerminalClosed, err)
		}
	}
}

// decode sends the events of the chunks, and gives up what remains incomplete.
func (in *input) decode(chunks <-chan []byte) {
	var d decoder
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		late := false
		timer.Reset(d.patience())
		var chunk []byte
		open := true
		select {
		case chunk, open = <-chunks:
		case <-timer.C:
			select { // what has arrived by now is not late: it is this goroutine that was
			case chunk, open = <-chunks:
			default:
				late = true
			}
		}
		if !open {
			return
		}
		events := d.feed(chunk, time.Now())
		if late {
			events = d.giveUp(time.Now())
		}
		for _, event := range events {
			in.send(event)
		}
	}
}
