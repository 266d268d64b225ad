package gallery_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/gallery"
	"frontdesk/ui/headless"
)

// testBrowser is a browser in a window, over desks that cannot be opened, whose commands run at once.
type testBrowser struct{ *gallery.Browser }

func newTestBrowser(w, h int) testBrowser {
	shut := func(context.Context, gallery.Fixture) (gallery.Env, error) {
		return gallery.Env{}, errors.New("no desk")
	}
	b := testBrowser{gallery.NewBrowser(context.Background(), shut, gallery.RenderOptions{Width: 80, Height: 24})}
	b.runCommand(b.Init())
	b.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return b
}

func (b testBrowser) runCommand(cmd tea.Cmd) {
	if cmd != nil {
		b.Update(cmd())
	}
}

func (b testBrowser) press(keys ...string) string {
	for _, k := range keys {
		_, cmd := b.Update(headless.Key(k))
		b.runCommand(cmd)
	}
	return ansi.Strip(b.View().Content)
}

func TestBrowser_GoesThroughTheScenesAndRoundTheEnd(t *testing.T) {
	b := newTestBrowser(100, 30)
	names := gallery.Names()
	for _, c := range []struct{ key, want string }{{"right", names[1]}, {"right", names[2]}, {"left", names[1]}} {
		if screen := b.press(c.key); !strings.Contains(screen, "  "+c.want+"  ") {
			t.Errorf("after %s %s is not shown:\n%s", c.key, c.want, screen)
		}
	}
	if screen := newTestBrowser(100, 30).press("left"); !strings.Contains(screen, names[len(names)-1]) {
		t.Errorf("the last scene does not come before the first:\n%s", screen)
	}
}

func TestBrowser_EveryKeyFitsTheWindow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {1, 1}, {20, 3}, {200, 60}} {
		b := newTestBrowser(size[0], size[1])
		for _, key := range []string{"2", "3", "t", "c", "enter", "down", "pgdown", "up", "enter", "down", "shift+right", "shift+left", "1", "x", "space"} {
			screen := b.press(key)
			if screen == "" && size[1] <= 3 {
				continue
			}
			rows := strings.Split(screen, "\n")
			if len(rows) != size[1] {
				t.Errorf("%d rows after %s in a window of %d", len(rows), key, size[1])
			}
			for _, row := range rows {
				if ansi.StringWidth(row) > size[0] {
					t.Errorf("a row after %s is wider than %d: %q", key, size[0], row)
				}
			}
		}
	}
}

func TestBrowser_SceneThatCannotBePlayedSaysWhy(t *testing.T) {
	if screen := newTestBrowser(100, 30).press(); !strings.Contains(screen, "✗ scene inbox: no desk") {
		t.Error(screen)
	}
}

func TestBrowser_ListOpensAScene(t *testing.T) {
	names := gallery.Names()
	screen := newTestBrowser(120, 30).press("enter", "down", "down")
	if !strings.Contains(screen, "▌ "+names[2]) || !strings.Contains(screen, "↑ ↓ choose  ⏎ show  esc back") {
		t.Error(screen)
	}
	if screen = newTestBrowser(120, 30).press("enter", "down", "enter"); !strings.Contains(screen, fmt.Sprintf("2/%d  %s", len(names), names[1])) {
		t.Error(screen)
	}
}

func TestBrowser_IsQuit(t *testing.T) {
	for _, key := range []string{"q", "esc", "ctrl+c"} {
		_, cmd := newTestBrowser(100, 30).Update(headless.Key(key))
		if cmd == nil || cmd() != tea.Quit() {
			t.Errorf("%s does not leave", key)
		}
	}
}
