package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/pane"
)

// isZoomed reports whether the focused part fills the window, even if others have a place beside it. A call shares it
// with its form.
func (c *Console) isZoomed() bool {
	return c.at.zoom && (c.forms.editor == nil || c.scope() != keymap.Call)
}

// zoomHides reports whether other parts are on the screen without the zoom. The board is always alone.
func (c *Console) zoomHides() bool {
	return c.isZoomed() && len(c.rowUnzoomed().Columns) > 0 && c.scope() != keymap.Board
}

// toggleZoom shows the focused part over the whole window, or what stands beside it again.
func (c *Console) toggleZoom() tea.Cmd {
	if !c.at.zoom {
		c.goTo(c.here())
		c.at.zoom = true
		return nil
	}
	return c.unzoom()
}

// unzoom shows what stands beside the focused part again.
func (c *Console) unzoom() tea.Cmd {
	if c.zoomIsStep() {
		c.back = c.back[:len(c.back)-1]
	}
	c.at.zoom = false
	return nil
}

// zoomIsStep reports whether the way back leads from the zoomed part to the same one beside others.
func (c *Console) zoomIsStep() bool {
	n := len(c.back) - 1
	return c.at.zoom && n >= 0 && c.back[n].isSamePlace(c.at)
}

// isSamePlace reports whether another route leads to the same part of the console.
func (r route) isSamePlace(other route) bool {
	return r.focus == other.focus && r.detail == other.detail && r.answers == other.answers && !r.zoom
}

// zoomedLabel returns what stands before the keys of the footer while a part is zoomed.
func (c *Console) zoomedLabel() string {
	if !c.zoomHides() || len(c.overlays) > 0 || c.scope() == keymap.Call {
		return ""
	}
	return "zoomed: "
}

// zoomReason says why there is nothing to zoom.
func zoomReason(c *Console, _ pane.Target) string {
	if c.scope() == keymap.Call || c.scope() == keymap.Board {
		return reasonAbsent
	}
	return unless(len(c.rowUnzoomed().Columns) > 0, "this part has the whole window already")
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
