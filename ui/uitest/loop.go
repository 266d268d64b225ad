package uitest

import (
	"context"
	"image/color"
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// loop runs a model as the framework does: one message after the other, commands beside it.
type loop struct {
	ctx        context.Context
	model      tea.Model
	background color.Color
	msgs       chan tea.Msg
	ended      chan struct{}

	mu     sync.Mutex
	copied string
	quit   bool
}

func newLoop(ctx context.Context, m tea.Model, background color.Color) *loop {
	return &loop{ctx: ctx, model: m, background: background, msgs: make(chan tea.Msg), ended: make(chan struct{})}
}

func (l *loop) start(w, h int) {
	l.run(l.model.Init())
	go func() {
		defer close(l.ended)
		for {
			select {
			case msg := <-l.msgs:
				l.handle(msg)
			case <-l.ctx.Done():
				return
			}
		}
	}()
	l.send(windowSize(w, h))
}

func (l *loop) wait() { <-l.ended }

// send hands a message to the loop.
func (l *loop) send(msg tea.Msg) {
	select {
	case l.msgs <- msg:
	case <-l.ctx.Done():
	}
}

// run performs a command beside the loop and hands its answer back.
func (l *loop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { l.send(cmd()) }()
}

// handle does with a message what the framework does: batches and sequences are its own, what is meant for the
// terminal is answered as a terminal would, everything else is the model's.
func (l *loop) handle(msg tea.Msg) {
	if do, ok := msg.(doMsg); ok {
		do.f(l.model)
		close(do.done)
		return
	}
	if l.hasQuit() {
		return
	}
	switch msg := msg.(type) {
	case nil:
		return
	case tea.QuitMsg:
		l.set(func() { l.quit = true })
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			l.run(cmd)
		}
		return
	}
	if !l.own(msg) {
		_, cmd := l.model.Update(msg)
		l.run(cmd)
	}
}

// own handles the framework's unexported messages, which have no other name than their type's.
func (l *loop) own(msg tea.Msg) bool {
	v := reflect.ValueOf(msg)
	switch v.Type().String() {
	case "tea.sequenceMsg":
		cmds := make([]tea.Cmd, v.Len())
		for i := range cmds {
			cmds[i], _ = v.Index(i).Interface().(tea.Cmd)
		}
		go func() {
			for _, cmd := range cmds {
				if cmd != nil {
					l.send(cmd())
				}
			}
		}()
	case "tea.setClipboardMsg":
		l.set(func() { l.copied = v.String() })
	case "tea.backgroundColorMsg":
		go l.send(tea.BackgroundColorMsg{Color: l.background})
	default:
		return false
	}
	return true
}

func (l *loop) set(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

func (l *loop) clipboard() (s string) {
	l.set(func() { s = l.copied })
	return s
}

func (l *loop) hasQuit() (quit bool) {
	l.set(func() { quit = l.quit })
	return quit
}
