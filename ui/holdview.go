package ui

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
)

// countdown returns what the footer says of the updates that are held back or on their way, and how they are undone;
// empty when there are none.
func (g *holding) countdown(undo string) string {
	waiting := g.waiting()
	if n := len(g.updates); len(waiting) == 0 && n > 0 {
		return "sending " + g.updates[n-1].label() + "…"
	}
	if len(waiting) == 0 {
		return ""
	}
	if g.isAskedToLeave() {
		return strconv.Itoa(len(waiting)) + " to be sent or kept: as you answer"
	}
	latest := waiting[len(waiting)-1]
	text := latest.label() + " in " + strconv.Itoa(g.secondsLeft(latest)) + " s"
	if len(waiting) > 1 {
		text = strconv.Itoa(len(waiting)) + " to be sent · " + text
	} else {
		text = latest.verb() + " " + text
	}
	return phrase.Join(" · ", text, undo)
}

// undoHint returns how an update is undone from here; empty where no key does it.
func (c *Console) undoHint() string {
	switch {
	case len(c.overlays) > 0:
	case c.scope().HasOwnKeysOnly(): // letters are text, and the palette has the action
		return c.Keys.KeyLabel(c.scope(), keymap.Palette) + " undo"
	case c.typingPane() == nil:
		return c.Keys.KeyLabel(keymap.Global, keymap.Undo) + " undo"
	}
	return ""
}

// verb returns what an update does to its record.
func (h *heldUpdate) verb() string {
	if h.closes {
		return "closing"
	}
	return "updating"
}

// secondsLeft returns how many seconds an update can still be undone, a part of one as a whole one.
func (g *holding) secondsLeft(h *heldUpdate) int {
	return max(int((h.due.Sub(g.cmds.Now())+time.Second-1)/time.Second), 0)
}

// footerMessages draws the notice and the countdown, and returns their width. The countdown is whole: it names the key
// that undoes.
func (c *Console) footerMessages() (string, int) {
	room := c.width * 2 / 3
	if len(c.overlays) > 0 { // no keys stand beside them
		room = c.width - 2
	}
	count := termwidth.Truncate(c.hold.countdown(c.undoHint()), room)
	if count == "" {
		return c.statusMessage().view(c.th, room)
	}
	const gap = 2
	used := termwidth.Width(count)
	text, width := c.statusMessage().view(c.th, max(room-used-gap, 0))
	count = c.th.Emphasis.Render(count)
	if width == 0 {
		return count, used
	}
	return text + "  " + count, width + gap + used
}

// undoHeld takes an update back, unless it is on its way by now.
func (f *forms) undoHeld(h *heldUpdate) tea.Cmd {
	if slices.Contains(f.hold.waiting(), h) {
		return f.takeBack(h)
	}
	f.notify(levelTransient, f.hold.whyNoUndo())
	return nil
}

// sendNow sends an update without waiting any longer.
func (g *holding) sendNow(h *heldUpdate) tea.Cmd {
	h.due = g.cmds.Now()
	return g.sendDue()
}
