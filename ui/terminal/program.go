package terminal

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
	"frontdesk/ui/headless"
)

// resizedMsg reports that the tty's size has changed.
type resizedMsg struct{}

// newSizeMsg is a new window size of a session.
type newSizeMsg tea.WindowSizeMsg

// renderFrameMsg is the scheduler's request for the next frame.
type renderFrameMsg struct{}

// program is the model that the framework runs. It wraps the real model and handles the messages for the terminal. Its
// methods run in the event loop.
type program struct {
	model tea.Model
	dev   *device
	input *input
	ctx   context.Context // a field, because the framework's interfaces do not pass one
	send  func(tea.Msg)

	stopTicker func() // of the framework, which would wake the process once a second

	next     frame // parameters of the next frame; its view is set when it is drawn
	onMouse  func(tea.MouseMsg) tea.Cmd
	sized    bool      // the window size is known; nothing is drawn before
	attended time.Time // when the agent last did anything
	failed   error

	scheduler *frameScheduler
	renderer  *renderer
}

// newProgram returns the program of a model on a device.
func newProgram(model tea.Model, dev *device) *program {
	p := &program{model: model, dev: dev, renderer: newRenderer(dev)}
	p.next.width, p.next.height = dev.size()
	p.next.profile = dev.profile
	return p
}

// start sets the context and creates the input and the scheduler.
func (p *program) start(ctx context.Context, send func(tea.Msg)) {
	p.ctx, p.send = ctx, send
	p.input = &input{from: p.dev.in, send: send}
	p.scheduler = newFrameScheduler(p.renderer, send)
}

// Init initialises the model. The framework calls it once its ticker runs.
func (p *program) Init() (cmd tea.Cmd) {
	defer p.catch(&cmd)
	guard.Go(p.stopTicker)
	p.attended = time.Now()
	return safe(p.model.Init())
}

// View returns an empty view, because the framework does not render.
func (p *program) View() tea.View { return tea.View{} }

// Update passes a message to the model. The model's view is computed when a frame is drawn, not after every message, so
// that a burst of keys is processed without drawing in between.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := p.update(msg)
	return p, cmd // after a panic as well: the framework would continue with a nil model
}

func (p *program) update(msg tea.Msg) (cmd tea.Cmd) {
	if p.failed != nil {
		return nil
	}
	defer p.catch(&cmd)
	if _, due := msg.(renderFrameMsg); due {
		p.draw()
		return nil
	}
	if isInput(msg) {
		p.attended = time.Now()
	}
	mouse := p.mouse(msg)
	p.model, cmd = p.model.Update(msg)
	p.invalidate()
	return tea.Batch(mouse, safe(cmd))
}

// isInput reports whether a message comes from the agent.
func isInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.PasteMsg, tea.MouseMsg, tea.WindowSizeMsg, tea.ResumeMsg:
		return true
	}
	return false
}

// catch ends the program when the model panics.
func (p *program) catch(cmd *tea.Cmd) {
	if err := guard.Recovered(recover()); err != nil {
		p.failed = err
		*cmd = tea.Quit
	}
}

// attention is how long after the start, a key or other input somebody waits for what it sets off.
const attention = 2 * time.Second

// invalidate requests a frame: at once while somebody waits for it.
func (p *program) invalidate() {
	if p.sized {
		p.scheduler.requestFrame(time.Since(p.attended) < attention)
	}
}

// draw passes the frame to the scheduler.
func (p *program) draw() {
	p.scheduler.frames <- p.nextFrame(p.model.View())
}

// nextFrame returns the next frame and resets its one-off fields.
func (p *program) nextFrame(view tea.View) frame {
	p.next.view = view
	p.onMouse = view.OnMouse
	f := p.next
	p.next.raw, p.next.erase = "", false
	return f
}

// mouse passes a mouse event to the current view's handler.
func (p *program) mouse(msg tea.Msg) tea.Cmd {
	click, ok := msg.(tea.MouseMsg)
	if !ok || p.onMouse == nil {
		return nil
	}
	return safe(p.onMouse(click))
}

// sendFromSession sends a message from outside.
func (p *program) sendFromSession(msg tea.Msg) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		msg = newSizeMsg(size)
	}
	p.send(msg)
}

