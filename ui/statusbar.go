package ui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/pane"
)

// minAccountWidth is how much of the header the account and agent keep.
const minAccountWidth = 12

// header draws the first line: account, agent, the figures of the work, range of days, progress or age of the data,
// connection status, outbox and number of new tickets.
func (c *Console) header() string {
	wrong := c.sync.connectionStatus()
	status := strings.TrimSpace(wrong + "  " + c.sync.asOf(wrong != ""))
	fresh := ""
	if n := c.inbox.Snapshot().New; n > 0 {
		fresh = fmt.Sprintf("● %d new", n)
	}
	span := c.inbox.SpanLabel()
	if c.scope() == keymap.Board {
		span = c.cmds.SpanLabel(c.inbox.Span())
	}
	bar, arrived := c.sync.pullProgress()
	var right string
	var room int
	least := c.figuresWidth()
	// Shortened until the rest fits.
	for _, first := range [][]string{{span, bar + arrived}, {span, arrived}, {span}, nil} {
		bits := slices.Concat(
			first,
			[]string{c.callBadge(), c.cluster.label(), status, c.outbox.badge(), c.bulk.badge(), fresh},
		)
		right = strings.Join(slices.DeleteFunc(bits, func(s string) bool { return s == "" }), "  ") + " "
		if room = c.width - termwidth.Width(right) - 1; room >= least {
			break
		}
	}
	if room < minAccountWidth {
		right = termwidth.Truncate(right, max(c.width-13, 0))
		room = c.width - termwidth.Width(right) - 1
	}
	s := termwidth.Pad(c.headerLeft(room), max(room, 0)) + " " + right
	before, after, found := strings.Cut(s, wrong)
	if wrong == "" || !found {
		return c.th.StatusBar.Render(s)
	}
	return c.th.StatusBar.Render(before) + c.th.StatusBarError.Render(wrong) + c.th.StatusBar.Render(after)
}

// footer draws the last line: key hints and the notice.
func (c *Console) footer() string {
	text, used := c.footerMessages()
	marked := c.zoomedLabel() + c.markedLabel()
	room := c.width - 2 - termwidth.Width(marked)
	if used > 0 {
		room -= used + hintGap
	}
	c.mouse.keysAt, c.mouse.keysOf = 1+termwidth.Width(marked), c.scope()
	keys, width := c.renderKeyHints(c.ShortHelp(), room)
	width += termwidth.Width(marked)
	return " " + c.th.Emphasis.Render(marked) + keys + strings.Repeat(" ", max(c.width-2-width-used, 0)) + text + " "
}

// renderKeyHints draws as many keys as fit, and returns their width. The key for help is always among them, and the one
// that leads out if the first key has room beside it. It is our own and not Bubbles' help, which would cut those off,
// and would take a quarter of the time that a key takes in all.
func (w *window) renderKeyHints(keys []key.Binding, room int) (string, int) {
	for i, k := range keys {
		keys[i].SetHelp(w.th.KeyName(k.Help().Key), k.Help().Desc)
	}
	room += hintGap // the last one is followed by none
	reserved := w.reservedHints(keys, room)
	for _, width := range reserved {
		room -= width
	}
	var b strings.Builder
	w.mouse.keys = w.mouse.keys[:0]
	used, full := 0, false
	for i, k := range keys {
		width, kept := hintWidth(k), reserved[i]
		room += kept
		full = full || kept == 0 && used+width > room
		if kept == 0 && full || used+width > room {
			continue
		}
		if used > 0 {
			b.WriteString(strings.Repeat(" ", hintGap))
		}
		b.WriteString(w.th.Key.Render(k.Help().Key) + " " + k.Help().Desc)
		if len(k.Keys()) > 0 {
			w.mouse.keys = append(w.mouse.keys, footerKey{used, used + width - hintGap, k.Keys()[0]})
		}
		used += width
	}
	return b.String(), max(used-hintGap, 0)
}

// reservedHints returns the widths of the keys that are kept, by their index.
func (s *screens) reservedHints(keys []key.Binding, room int) map[int]int {
	reserved := map[int]int{}
	help := 0
	for i, k := range keys {
		if s.meaningOf(k) == keymap.Help {
			help = hintWidth(k)
			reserved[i] = help
		}
	}
	for i, k := range keys {
		switch s.meaningOf(k) {
		case keymap.Back, keymap.Quit:
			if i > 0 && hintWidth(keys[0])+hintWidth(k)+help <= room {
				reserved[i] = hintWidth(k)
				return reserved
			}
		}
	}
	return reserved
}

// meaningOf returns the action of a key in the footer.
func (s *screens) meaningOf(k key.Binding) keymap.Action {
	if len(k.Keys()) == 0 {
		return ""
	}
	action, _ := s.Keys.Resolve(s.scope(), k.Keys()[0])
	return action
}

// hintGap is how many blanks part the keys of the footer, and the last one from a message.
const hintGap = 2

// hintWidth returns the width of a key in the footer, with the gap after it.
func hintWidth(k key.Binding) int {
	return termwidth.Width(k.Help().Key) + 1 + termwidth.Width(k.Help().Desc) + hintGap
}

// ShortHelp returns the keys of the footer, the most important first. An overlay takes all keys and shows its own.
func (c *Console) ShortHelp() []key.Binding {
	if len(c.overlays) > 0 {
		return nil
	}
	if t, ok := c.typingPane().(pane.TextEntry); ok {
		return t.TypingKeys()
	}
	if c.zoomHides() {
		return c.zoomedKeys()
	}
	return c.unzoomedKeys()
}

// unzoomedKeys returns the keys of the focused part, the most important first.
func (c *Console) unzoomedKeys() []key.Binding {
	if c.actsOnMarks() {
		keys := c.keyList(func(_ keymap.Binding, a action) bool { return a.onMarks }).ShortHelp()
		return append(keys, c.marksOffKey())
	}
	keys := c.keyList(func(b keymap.Binding, a action) bool {
		isNeedless := a.needless != nil && a.needless(c)
		return len(b.Keys()) > 0 && b.Help().Desc != "" && !isNeedless && !c.forms.isTakenByOffers(b)
	}).ShortHelp()
	if c.board.listsBar() {
		back := c.keyList(func(b keymap.Binding, _ action) bool { return b.Action == keymap.Back })
		keys = slices.Concat(back.ShortHelp(), keys)
	}
	return keys
}

// actsOnMarks reports whether actions on tickets mean the marked ones.
func (s *screens) actsOnMarks() bool {
	marked, _ := s.inbox.Marks.Counts()
	return marked > 0 && s.screen().isList && len(s.overlays) == 0 && s.typingPane() == nil
}

// markedLabel returns what stands before the keys of the footer while tickets are marked.
func (s *screens) markedLabel() string {
	if !s.actsOnMarks() {
		return ""
	}
	marked, _ := s.inbox.Marks.Counts()
	return fmt.Sprintf("%d marked: ", marked)
}

// marksOffKey returns the key that unmarks the tickets, or clears the filter before that.
func (s *screens) marksOffKey() key.Binding {
	label := "unmark"
	if s.inbox.IsFiltered() {
		label = "clear filter"
	}
	keys := s.Keys.KeyLabel(keymap.Inbox, keymap.Back)
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, label))
}
