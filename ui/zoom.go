package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/pane"
)

// isZoomed reports whether the focused part fills the window, even if others have a place beside it. A call has parts
// of its own.
func (s *screens) isZoomed() bool { return s.at.zoom && !s.isOnCall() }

// zoomHides reports whether other parts are on the screen without the zoom.
func (w *window) zoomHides() bool {
	return w.isZoomed() && len(w.rowUnzoomed().Columns) > 1 && !w.screen().isWhole
}

// toggleZoom shows the focused part over the whole window, or what stands beside it again.
func (s *screens) toggleZoom() tea.Cmd {
	if !s.at.zoom {
		s.goTo(s.here())
		s.at.zoom = true
		return nil
	}
	return s.unzoom()
}

// unzoom shows what stands beside the focused part again.
func (s *screens) unzoom() tea.Cmd {
	if s.zoomIsStep() {
		s.back = s.back[:len(s.back)-1]
	}
	s.at.zoom = false
	return nil
}

// zoomIsStep reports whether the way back leads from the zoomed part to the same one beside others.
func (s *screens) zoomIsStep() bool {
	n := len(s.back) - 1
	return s.at.zoom && n >= 0 && s.back[n].isSamePlace(s.at)
}

// isSamePlace reports whether another route leads to the same part of the console.
func (r route) isSamePlace(other route) bool {
	return r.focus == other.focus && r.detail == other.detail && r.answers == other.answers && !r.zoom
}

// zoomedLabel returns what stands before the keys of the footer while a part is zoomed.
func (w *window) zoomedLabel() string {
	if !w.zoomHides() || len(w.overlays) > 0 {
		return ""
	}
	return "zoomed: "
}

// zoomReason says why there is nothing to zoom.
func zoomReason(c *Console, _ pane.Target) string {
	if c.screen().isWhole {
		return reasonAbsent
	}
	return unless(len(c.rowUnzoomed().Columns) > 1, "this part has the whole window already")
}

// zoomedKeys returns the keys of the footer while a part is zoomed, with the one that goes back to
// the others first.
func (c *Console) zoomedKeys() []key.Binding {
	keys := c.unzoomedKeys()
	back, bound := c.Keys.Lookup(c.scope(), keymap.Back)
	if isShown := back.Help().Desc != ""; !bound || isShown || c.scope().HasOwnKeysOnly() {
		return keys
	}
	isBack := func(k key.Binding) bool { return slices.Equal(k.Keys(), back.Keys()) }
	label, _ := zoomName(c)
	back.SetHelp(back.Help().Key, label)
	return slices.Concat([]key.Binding{back.Binding}, slices.DeleteFunc(keys, isBack))
}
