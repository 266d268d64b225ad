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

// resizedMsg says that the tty has another size now.
type resizedMsg struct{}

// renderFrameMsg is the painter asking for the frame that is due.
type renderFrameMsg struct{}

// program is the model that the framework runs: the real one, and what the terminal needs of its messages. All its
// methods run in the program's loop.
type program struct {
	model tea.Model
	dev   *device
	input *input
	ctx   context.Context // the program's; the framework's interfaces have no place for it
	send  func(tea.Msg)

	next    frame // what the next frame is made with; its view is filled in when it is drawn
	onMouse func(tea.MouseMsg) tea.Cmd
	sized   bool // the window size has arrived; before that there is nothing sensible to draw
	failed  error

	painter *frameScheduler
	display *renderer
}

// newStage wraps a model for a device.
func newStage(model tea.Model, dev *device) *program {
	s := &program{model: model, dev: dev, display: newDisplay(dev)}
	s.next.width, s.next.height = dev.size()
	s.next.profile = dev.profile
	return s
}

// start gives the parts what they send to.
func (s *program) start(ctx context.Context, send func(tea.Msg)) {
	s.ctx, s.send = ctx, send
	s.input = &input{from: s.dev.in, term: s.dev.term, send: send}
	s.painter = newPainter(s.display, send)
}

// Init starts the model.
func (s *program) Init() (cmd tea.Cmd) {
	defer s.catch(&cmd)
	return safe(s.model.Init())
}

// View is for the framework, which shows nothing.
func (s *program) View() tea.View { return tea.View{} }

// Update gives the model its message. Its view is asked for when a frame is drawn, not after every message: a burst
// of keys is then worked off without drawing in between.
func (s *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.update(msg)
	return s, cmd // after a panic as well: the framework would go on with a nil model
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

// invalidate says that a frame is due.
func (s *program) invalidate() {
	if s.sized {
		s.painter.requestFrame()
	}
}

// draw hands the frame to the painter.
func (s *program) draw() {
	s.painter.frames <- s.nextFrame(s.model.View())
}

// nextFrame is the next frame; what is wanted once is not wanted again.
func (s *program) nextFrame(view tea.View) frame {
	s.next.view = view
	s.onMouse = view.OnMouse
	f := s.next
	s.next.raw, s.next.erase = "", false
	return f
}

// mouse asks the view that is shown what a click on it means.
func (s *program) mouse(msg tea.Msg) tea.Cmd {
	click, ok := msg.(tea.MouseMsg)
	if !ok || s.onMouse == nil {
		return nil
	}
	return safe(s.onMouse(click))
}

// filter sees every message before the framework does, and keeps what is for the terminal: nil is not passed on.
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

// byType handles the messages whose types the framework keeps to itself.
func (s *program) byType(msg tea.Msg) tea.Msg {
	switch reflect.TypeOf(msg) {
	case clearType:
		s.next.erase = true
		s.invalidate()
		return nil
	case sizeType:
		return s.resize(s.dev.size())
	case processType:
		// Its callback is out of reach, so the model cannot be told; ending is better than a command that never runs.
		return s.fail(errors.New("tea.Exec is not supported: use screen.Foreground"))
	case printType:
		return nil
	}
	return msg
}

// maxQueued bounds what is written beside frames while the terminal takes nothing.
const maxQueued = 4 << 20

// write adds a sequence to the next frame.
func (s *program) write(sequence string) {
	if len(s.next.raw)+len(sequence) <= maxQueued {
		s.next.raw += sequence
		s.invalidate()
	}
}

// resize takes a window size that the memory can bear.
func (s *program) resize(width, height int) tea.WindowSizeMsg {
	width, height = clampSize(width, height)
	if s.sized && (width != s.next.width || height != s.next.height) {
		s.next.erase = true // most terminals move their content when they are resized
	}
	s.next.width, s.next.height = width, height
	s.dev.width, s.dev.height = width, height
	s.sized = true
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// fail ends the program with an error; the first one counts.
func (s *program) fail(err error) tea.Msg {
	if s.failed == nil {
		s.failed = err
	}
	return tea.QuitMsg{}
}

// report takes the answers to what the display asked of the terminal at the start.
func (s *program) report(msg tea.ModeReportMsg) {
	switch msg.Mode {
	case ansi.ModeSynchronizedOutput:
		s.next.synced = msg.Value == ansi.ModeReset
	case ansi.ModeUnicodeCore:
		s.next.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	}
}

// lastFrameTime is how long a terminal that takes no more bytes may hold up the end of the program.
const lastFrameTime = time.Second

// leave ends the display; after a proper end the last frame is drawn first.
func (s *program) leave(proper bool) {
	last := s.last(proper)
	left := guard.Start(func() error {
		<-s.painter.done
		for _, f := range last {
			_ = s.display.show(f) // leaving meets the same error
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

// last is the final frame, if there is one to be drawn.
func (s *program) last(proper bool) (frames []frame) {
	if !proper || s.failed != nil || !s.sized {
		return nil
	}
	var ignored tea.Cmd
	defer s.catch(&ignored)
	return []frame{s.nextFrame(s.model.View())}
}

// exitError is what Run says about the end of the program.
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

// CommandFailedMsg tells the model that one of its commands panicked. No other answer of that command comes.
type CommandFailedMsg struct{ Err error }

// sequenceType is the framework's type of a sequence of commands, which it keeps to itself.
var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// safe makes a message of a command's panic, so that it ends that command alone: the framework would end the program.
// What a command returns may hold further commands.
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

// safeAll guards the commands in a batch or a sequence; other messages are returned as they are.
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

// safeEach is a guarded copy.
func safeEach(cmds []tea.Cmd) []tea.Cmd {
	guarded := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		guarded[i] = safe(cmd)
	}
	return guarded
}