// filter sees every message before the framework and handles those for the terminal; nil drops the message.
func (p *program) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case fatalMsg:
		return p.fail(msg.Err)
	case newSizeMsg:
		return p.resize(msg.Width, msg.Height)
	case tea.WindowSizeMsg, resizedMsg: // the framework may send the first size after a newer one
		return p.resize(p.dev.size())
	case tea.ColorProfileMsg:
		msg.Profile = limitProfile(msg.Profile, p.dev.env)
		p.next.profile = msg.Profile
		return msg
	case tea.ModeReportMsg:
		p.report(msg)
	case tea.SuspendMsg:
		return p.suspend()
	case AlertMsg:
		p.write(msg.sequence())
		return nil
	case foregroundMsg:
		p.foreground(msg)
		return nil
	}
	return p.request(msg)
}

// request handles what the framework would write to the terminal, buffered until its next tick; here it is written with
// the next frame.
func (p *program) request(msg tea.Msg) tea.Msg {
	switch effect, _ := headless.Interpret(msg); {
	case effect.Clipboard != nil:
		p.write(ansi.SetSystemClipboard(*effect.Clipboard))
		return nil
	case effect.WantsBackground:
		p.write(ansi.RequestBackgroundColor)
		return nil
	case effect.Unsupported != "":
		return p.fail(fmt.Errorf("not supported by ui/terminal: %s", effect.Unsupported))
	}
	return msg
}

// maxQueued limits the bytes queued for the next frame while the terminal does not accept output.
const maxQueued = 4 << 20

// write adds a sequence to the next frame.
func (p *program) write(sequence string) {
	if len(p.next.raw)+len(sequence) <= maxQueued {
		p.next.raw += sequence
		p.invalidate()
	}
}

// resize sets the window size, clamped.
func (p *program) resize(width, height int) tea.WindowSizeMsg {
	width, height = clampSize(width, height)
	if p.sized && (width != p.next.width || height != p.next.height) {
		p.next.erase = true // most terminals move their content when resized
	}
	p.next.width, p.next.height = width, height
	p.dev.width, p.dev.height = width, height
	p.sized = true
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// fail ends the program with an error; the first error is kept.
func (p *program) fail(err error) tea.Msg {
	if p.failed == nil {
		p.failed = err
	}
	return tea.QuitMsg{}
}

// report handles the responses to the mode queries of the first frame.
func (p *program) report(msg tea.ModeReportMsg) {
	switch msg.Mode {
	case ansi.ModeSynchronizedOutput:
		p.next.synced = msg.Value == ansi.ModeReset
	case ansi.ModeUnicodeCore:
		p.next.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet ||
			msg.Value == ansi.ModePermanentlySet
	}
}

// leaveTime is how long a terminal that accepts no output may delay the end of the program.
const leaveTime = time.Second

// leave restores the terminal. A program that has quit writes first what was queued, such as a text for the clipboard.
func (p *program) leave(hasQuit bool) {
	queued := ""
	if hasQuit && p.failed == nil {
		queued = p.next.raw
	}
	left := guard.Start(func() error {
		<-p.scheduler.done
		return p.renderer.leave(queued)
	})
	select {
	case err := <-left:
		if err != nil {
			p.fail(err)
		}
	case <-time.After(leaveTime):
	}
}

// exitError returns the error of Run.
func (p *program) exitError(ctx context.Context, err error) error {
	switch {
	case p.failed != nil:
		return p.failed
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return err
}

// fatalMsg ends the program with an error.
type fatalMsg struct{ Err error }

// CommandFailedMsg reports that one of the model's commands panicked. That command returns no other message.
type CommandFailedMsg struct{ Err error }

// safe converts a panic of a command into a CommandFailedMsg; otherwise the framework would end the program. It also
// wraps the commands in a batch or a sequence that a command returns.
func safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		if err := guard.Do(func() { msg = safeAll(cmd()) }); err != nil {
			return CommandFailedMsg{Err: err}
		}
		return msg
	}
}

// safeAll wraps the commands in a batch or a sequence; it returns other messages unchanged.
func safeAll(msg tea.Msg) tea.Msg {
	effect, _ := headless.Interpret(msg)
	if effect.Cmds == nil {
		return msg
	}
	guarded := make([]tea.Cmd, len(effect.Cmds))
	for i, cmd := range effect.Cmds {
		guarded[i] = safe(cmd)
	}
	if effect.Sequential {
		return tea.Sequence(guarded...)() // of two or more, so that none of them runs here
	}
	return tea.BatchMsg(guarded)
}
