package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// drawFunc is the content of a region that only draws.
type drawFunc func() string

func (drawFunc) SetSize(int, int)    {}
func (d drawFunc) View() string      { return d() }
func (drawFunc) Cursor() *tea.Cursor { return nil }
func (drawFunc) Areas() pane.Areas   { return nil }

// TestFrame_ContentThatCannotBeDrawnIsReplacedByAMessage tests the second safeguard: no text of a desk gets past the
// first.
func TestFrame_ContentThatCannotBeDrawnIsReplacedByAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		view func() string
		want string
	}{
		"a pane panics":         {func() string { panic("no\x1b]52;c;aGk=\arow") }, "it could not be drawn: no"},
		"a clipboard is set":    {func() string { return "\x1b]52;c;aGk=\a" }, "This screen was not drawn"},
		"too many parameters":   {func() string { return "\x1b[" + strings.Repeat("1;", 40) + "m" }, "This screen was not drawn"},
		"nothing is the matter": {func() string { return "Refund not received" }, "Refund not received"},
	} {
		t.Run(name, func(t *testing.T) {
			cs := newConsole()
			cs.width, cs.height = 80, 24
			cs.regions = []region{{Region: layout.Region{Rect: layout.Body(80, 24)}, content: drawFunc(c.view)}}
			frame := cs.View().Content
			if err := safetext.ValidateFrame(frame); err != nil {
				t.Errorf("the frame is harmful: %v", err)
			}
			if !strings.Contains(frame, c.want) {
				t.Errorf("%q is not on the screen:\n%s", c.want, frame)
			}
			if strings.Contains(frame, "not drawn") && !strings.Contains(frame, "i goes to the inbox, ctrl+c leaves; nothing typed is lost.") {
				t.Errorf("what can be done is not said:\n%s", frame)
			}
			if rows := strings.Count(frame, "\n") + 1; rows != 24 {
				t.Errorf("%d rows", rows)
			}
		})
	}
}

// newConsole returns a console without tickets.
func newConsole() *Console {
	return New(Config{Account: "acme", Commands: &backend.Backend{Config: backend.Config{
		Context: context.Background(), Now: time.Now, Cache: cache.New(cache.Config{}),
	}}})
}
