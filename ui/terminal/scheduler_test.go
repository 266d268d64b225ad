package terminal_test

import (
	"errors"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/terminal"
)

func TestScheduler_BurstOfKeysDrawsFewFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{view: func(v *tea.View) { v.Content = strings.ReplaceAll(v.Content, "x", "") + "." }}
		w := openTerminal(t, p)
		_, before := w.written()
		views := p.views
		w.typeKeys(strings.Repeat("x", 500))
		_, after := w.written()
		if after-before > 20 || p.views-views > 20 {
			t.Errorf("500 keys at once: %d writes, %d views; want a few", after-before, p.views-views)
		}
		w.typeKeys("\x03")
		if n := len(p.text); n != 500 {
			t.Errorf("%d of 500 keys arrived", n)
		}
	})
}

func TestScheduler_LastFrameOfABurstIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{})
		w.typeKeys(strings.Repeat("ab ", 25))
		if got, want := w.text(), "frontdesk\n> "+strings.TrimSpace(strings.Repeat("ab ", 25)); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	})
}

func TestScheduler_WritesNothingWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		w := openTerminal(t, p)
		_, before := w.written()
		views := p.views
		<-time.After(time.Hour)
		if _, after := w.written(); after != before || p.views != views {
			t.Errorf("%d writes and %d views in an idle hour", after-before, p.views-views)
		}
		w.msgs <- "news that changes nothing"
		waitUntilIdle()
		if _, after := w.written(); after != before {
			t.Errorf("a frame like the last one was written again")
		}
	})
}

func TestScheduler_ChangesGatherWhileNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		w := openTerminal(t, p)
		<-time.After(time.Minute)
		views := p.views
		for range 4 { // a refresh: its timer, its answer, the rows
			w.msgs <- "news"
			<-time.After(5 * time.Millisecond)
		}
		waitUntilIdle()
		if n := p.views - views; n != 1 {
			t.Errorf("what came within 20 ms was drawn %d times", n)
		}
		w.msgs <- "news"
		<-time.After(20 * time.Millisecond)
		_, _ = io.WriteString(w.keys, "x")
		synctest.Wait()
		if got := w.text(); got != "frontdesk\n> x" {
			t.Errorf("a key waited for further changes: %q", got)
		}
		views = p.views
		<-time.After(time.Second)
		w.msgs <- "the answer to the key"
		synctest.Wait()
		if p.views == views {
			t.Error("what a key has set off a second ago waited for further changes")
		}
	})
}

// news is a message that changes what is shown.
type news string

// TestScheduler_ChangesOfOthersAreShownSoonAndTogether: nobody presses a key.
func TestScheduler_ChangesOfOthersAreShownSoonAndTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{update: func(p *testModel, msg tea.Msg) tea.Cmd {
			if n, ok := msg.(news); ok {
				p.text = string(n)
			}
			return nil
		}}
		w := openTerminal(t, p)
		<-time.After(time.Minute)
		w.msgs <- "a message that changes nothing"
		<-time.After(50 * time.Millisecond)
		w.msgs <- news("changed")
		<-time.After(50 * time.Millisecond)
		synctest.Wait()
		if got := w.text(); got != "frontdesk\n> changed" {
			t.Errorf("50 ms after a change the screen is %q", got)
		}
		views := p.views
		for i := range 100 {
			w.msgs <- news(fmt.Sprint(i))
			<-time.After(10 * time.Millisecond)
		}
		waitUntilIdle()
		if n := p.views - views; n > 12 {
			t.Errorf("the changes of a second were drawn %d times", n)
		}
		if got := w.text(); got != "frontdesk\n> 99" {
			t.Errorf("at last the screen is %q", got)
		}
	})
}

func TestScheduler_NoTickerRunsInAnIdleProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		openTerminal(t, &testModel{})
		var running strings.Builder
		if err := pprof.Lookup("goroutine").WriteTo(&running, 1); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(running.String(), "eventLoop") || strings.Contains(running.String(), "startRenderer") {
			t.Errorf("the framework's ticker runs, or nothing does:\n%s", &running)
		}
	})
}

func TestScheduler_ResizeRedraws(t *testing.T) {
	for name, tc := range map[string]struct{ width, height, wantWidth, wantHeight int }{
		"larger":         {120, 40, 120, 40},
		"smaller":        {40, 10, 40, 10},
		"attack":         {1 << 32, 1 << 32, terminal.MaxWidth, terminal.MaxHeight},
		"nothing at all": {0, -1, 80, 24},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			p := &testModel{}
			p.view = func(v *tea.View) {
				v.Content += strings.Repeat("\n", max(0, p.size.Height-2)) + strings.Repeat("=", p.size.Width)
			}
			w := openTerminal(t, p)
			w.mu.Lock()
			w.emu.Resize(tc.wantWidth, tc.wantHeight)
			w.mu.Unlock()
			w.msgs <- tea.WindowSizeMsg{Width: tc.width, Height: tc.height}
			waitUntilIdle()
			if p.size.Width != tc.wantWidth || p.size.Height != tc.wantHeight {
				t.Errorf("the model was told %v", p.size)
			}
			want := "frontdesk\n>" + strings.Repeat("\n", tc.wantHeight-2) + strings.Repeat("=", tc.wantWidth)
			if got := w.text(); got != want {
				t.Errorf("shown:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestWindow_ResizedWhileTheProgramStarts: the framework sends the size of the start late, from a goroutine.
func TestWindow_ResizedWhileTheProgramStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		w := newTestTerminal(100, 30)
		w.msgs = make(chan tea.Msg, 1)
		w.msgs <- tea.WindowSizeMsg{Width: 100, Height: 30}
		w.run(t, p, 80, 24)
		if p.size.Width != 100 || p.size.Height != 30 {
			t.Errorf("the model was told %v", p.size)
		}
	})
}

func TestScheduler_TerminalThatDoesNotReadBlocksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		w := openTerminal(t, p)
		release := make(chan struct{})
		w.mu.Lock()
		w.stuck = release
		w.mu.Unlock()
		for range 50 {
			w.typeKeys("x")
		}
		if len(p.text) != 50 {
			t.Errorf("the model got %d of 50 keys", len(p.text))
		}
		w.mu.Lock()
		w.stuck = nil
		w.mu.Unlock()
		close(release)
		waitUntilIdle()
		if got := w.text(); got != "frontdesk\n> "+strings.Repeat("x", 50) {
			t.Errorf("shown:\n%s", got)
		}
	})
}

func TestSession_CannotBeSuspendedOrRunAProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told error
		p := &testModel{update: func(_ *testModel, msg tea.Msg) tea.Cmd {
			switch msg := msg.(type) {
			case error:
				told = msg
			case tea.KeyPressMsg:
				if msg.String() == "ctrl+z" {
					return tea.Suspend
				}
				return terminal.Foreground(
					func(io.Reader, io.Writer) error { t.Error("it was run"); return nil },
					func(err error) tea.Msg { return err },
				)
			}
			return nil
		}}
		w := openTerminal(t, p)
		w.typeKeys("\x1a")
		if !slices.Contains(p.seen, "tea.ResumeMsg") {
			t.Errorf("the model saw %v, want tea.ResumeMsg", p.seen)
		}
		w.typeKeys("e")
		if !errors.Is(told, terminal.ErrNotOwn) {
			t.Errorf("the model was told %v", told)
		}
	})
}
