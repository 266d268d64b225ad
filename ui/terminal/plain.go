package terminal

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// runFramework is the framework with its own renderer. Windows consoles need modes and workarounds that only it knows;
// there a key is shown with the next tick, 4 ms later on average.
func runFramework(ctx context.Context, model tea.Model, t Terminal) (tea.Model, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	program := tea.NewProgram(&plain{model}, plainOptions(ctx, t)...)
	guard.Go(func() { forward(ctx, t.Messages, program.Send) })
	last, err := program.Run()
	if p, ok := last.(*plain); ok {
		last = p.Model
	}
	return last, err
}

// plain is a model whose commands may panic.
type plain struct{ tea.Model }

// Init starts the model.
func (p *plain) Init() tea.Cmd { return safe(p.Model.Init()) }

// Update gives the model its message.
func (p *plain) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	p.Model, cmd = p.Model.Update(msg)
	return p, safe(cmd)
}

// plainOptions are the framework's for a terminal.
func plainOptions(ctx context.Context, t Terminal) []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(120), tea.WithFilter(plainFilter(t.In == nil))}
	if t.Env != nil {
		options = append(options, tea.WithEnvironment(t.Env), tea.WithColorProfile(profileFor(t.Profile, t.Env)))
	}
	if t.In != nil {
		options = append(options, tea.WithInput(t.In), tea.WithOutput(t.Out), tea.WithoutSignalHandler())
	}
	if t.Width > 0 && t.Height > 0 {
		options = append(options, tea.WithWindowSize(clampSize(t.Width, t.Height)))
	}
	return options
}

// plainFilter bounds the window and makes the framework's own message of Foreground's.
func plainFilter(own bool) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg := msg.(type) {
		case tea.WindowSizeMsg:
			msg.Width, msg.Height = clampSize(msg.Width, msg.Height)
			return msg
		case foregroundMsg:
			return tea.Exec(&borrower{own: own, run: msg.run}, msg.done)()
		}
		return msg
	}
}

// borrower is what Foreground was given, as the framework wants it.
type borrower struct {
	own bool
	run func(in io.Reader, out io.Writer) error
	in  io.Reader
	out io.Writer
}

// SetStdin is called before Run.
func (b *borrower) SetStdin(in io.Reader) { b.in = in }

// SetStdout is called before Run.
func (b *borrower) SetStdout(out io.Writer) { b.out = out }

// SetStderr is called before Run; errors belong where the output goes.
func (b *borrower) SetStderr(io.Writer) {}

// Run runs with the terminal, unless it is a session's.
func (b *borrower) Run() error {
	if !b.own {
		return ErrNotOwn
	}
	return guard.Run(func() error { return b.run(b.in, b.out) })
}
