package gallery

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
	"frontdesk/ui/headless"
)

const (
	// settleTime is how far the clock advances after each step, so that debounced work is done.
	settleTime = time.Second
	// sceneTimeout is the maximum real time of a scene whose context has no deadline.
	sceneTimeout = time.Minute
)

// runner runs one console through a scene. All its methods run in Render's goroutine.
type runner struct {
	ctx     context.Context
	scene   Scene
	options RenderOptions
	env     Env
	console Console
	clock   *clock
	network *network
	done    chan finished
	wakeups chan struct{} // a timer was set or a call began to hang
	running int           // commands that have not returned
	quit    bool
}

// finished is the message of a command, with the commands to run after it.
type finished struct {
	msg  tea.Msg
	next []tea.Cmd
}

// Render runs a console through a scene and returns its frame.
func Render(ctx context.Context, open NewEnv, s Scene, options RenderOptions) (frame Frame, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("scene %s: %w", s.Name, err)
		}
	}()
	options = options.of(s)
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	env, err := open(ctx, s.Desk)
	if err != nil {
		return Frame{}, err
	}
	p := newRunner(ctx, s, options, env)
	err = p.play() //nolint:contextcheck // consoles end with the runner's context
	if err == nil {
		frame = newFrame(p.console.Model.View(), options.Paper())
	}
	cancel()
	p.close()
	return frame, errors.Join(err, env.Close())
}

func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, limited := ctx.Deadline(); limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, sceneTimeout)
}

func newRunner(ctx context.Context, s Scene, options RenderOptions, env Env) *runner {
	p := &runner{
		ctx:     ctx,
		scene:   s,
		options: options,
		env:     env,
		done:    make(chan finished),
		wakeups: make(chan struct{}, 1),
	}
	zone, err := time.LoadLocation(Zone)
	if err != nil {
		zone = time.UTC
	}
	p.clock = &clock{wake: p.wake, now: StartTime(zone)}
	p.network = &network{wake: p.wake, faults: s.Faults}
	return p
}

func (p *runner) wake() {
	select {
	case p.wakeups <- struct{}{}:
	default:
	}
}

// play performs the steps of the scene.
func (p *runner) play() error {
	end, err := p.start()
	defer func() { end() }()
	if err != nil {
		return err
	}
	if err := p.runUntilIdle(nil); err != nil {
		return err
	}
	for _, step := range p.scene.Steps {
		if step.Restart {
			end()
			p.close()
			if end, err = p.start(); err != nil {
				return err
			}
			if err := p.runUntilIdle(nil); err != nil {
				return err
			}
		}
		if err := p.perform(step); err != nil {
			return err
		}
	}
	return nil
}

// start starts a console; end cancels its context.
func (p *runner) start() (end func(), err error) {
	ctx, end := context.WithCancel(p.ctx)
	p.clock.begin(ctx.Done())
	p.network.begin(ctx.Done())
	p.console, err = p.env.NewConsole(ctx, Setup{
		Now: p.clock.Now, Wait: p.clock.Wait, Intercept: p.network.intercept, Scene: p.scene,
		Theme: p.options.spec(), Plain: p.options.Plain,
	})
	if err != nil {
		return end, err
	}
	p.run(p.console.Model.Init())
	p.update(tea.WindowSizeMsg{Width: p.options.Width, Height: p.options.Height})
	return end, nil
}

// close closes the console and waits for its commands.
func (p *runner) close() {
	if p.console.Close != nil {
		p.console.Close()
	}
	for p.running > 0 {
		<-p.done
		p.running--
	}
}

// runUntilIdle runs the loop until the console is idle and shows the awaited texts, all in one frame.
func (p *runner) runUntilIdle(await []string) error {
	return p.until(p.clock.Now().Add(settleTime), await)
}

// advance advances the clock by d and runs what becomes due.
func (p *runner) advance(d time.Duration) error {
	to := p.clock.Now().Add(d)
	err := p.until(to, nil)
	p.clock.set(to)
	return err
}

