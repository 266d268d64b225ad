package uitest

import (
	"context"
	"image/color"
	"sync"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/headless"
	"frontdesk/ui/terminal"
)

// loop runs a model as the framework does: messages in order, commands in goroutines.
type loop struct {
	ctx        context.Context
	model      tea.Model
	background color.Color
	msgs       chan tea.Msg
	ended      chan struct{}
	started    bool
	drawn      *tea.View // what the model shows since its last message; nil until somebody looks

	mu     sync.Mutex
	copied string
	times  int // that something was copied
	alerts []terminal.AlertMsg
	count  int // of messages that the model was given
	quit   bool
}

func newLoop(ctx context.Context, m tea.Model, background color.Color) *loop {
	return &loop{ctx: ctx, model: m, background: background, msgs: make(chan tea.Msg), ended: make(chan struct{})}
}

func (l *loop) start(w, h int) {
	l.started = true
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
	l.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// wait waits for the end of a loop that was started.
func (l *loop) wait() {
	if l.started {
		<-l.ended
	}
}

// send sends a message to the loop.
func (l *loop) send(msg tea.Msg) {
	select {
	case l.msgs <- msg:
	case <-l.ctx.Done():
	}
}

// run runs a command in a goroutine and sends its message to the loop.
func (l *loop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { l.send(cmd()) }()
}

// handle handles the framework's messages, answering as a terminal would, and passes all others to the model.
func (l *loop) handle(msg tea.Msg) {
	if do, ok := msg.(doMsg); ok {
		do.f(l.model)
		if !do.looks {
			l.drawn = nil
		}
		close(do.done)
		return
	}
	if l.hasQuit() {
		return
	}
	if alert, ok := msg.(terminal.AlertMsg); ok {
		l.set(func() { l.alerts = append(l.alerts, alert) })
		return
	}
	meant, own := headless.Interpret(msg)
	switch {
	case !own:
		l.set(func() { l.count++ })
		l.drawn = nil
		_, cmd := l.model.Update(msg)
		l.run(cmd)
	case meant.Unsupported != "":
		panic("not supported by ui/terminal: " + meant.Unsupported)
	case meant.Quit:
		l.set(func() { l.quit = true })
	case meant.Clipboard != nil:
		l.set(func() { l.copied, l.times = *meant.Clipboard, l.times+1 })
	case meant.WantsBackground:
		go l.send(tea.BackgroundColorMsg{Color: l.background})
	case meant.Sequential:
		go func() {
			for _, cmd := range meant.Cmds {
				l.send(cmd())
			}
		}()
	default:
		for _, cmd := range meant.Cmds {
			l.run(cmd)
		}
	}
}

// view returns what the model shows. It draws once a message, as the framework does, however often somebody looks. It
// is called in the loop.
func (l *loop) view() tea.View {
	if l.drawn == nil {
		v := l.model.View()
		l.drawn = &v
	}
	return *l.drawn
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

// copies returns how often something was copied.
func (l *loop) copies() (n int) {
	l.set(func() { n = l.times })
	return n
}

// messages returns how many messages the model was given.
func (l *loop) messages() (n int) {
	l.set(func() { n = l.count })
	return n
}

func (l *loop) hasQuit() (quit bool) {
	l.set(func() { quit = l.quit })
	return quit
}
