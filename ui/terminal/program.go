package terminal

import (
	"context"
	"errors"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
)

// resizedMsg reports that the tty's size has changed.
type resizedMsg struct{}

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

	next    frame // parameters of the next frame; its view is set when it is drawn
	onMouse func(tea.MouseMsg) tea.Cmd
	sized   bool // the window size is known; nothing is drawn before
	failed  error

	painter *frameScheduler
	display *renderer
}

// newStage returns the program of a model on a device.
func newStage(model tea.Model, dev *device) *program {
	s := &program{model: model, dev: dev, display: newDisplay(dev)}
	s.next.width, s.next.height = dev.size()
	s.next.profile = dev.profile
	return s
}

// start sets the context and creates the input and the scheduler.
func (s *program) start(ctx context.Context, send func(tea.Msg)) {
	s.ctx, s.send = ctx, send
	s.input = &input{from: s.dev.in, term: s.dev.term, send: send}
	s.painter = newPainter(s.display, send)
}

// Init initialises the model.
func (s *program) Init() (cmd tea.Cmd) {
	defer s.catch(&cmd)
	return safe(s.model.Init())
}

// View returns an empty view, because the framework does not render.
func (s *program) View() tea.View { return tea.View{} }

// Update passes a message to the model. The model's view is computed when a frame is drawn, not after every message, so
// that a burst of keys is processed without drawing in between.
func (s *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.update(msg)
	return s, cmd // after a panic as well: the framework would continue with a nil model
}

func (s *program) update(msg tea.Msg) (cmd tea.Cmd) {
	if s.failed != nil {
		return nil
	}
	defer s.catch(&cmd)
	if _, due := msg.(renderFrameMsg); due {
		s.draw()
		return nil
	}
	mouse := s.mouse(msg)
	s.model, cmd = s.model.Update(msg)
	s.invalidate()
	return tea.Batch(mouse, safe(cmd))
}

// catch ends the program when the model panics.
func (s *program) catch(cmd *tea.Cmd) {
	if err := guard.Recovered(recover()); err != nil {
		s.failed = err
		*cmd = tea.Quit
	}
}

// invalidate requests a frame.
func (s *program) invalidate() {
	if s.sized {
		s.painter.requestFrame()
	}
}

// draw passes the frame to the scheduler.
func (s *program) draw() {
	s.painter.frames <- s.nextFrame(s.model.View())
}

// nextFrame returns the next frame and resets its one-off fields.
func (s *program) nextFrame(view tea.View) frame {
	s.next.view = view
	s.onMouse = view.OnMouse
	f := s.next
	s.next.raw, s.next.erase = "", false
	return f
}

// mouse passes a mouse event to the current view's handler.
func (s *program) mouse(msg tea.Msg) tea.Cmd {
	click, ok := msg.(tea.MouseMsg)
	if !ok || s.onMouse == nil {
		return nil
	}
	return safe(s.onMouse(click))
}

// filter sees every message before the framework and handles those for the terminal; nil drops the message.
func (s *program) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if sequence, ok := sequenceFor(msg); ok {
		s.write(sequence)
		return nil
	}
	switch msg := msg.(type) {
	case fatalMsg:
		return s.fail(msg.Err)
	case tea.WindowSizeMsg:
		return s.resize(msg.Width, msg.Height)
	case resizedMsg:
		return s.resize(s.dev.size())
	case tea.ColorProfileMsg:
		msg.Profile = limitProfile(msg.Profile, s.dev.env)
		s.next.profile = msg.Profile
		return msg
	case tea.ModeReportMsg:
		s.report(msg)
	case tea.SuspendMsg:
		return s.suspend()
	case foregroundMsg:
		s.foreground(msg)
		return nil
	}
	return s.byType(msg)
}

// byType handles the messages of unexported framework types.
func (s *program) byType(msg tea.Msg) tea.Msg {
	switch reflect.TypeOf(msg) {
	case clearType:
		s.next.erase = true
		s.invalidate()
		return nil
	case sizeType:
		return s.resize(s.dev.size())
	case processType:
		// The callback is inaccessible, so the model cannot be notified; ending is better than a command that never
		// runs.
		return s.fail(errors.New("tea.Exec is not supported: use terminal.Foreground"))
	case printType:
		return nil
	}
	return msg
}

// maxQueued limits the bytes queued for the next frame while the terminal does not accept output.
const maxQueued = 4 << 20

// write adds a sequence to the next frame.
func (s *program) write(sequence string) {
	if len(s.next.raw)+len(sequence) <= maxQueued {
		s.next.raw += sequence
		s.invalidate()
	}
}

// resize sets the window size, clamped.
func (s *program) resize(width, height int) tea.WindowSizeMsg {
	width, height = clampSize(width, height)
	if s.sized && (width != s.next.width || height != s.next.height) {
		s.next.erase = true // most terminals move their content when resized
	}
	s.next.width, s.next.height = width, height
	s.dev.width, s.dev.height = width, height
	s.sized = true
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// fail ends the program with an error; the first error is kept.
func (s *program) fail(err error) tea.Msg {
	if s.failed == nil {
		s.failed = err
	}
	return tea.QuitMsg{}
}

// report handles the responses to the mode queries of the first frame.
func (s *program) report(msg tea.ModeReportMsg) {
	switch msg.Mode {
	case ansi.ModeSynchronizedOutput:
		s.next.synced = msg.Value == ansi.ModeReset
	case ansi.ModeUnicodeCore:
		s.next.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	}
}

// lastFrameTime is how long a terminal that accepts no output may delay the end of the program.
const lastFrameTime = time.Second

// leave restores the terminal; after a normal end it draws the last frame first.
func (s *program) leave(proper bool) {
	last := s.last(proper)
	left := guard.Start(func() error {
		<-s.painter.done
		for _, f := range last {
			_ = s.display.show(f) // leave meets the same error
		}
		return s.display.leave()
	})
	select {
	case err := <-left:
		if err != nil {
			s.fail(err)
		}
	case <-time.After(lastFrameTime):
	}
}

// last returns the final frame, if one is to be drawn.
func (s *program) last(proper bool) (frames []frame) {
	if !proper || s.failed != nil || !s.sized {
		return nil
	}
	var ignored tea.Cmd
	defer s.catch(&ignored)
	return []frame{s.nextFrame(s.model.View())}
}

// exitError returns the error of Run.
func (s *program) exitError(ctx context.Context, err error) error {
	switch {
	case s.failed != nil:
		return s.failed
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return err
}

// fatalMsg ends the program with an error.
type fatalMsg struct{ Err error }

// CommandFailedMsg reports that one of the model's commands panicked. That command returns no other message.
type CommandFailedMsg struct{ Err error }

// sequenceType is the framework's unexported type of a sequence of commands.
var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// safe converts a panic of a command into a CommandFailedMsg; otherwise the framework would end the program. It also
// wraps the commands that a command returns.
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
	if batch, ok := msg.(tea.BatchMsg); ok {
		return tea.BatchMsg(safeEach(batch))
	}
	if msg == nil || reflect.TypeOf(msg) != sequenceType {
		return msg
	}
	cmds, ok := reflect.ValueOf(msg).Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
	if !ok {
		return msg
	}
	return reflect.ValueOf(safeEach(cmds)).Convert(sequenceType).Interface()
}

// safeEach returns a copy with each command wrapped.
func safeEach(cmds []tea.Cmd) []tea.Cmd {
	guarded := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		guarded[i] = safe(cmd)
	}
	return guarded
}
