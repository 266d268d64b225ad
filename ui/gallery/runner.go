package gallery

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
	"frontdesk/ui/headless"
)

const (
	// soon is how far the clock goes on after each step: whatever the console waits for meanwhile happens.
	soon = time.Second
	// patience is how long a scene may take, in real time, before something must be wrong.
	patience = time.Minute
)

// runner leads one console through a scene. All its methods run in Play's goroutine.
type runner struct {
	ctx     context.Context
	scene   Scene
	look    RenderOptions
	house   Env
	seat    Console
	clock   *clock
	network *network
	done    chan finished
	stirred chan struct{} // somebody began to wait
	running int           // commands whose message has not come yet
	quit    bool
}

// finished is a command's message, with the commands that come after it.
type finished struct {
	msg  tea.Msg
	next []tea.Cmd
}

// Render leads a console to a scene and answers the frame, with its colours. It takes no longer than its IO.
func Render(ctx context.Context, open NewEnv, s Scene, look RenderOptions) (frame string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("scene %s: %w", s.Name, err)
		}
	}()
	if s.Width > 0 {
		look.Width, look.Height = s.Width, s.Height
	}
	look.Plain = look.Plain || s.Plain
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	house, err := open(ctx, s.Desk)
	if err != nil {
		return "", err
	}
	p := newPlayer(ctx, s, look, house)
	err = p.play() //nolint:contextcheck // consoles end with the player's
	if err == nil {
		frame = p.frame()
	}
	cancel()
	p.leave()
	return frame, errors.Join(err, house.Close())
}

func newPlayer(ctx context.Context, s Scene, look RenderOptions, house Env) *runner {
	p := &runner{ctx: ctx, scene: s, look: look, house: house, done: make(chan finished), stirred: make(chan struct{}, 1)}
	zone, err := time.LoadLocation(Zone)
	if err != nil {
		zone = time.UTC
	}
	p.clock = &clock{stir: p.wake, now: StartTime(zone)}
	p.network = &network{stir: p.wake, faults: s.Faults}
	return p
}

func (p *runner) wake() {
	select {
	case p.stirred <- struct{}{}:
	default:
	}
}

// play goes the scene's way.
func (p *runner) play() error {
	end, err := p.start()
	defer func() { end() }()
	if err != nil {
		return err
	}
	if err := p.runUntilIdle(""); err != nil {
		return err
	}
	for _, step := range p.scene.Steps {
		if step.Restart {
			end()
			p.leave()
			if end, err = p.start(); err != nil {
				return err
			}
			if err := p.runUntilIdle(""); err != nil {
				return err
			}
		}
		if err := p.take(step); err != nil {
			return err
		}
	}
	return nil
}

// start starts a console; end ends its context.
func (p *runner) start() (end func(), err error) {
	ctx, end := context.WithCancel(p.ctx)
	p.clock.begin(ctx.Done())
	p.network.begin(ctx.Done())
	p.seat, err = p.house.NewConsole(ctx, Setup{
		Now: p.clock.Now, Wait: p.clock.Wait, Intercept: p.network.meet, Plain: p.look.Plain, Scene: p.scene,
	})
	if err != nil {
		return end, err
	}
	p.run(p.seat.Model.Init())
	p.update(tea.WindowSizeMsg{Width: p.look.Width, Height: p.look.Height})
	return end, nil
}

// leave gives the console up and waits for what it still does.
func (p *runner) leave() {
	if p.seat.Close != nil {
		p.seat.Close()
	}
	for p.running > 0 {
		<-p.done
		p.running--
	}
}

// runUntilIdle lets everything happen that follows, and waits for a text on the screen where one is awaited.
func (p *runner) runUntilIdle(await string) error { return p.until(p.clock.Now().Add(soon), await) }

// pass lets time go by.
func (p *runner) pass(d time.Duration) error {
	to := p.clock.Now().Add(d)
	err := p.until(to, "")
	p.clock.set(to)
	return err
}

func (p *runner) until(limit time.Time, await string) error {
	for {
		if p.isIdle() && !p.clock.next(limit) && (await == "" || strings.Contains(ansi.Strip(p.frame()), await)) {
			return nil
		}
		select {
		case f := <-p.done:
			p.running--
			p.handle(f.msg)
			p.inTurn(f.next)
		case <-p.stirred:
		case <-p.ctx.Done():
			return fmt.Errorf("%d commands did not end, %q is awaited: %w", p.running, await, p.ctx.Err())
		}
	}
}

// isIdle says that nothing is under way but what waits for time, for news, and for an answer that hangs.
func (p *runner) isIdle() bool {
	return p.quit || p.running == p.clock.sleeping()+p.network.holding()
}

// handle does with a message what the framework does, and answers as a terminal would; everything else is the model's.
func (p *runner) handle(msg tea.Msg) {
	meant, own := headless.Interpret(msg)
	switch {
	case !own:
		p.update(msg)
	case meant.Quit:
		p.quit = true
	case meant.WantsBackground:
		p.update(tea.BackgroundColorMsg{Color: map[bool]color.Color{false: color.Black, true: color.White}[p.look.Light]})
	case meant.Sequential:
		p.inTurn(meant.Cmds)
	default:
		for _, cmd := range meant.Cmds {
			p.run(cmd)
		}
	}
}

func (p *runner) update(msg tea.Msg) {
	_, cmd := p.seat.Model.Update(msg)
	p.run(cmd)
}

func (p *runner) run(cmd tea.Cmd) {
	if cmd != nil {
		p.inTurn([]tea.Cmd{cmd})
	}
}

// inTurn runs commands one after the other, beside the loop.
func (p *runner) inTurn(cmds []tea.Cmd) {
	if len(cmds) == 0 {
		return
	}
	p.running++
	guard.Go(func() { p.done <- finished{cmds[0](), cmds[1:]} }, func(error) { p.done <- finished{} })
}

func (p *runner) frame() string { return p.seat.Model.View().Content }

// take takes one step.
func (p *runner) take(s Step) error {
	if s.ClearFaults || s.Net != nil {
		p.network.set(s.Net)
	}
	for _, call := range s.APICalls {
		if err := p.house.CallAPI(p.ctx, call.Op, []byte(call.Body)); err != nil {
			return fmt.Errorf("%s: %w", call.Op, err)
		}
	}
	if err := p.press(s.Press); err != nil {
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
	return p.pass(s.Advance)
}

// press presses keys; what follows from the last one has not happened yet.
func (p *runner) press(keys []string) error {
	for i, key := range keys {
		if i > 0 {
			if err := p.runUntilIdle(""); err != nil {
				return err
			}
		}
		p.update(headless.Key(key))
	}
	return nil
}

// mostFields is how many fields a form may have.
const mostFields = 200

// goTo goes to a field by its label.
func (p *runner) goTo(label string) error {
	for range mostFields {
		if label == "" || strings.Contains(ansi.Strip(p.frame()), "▌ "+label) {
			return nil
		}
		p.update(headless.Key("tab"))
		if err := p.runUntilIdle(""); err != nil {
			return err
		}
	}
	return fmt.Errorf("no field is called %s", label)
}
