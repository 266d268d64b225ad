package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/progress"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// minAccountWidth is how much of the header the account and agent keep.
const minAccountWidth = 12

// header draws the first line: account, agent, the figures of the work, range of days, progress or age of the data,
// connection status, outbox and number of new tickets.
func (c *Console) header() string {
	wrong := c.connectionStatus()
	status := strings.TrimSpace(wrong + "  " + c.asOf(wrong != ""))
	fresh := ""
	if n := c.inbox.Snapshot().New; n > 0 {
		fresh = fmt.Sprintf("● %d new", n)
	}
	span := c.inbox.SpanLabel()
	if c.scope() == keymap.Board {
		span = c.cmds.SpanLabel(c.inbox.Span())
	}
	bar, arrived := c.pullProgress()
	var right string
	var room int
	least := c.figuresWidth()
	// Shortened until the rest fits.
	for _, first := range [][]string{{span, bar + arrived}, {span, arrived}, {span}, nil} {
		bits := slices.Concat(
			first,
			[]string{c.callBadge(), c.clusterLabel(), status, c.outbox.badge(), c.bulk.badge(), fresh},
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

// asOf says when what is listed was answered: the oldest of the days that are shown as they were at an earlier start,
// else the last pull, unless that failed.
func (c *Console) asOf(failed bool) string {
	at := c.sync.at
	if failed {
		at = time.Time{}
	}
	for _, d := range c.inbox.Snapshot().Progress.Days {
		if d.Stored && (at.IsZero() || d.At.Before(at)) {
			at = d.At
		}
	}
	if at.IsZero() {
		return ""
	}
	return c.cmds.Zones.FormatAsOf(at, c.cmds.Now())
}

// connectionStatus returns the current connection error; empty when there is none.
func (c *Console) connectionStatus() string {
	s := c.sync
	switch {
	case s.err == nil && !c.isAway():
		return ""
	case backend.IsUnauthorized(s.err):
		return "✗ credential not accepted"
	case s.err == nil:
		return "✗ no answer, trying again"
	case !c.isAway():
		return c.failedDaysLabel()
	case s.at.IsZero():
		return "✗ no answer from the service"
	}
	return "✗ no answer since " + c.cmds.Zones.FormatClock(s.since)
}

// isAway reports whether the service could not be reached: by the last pull, or by the first tries of the one that
// runs.
func (c *Console) isAway() bool {
	return backend.IsUnreachable(c.sync.err) || c.isTryingInVain()
}

// isTryingInVain reports whether every day that is asked for got no answer yet and is asked for again. An answer of
// another day in the same pull shows that the service is there.
func (c *Console) isTryingInVain() bool {
	tries := false
	for _, d := range c.inbox.Snapshot().Progress.Days {
		switch {
		case d.State == backend.Waiting || d.State == backend.Pulling:
			if !backend.IsUnreachable(d.Err) {
				return false
			}
			tries = true
		case d.At.After(c.sync.asked) && !d.Stored:
			return false
		}
	}
	return tries
}

const barCells = 10

// pullBar draws the progress of a pull in the colours of the status bar.
var pullBar = progress.New(
	progress.WithWidth(barCells),
	progress.WithFillCharacters('█', '░'),
	progress.WithoutPercentage(),
	func(m *progress.Model) { m.FullColor, m.EmptyColor = nil, nil },
)

// failedDaysLabel returns how many days could not be fetched although the service is reachable.
func (c *Console) failedDaysLabel() string {
	all, failed := c.inbox.Snapshot().Progress.Days, 0
	for _, d := range all {
		if d.State == backend.Failed {
			failed++
		}
	}
	return fmt.Sprintf("✗ %d of %d days failed", failed, len(all))
}

// pullProgress returns a bar and a count of how many days have arrived while a pull is running that may be answered.
func (c *Console) pullProgress() (bar, count string) {
	p := c.inbox.Snapshot().Progress
	if !p.Busy || len(p.Days) == 0 || c.isTryingInVain() {
		return "", ""
	}
	arrived, asked := 0, 0
	for _, d := range p.Days {
		switch d.State {
		case backend.Loaded, backend.Truncated:
			arrived++
		case backend.Waiting, backend.Pulling:
			asked++
		}
	}
	if asked <= 1 && backend.IsUnreachable(c.sync.err) { // only to find out whether the service is back
		return "", ""
	}
	full := barCells * arrived / len(p.Days) // a cell is full when all of it has arrived
	return pullBar.ViewAs(float64(full)/barCells) + " ", fmt.Sprintf("%d/%d days", arrived, len(p.Days))
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
	keys, width := c.renderKeyHints(room)
	width += termwidth.Width(marked)
	return " " + c.th.Emphasis.Render(marked) + keys + strings.Repeat(" ", max(c.width-2-width-used, 0)) + text + " "
}

// renderKeyHints draws as many keys as fit, and returns their width. The key for help is always among them, and the one
// that leads out if the first key has room beside it. It is our own and not Bubbles' help, which would cut those off,
// and would take a quarter of the time that a key takes in all.
func (c *Console) renderKeyHints(room int) (string, int) {
	keys := c.ShortHelp()
	for i, k := range keys {
		keys[i].SetHelp(c.th.KeyName(k.Help().Key), k.Help().Desc)
	}
	room += hintGap // the last one is followed by none
	reserved := c.reservedHints(keys, room)
	for _, w := range reserved {
		room -= w
	}
	var b strings.Builder
	c.mouse.keys = c.mouse.keys[:0]
	used, full := 0, false
	for i, k := range keys {
		w, kept := hintWidth(k), reserved[i]
		room += kept
		full = full || kept == 0 && used+w > room
		if kept == 0 && full || used+w > room {
			continue
		}
		if used > 0 {
			b.WriteString(strings.Repeat(" ", hintGap))
		}
		b.WriteString(c.th.Key.Render(k.Help().Key) + " " + k.Help().Desc)
		if len(k.Keys()) > 0 {
			c.mouse.keys = append(c.mouse.keys, footerKey{used, used + w - hintGap, k.Keys()[0]})
		}
		used += w
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

var _ help.KeyMap = (*Console)(nil)

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
	if c.listsBar() {
		back := c.keyList(func(b keymap.Binding, _ action) bool { return b.Action == keymap.Back })
		keys = slices.Concat(back.ShortHelp(), keys)
	}
	return keys
}

// FullHelp returns every key that works where the agent is.
func (c *Console) FullHelp() [][]key.Binding { return c.items().FullHelp() }

// onCluster says when the servers that hosts share go away and come back, and when they have lost what they had.
func (c *Console) onCluster(state backend.ClusterState) tea.Cmd {
	was := c.cluster
	c.cluster = state
	switch {
	case state.Away:
		c.notify(levelWarning, c.clusterLabel()+": drafts are kept on this host")
	case !was.Since.IsZero() && !state.Refill.Equal(was.Refill):
		c.notify(levelWarning, "The cluster has lost data: drafts of this host are put back")
		return tea.Batch(c.cmds.WatchCluster(state), c.cmds.Recover)
	case was.Away:
		c.notify(levelSuccess, "Shared again: other hosts see your drafts")
		return tea.Batch(c.cmds.WatchCluster(state), c.cmds.Recover) // what other hosts keep was not seen meanwhile
	case !was.Since.IsZero(): // it was away for a moment
		return tea.Batch(c.cmds.WatchCluster(state), c.cmds.Recover)
	}
	return c.cmds.WatchCluster(state)
}

// clusterLabel says since when the servers are away; empty if they are there.
func (c *Console) clusterLabel() string {
	if !c.cluster.Away {
		return ""
	}
	return "Not shared since " + c.cmds.Zones.FormatClock(c.cluster.Since)
}

// actsOnMarks reports whether actions on tickets mean the marked ones.
func (s *screens) actsOnMarks() bool {
	marked, _ := s.inbox.MarkCounts()
	return marked > 0 && s.scope() == keymap.Inbox && len(s.overlays) == 0 && s.typingPane() == nil
}

// markedLabel returns what stands before the keys of the footer while tickets are marked.
func (s *screens) markedLabel() string {
	if !s.actsOnMarks() {
		return ""
	}
	marked, _ := s.inbox.MarkCounts()
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
