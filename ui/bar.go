package ui

import (
	"fmt"
	"strings"

	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// mood is how something is said.
type mood uint8

const (
	noted  mood = iota // gone with the next key
	done               // stays until something else is said
	warned             // stays
	failed             // stays
)

// notice is the one thing said at the end of the last line.
type notice struct {
	mood mood
	says string
	list string // the one that it leads to; it is gone when that is opened
}

func (c *Console) say(m mood, what string) { c.notice = notice{mood: m, says: what} }

// lead says something that a list shows.
func (c *Console) lead(list string, m mood, what string) { c.notice = notice{m, what, list} }

// fade takes away what was only worth a moment.
func (n *notice) fade() {
	if n.mood == noted {
		n.says = ""
	}
}

func (n notice) view(th *theme.Theme, width int) (string, int) {
	if n.says == "" {
		return "", 0
	}
	s := text.Cut(n.says, width)
	ink := [...]theme.Ink{th.Info, th.Good, th.Warn, th.Bad}[n.mood]
	return ink.On(s), text.Width(s)
}

// header is the first line: where the agent is, which days are shown, how current that is, and what is new.
func (c *Console) header() string {
	left := " frontdesk  " + c.Account
	if c.Agent != "" {
		left += " · " + c.Agent
	}
	bits := []string{c.cmds.Label(c.inbox.Span())}
	if s := progress(c.inbox.Last().Progress); s != "" {
		bits = append(bits, s)
	}
	wrong := c.wrong()
	if wrong != "" {
		bits = append(bits, wrong)
	} else if at := c.syncing.at; !at.IsZero() {
		bits = append(bits, "as of "+c.cmds.Zones.Hour(at))
	}
	if s := c.outboxBit(); s != "" {
		bits = append(bits, s)
	}
	if n := c.inbox.Last().New; n > 0 {
		bits = append(bits, fmt.Sprintf("● %d new", n))
	}
	right := strings.Join(bits, "  ") + " "
	room := c.width - text.Width(right) - 1
	if room < 12 {
		right = text.Cut(right, max(c.width-13, 0))
		room = c.width - text.Width(right) - 1
	}
	s := text.Pad(left, max(room, 0)) + " " + right
	before, after, found := strings.Cut(s, wrong)
	if wrong == "" || !found {
		return c.th.Bar.On(s)
	}
	return c.th.Bar.On(before) + c.th.BarBad.On(wrong) + c.th.Bar.On(after)
}

// wrong is what is wrong with the service's answers; empty when nothing is.
func (c *Console) wrong() string {
	s := c.syncing
	switch {
	case s.err == nil:
		return ""
	case command.IsDenied(s.err):
		return "✗ credential not accepted"
	case !command.IsDown(s.err):
		return c.missing()
	case s.at.IsZero():
		return "✗ no answer from the service"
	}
	return "✗ no answer since " + c.cmds.Zones.Hour(s.since)
}

const barCells = 10

// missing says how many days could not be fetched although the service answers.
func (c *Console) missing() string {
	all, failed := c.inbox.Last().Progress.Days, 0
	for _, d := range all {
		if d.State == command.Failed {
			failed++
		}
	}
	return fmt.Sprintf("✗ %d of %d days failed", failed, len(all))
}

// progress shows how many days have arrived while some have not.
func progress(p command.Progress) string {
	if !p.Busy || len(p.Days) == 0 {
		return ""
	}
	arrived := 0
	for _, d := range p.Days {
		if d.State == command.Arrived || d.State == command.Cut {
			arrived++
		}
	}
	full := barCells * arrived / len(p.Days)
	return strings.Repeat("█", full) + strings.Repeat("░", barCells-full) + fmt.Sprintf(" %d/%d days", arrived, len(p.Days))
}

// footer is the last line: the keys that work here, and what there is to say.
func (c *Console) footer() string {
	says, used := c.footnote().view(c.th, c.width*2/3)
	room := c.width - used - 3
	keys, width := c.keys(room)
	return " " + keys + strings.Repeat(" ", max(c.width-2-width-used, 0)) + says + " "
}

// keys are as many of the place's keys as fit.
func (c *Console) keys(room int) (string, int) {
	hints := c.hints()
	kept := -1 // the key that lists the others has a place whatever else has
	for i, k := range hints {
		if k[1] == "help" {
			kept = i
			room -= hintWidth(k)
		}
	}
	var b strings.Builder
	used, full := 0, false
	for i, k := range hints {
		w := hintWidth(k)
		if i == kept {
			room += w
		} else {
			full = full || used+w > room
		}
		if i != kept && full || used+w > room {
			continue
		}
		b.WriteString(c.th.Key.On(k[0]) + " " + k[1] + "  ")
		used += w
	}
	return b.String(), used
}

// hintWidth is the columns of a hint with the blanks behind it.
func hintWidth(k [2]string) int { return text.Width(k[0]) + 1 + text.Width(k[1]) + 2 }

// hints are keys with what they do, most wanted first. What lies over the panes takes all keys, and names its own.
func (c *Console) hints() [][2]string {
	if len(c.stack) > 0 {
		return nil
	}
	if !c.inForm && c.focus.Typing() {
		if c.faq.Finding() {
			return typingHints[keymap.Ticket] // words are looked for inside an article as inside a ticket
		}
		return typingHints[c.focus.Place()]
	}
	acts := c.actions()
	var out [][2]string
	for _, place := range []keymap.Place{c.place(), keymap.Everywhere} {
		if place == keymap.Everywhere && c.inForm {
			continue
		}
		for _, b := range c.Keys.In(place) {
			if a, ok := pane.Find(acts, b.Action); ok && a.Off == "" && b.Short != "" && !c.isNeedless(b.Action) {
				out = append(out, [2]string{keymap.Label(b.Keys[0]), b.Short})
			}
		}
	}
	return out
}

// isNeedless says of a key that it does nothing new here: the FAQ is open, or q goes back as esc does.
func (c *Console) isNeedless(action keymap.Action) bool {
	switch action {
	case keymap.ShowFAQ:
		return c.focus == pane.Pane(c.faq)
	case keymap.Quit:
		return c.focus != pane.Pane(c.inbox)
	}
	return false
}

// typingHints are the keys of a field that is typed into.
var typingHints = map[keymap.Place][][2]string{
	keymap.Inbox:  {{"⏎", "keep the filter"}, {"esc", "take it away"}, {"↑ ↓", "move"}},
	keymap.Ticket: {{"⏎", "to the first place"}, {"esc", "stop searching"}},
	keymap.FAQ:    {{"⏎", "read"}, {"↑ ↓", "choose"}, {"esc", "stop typing"}},
}