func (p *runner) until(limit time.Time, await []string) error {
	for {
		if p.isIdle() && !p.clock.next(limit) && p.shows(await) {
			return nil
		}
		select {
		case f := <-p.done:
			p.running--
			p.handle(f.msg)
			p.runInOrder(f.next)
		case <-p.wakeups:
		case <-p.ctx.Done():
			return fmt.Errorf("%d commands did not end, %q is awaited: %w", p.running, await, p.ctx.Err())
		}
	}
}

// shows reports whether the frame has all these texts.
func (p *runner) shows(texts []string) bool {
	if len(texts) == 0 {
		return true
	}
	frame := ansi.Strip(p.frame())
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(frame, text) })
}

// isIdle reports whether every running command waits for the clock or for a call that hangs. A run of many updates may
// wait besides the command that tells its progress.
func (p *runner) isIdle() bool {
	return p.quit || p.running <= p.clock.countWaiting()+p.network.countHanging()
}

// handle handles the framework's messages, answering as a terminal would, and passes all others to the model.
func (p *runner) handle(msg tea.Msg) {
	effect, own := headless.Interpret(msg)
	switch {
	case !own:
		p.update(msg)
	case effect.Quit:
		p.quit = true
	case effect.WantsBackground:
		background := map[bool]color.Color{true: color.Black, false: color.White}[p.options.theme().Dark]
		p.update(tea.BackgroundColorMsg{Color: background})
	case effect.Sequential:
		p.runInOrder(effect.Cmds)
	default:
		for _, cmd := range effect.Cmds {
			p.run(cmd)
		}
	}
}

func (p *runner) update(msg tea.Msg) {
	_, cmd := p.console.Model.Update(msg)
	p.run(cmd)
}

func (p *runner) run(cmd tea.Cmd) {
	if cmd != nil {
		p.runInOrder([]tea.Cmd{cmd})
	}
}

// runInOrder runs commands one after the other in another goroutine.
func (p *runner) runInOrder(cmds []tea.Cmd) {
	if len(cmds) == 0 {
		return
	}
	p.running++
	guard.Go(func() { p.done <- finished{cmds[0](), cmds[1:]} }, func(error) { p.done <- finished{} })
}

func (p *runner) frame() string { return p.console.Model.View().Content }

// perform performs one step.
func (p *runner) perform(s Step) error {
	if s.ClearFaults || s.Net != nil {
		p.network.set(s.Net)
	}
	if s.HostsAway {
		p.update(p.console.HostsAway(p.clock.Now()))
	}
	for _, call := range s.APICalls {
		if err := p.env.CallAPI(p.ctx, call.Op, []byte(call.Body)); err != nil {
			return fmt.Errorf("%s: %w", call.Op, err)
		}
	}
	if err := p.press(strings.Fields(s.Press)); err != nil {
		return err
	}
	if err := p.goTo(s.Field); err != nil {
		return err
	}
	for _, r := range s.Type {
		p.update(headless.RuneKey(r))
	}
	if s.Paste != "" {
		p.update(tea.PasteMsg{Content: s.Paste})
	}
	if err := p.runUntilIdle(s.WaitFor); err != nil || s.Advance == 0 {
		return err
	}
	return p.advance(time.Duration(s.Advance) * time.Second)
}

// press presses keys and waits between them until the console is idle, but not after the last.
func (p *runner) press(keys []string) error {
	for i, key := range keys {
		if i > 0 {
			if err := p.runUntilIdle(nil); err != nil {
				return err
			}
		}
		p.update(headless.Key(key))
	}
	return nil
}

// maxFields is the maximum number of fields of a form.
const maxFields = 200

// goTo focuses the field with a label.
func (p *runner) goTo(label string) error {
	for range maxFields {
		if label == "" || strings.Contains(ansi.Strip(p.frame()), "▌ "+label) {
			return nil
		}
		p.update(headless.Key("tab"))
		if err := p.runUntilIdle(nil); err != nil {
			return err
		}
	}
	return fmt.Errorf("no field is called %s", label)
}
