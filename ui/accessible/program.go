package accessible

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
	"frontdesk/ui/headless"
	"frontdesk/ui/terminal"
)

// Terminal is where lines come from and go to.
type Terminal struct {
	In       io.Reader      // gives whole lines: somebody else has echoed and edited them
	Out      io.Writer      // takes lines that end with a newline alone
	IsTyped  bool           // by a person: lines that come at once are a paste, and not several commands
	MaxLine  int            // the terminal cuts longer lines, in bytes; 0 for no limit
	Messages <-chan tea.Msg // for the model, such as a host's notices; may be nil
}

const (
	// quietTime is how long nothing may come from the commands of a line until its outcome is read out. Timers and
	// watches that a line has started go on for longer.
	quietTime = 250 * time.Millisecond
	// graceTime is the same once all commands of the line have ended: a list follows a save a moment later.
	graceTime = 60 * time.Millisecond
	// patience is how long the program waits before it says that it is waiting.
	patience = 1500 * time.Millisecond
	// maxLine is the maximum length of a typed line in bytes; the model checks the length of what it keeps.
	maxLine = 1 << 20
	// width and height are the window that the model believes to have: too narrow for anything beside the list, so that
	// there is one thing in front of the agent at a time.
	width, height = 80, 24
)

// program runs a model and reads it out. Its methods run in one goroutine.
type program struct {
	ctx   context.Context // a field, because a command's goroutine needs it
	outer tea.Model       // takes the messages; it may be around model
	model Model
	out   io.Writer

	done    chan outcome
	typed   chan typedLine // closed at the end of the input
	ahead   *typedLine     // came after what is handled now
	isTyped bool
	maxLine int
	more    <-chan tea.Msg
	working map[int]int // commands under way, by the line that they belong to
	line    int         // the number of the line that was typed last
	quit    bool
	failed  error

	reader
}

// outcome is the message that a command has returned.
type outcome struct {
	msg  tea.Msg
	line int
	ends bool // the command has ended
}

// Run runs a model line by line until it quits, its input ends or ctx ends. What the model keeps of unsent text is its
// own affair: the caller flushes it, as after any other end.
func Run(ctx context.Context, outer tea.Model, t Terminal) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &program{
		ctx: ctx, outer: outer, model: modelOf(outer), out: t.Out, more: t.Messages,
		done: make(chan outcome), typed: make(chan typedLine, maxAhead), working: map[int]int{},
		isTyped: t.IsTyped, maxLine: t.MaxLine,
	}
	guard.Go(func() { p.read(t.In) })
	return p.run()
}

// modelOf returns the model itself, also from within others that only pass on its messages.
func modelOf(outer tea.Model) Model {
	for {
		if m, ok := outer.(Model); ok {
			return m
		}
		around, ok := outer.(interface{ Unwrap() tea.Model })
		if !ok {
			return nil
		}
		outer = around.Unwrap()
	}
}

func (p *program) run() error {
	p.start(p.outer.Init())
	p.update(tea.WindowSizeMsg{Width: width, Height: height})
	p.settle()
	p.welcome()
	for !p.quit && p.failed == nil {
		p.prompt()
		lines, open := p.next()
		switch {
		case p.ctx.Err() != nil:
			return context.Cause(p.ctx)
		case !open && len(lines) == 0:
			return terminal.ErrTerminalClosed
		}
		if p.quit || p.failed != nil {
			break
		}
		p.sayIfCut(lines)
		if len(lines) > 1 {
			p.takePaste(lines)
		} else {
			p.take(lines[0])
		}
	}
	if p.failed == nil {
		p.say("You have left frontdesk.")
	}
	return p.failed
}

// do has the model run what was chosen, and waits until its outcome is known.
func (p *program) do(run func() tea.Cmd) {
	if run == nil {
		return
	}
	p.line++
	p.update(ActMsg{run})
	p.settle()
}

// settle waits until the commands of the last line have ended, or nothing more comes from them and the model waits for
// nothing. If that takes long, it says once what is waited for.
func (p *program) settle() {
	quiet, slow := time.NewTimer(p.pause()), time.NewTimer(patience)
	defer quiet.Stop()
	defer slow.Stop()
	told := ""
	for !p.quit && p.failed == nil {
		waits := p.model.Waiting()
		select {
		case o := <-p.done:
			p.handle(o)
			quiet.Reset(p.pause())
		case msg, open := <-p.more:
			p.fromOutside(msg, open)
		case <-quiet.C:
			if waits == "" {
				return
			}
			quiet.Reset(p.pause())
		case <-slow.C:
			if waits != "" && waits != told {
				told = waits
				p.say(Sentence(waits))
			}
			slow.Reset(patience)
		case <-p.ctx.Done():
			return
		}
	}
}

// pause returns how long nothing may come until the outcome of a line is read out.
func (p *program) pause() time.Duration {
	if p.working[p.line] == 0 {
		return graceTime
	}
	return quietTime
}

// fromOutside gives a message from outside to the model, except the size of a window: here nothing depends on it.
func (p *program) fromOutside(msg tea.Msg, open bool) {
	if !open {
		p.more = nil
		return
	}
	if _, sized := msg.(tea.WindowSizeMsg); !sized {
		p.update(msg)
	}
}

// start runs a command beside the program.
func (p *program) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	line := p.line
	p.working[line]++
	guard.Go(func() { p.send(outcome{cmd(), line, true}) }, func(err error) {
		p.send(outcome{terminal.CommandFailedMsg{Err: err}, line, true})
	})
}

func (p *program) send(o outcome) {
	select {
	case p.done <- o:
	case <-p.ctx.Done():
	}
}

// handle passes the message of a command to the model. Commands that follow from it belong to the same line.
func (p *program) handle(o outcome) {
	now := p.line
	p.line = o.line
	p.perform(o.msg)
	p.line = now
	if !o.ends {
		return
	}
	if p.working[o.line]--; p.working[o.line] == 0 {
		delete(p.working, o.line)
	}
}

// perform does what the framework would do with a message, or gives it to the model.
func (p *program) perform(msg tea.Msg) {
	if _, rings := msg.(terminal.AlertMsg); rings {
		return // its text is among the news
	}
	effect, own := headless.Interpret(msg)
	switch {
	case !own:
		p.update(msg)
	case effect.Quit:
		p.quit = true
	case effect.Clipboard != nil:
		p.copied = append(p.copied, *effect.Clipboard)
	case effect.Sequential:
		p.inSequence(effect.Cmds)
	default:
		for _, cmd := range effect.Cmds {
			p.start(cmd)
		}
	}
}

// inSequence runs commands one after the other, as one command.
func (p *program) inSequence(cmds []tea.Cmd) {
	line := p.line
	p.start(func() tea.Msg {
		for _, cmd := range cmds {
			if cmd != nil {
				p.send(outcome{cmd(), line, false})
			}
		}
		return nil
	})
}

// update gives a message to the model. A panic ends the program, as it does on the full screen.
func (p *program) update(msg tea.Msg) {
	defer func() {
		if err := guard.Recovered(recover()); err != nil {
			p.failed = err
		}
	}()
	var cmd tea.Cmd
	p.outer, cmd = p.outer.Update(msg)
	p.model = modelOf(p.outer)
	p.start(cmd)
}
