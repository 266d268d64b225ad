package editor

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// View draws the form under its title, with a line for the status of the submission.
func (e *Editor) View(th *theme.Theme) string {
	rows := []string{th.Accent.Render(termwidth.Truncate(e.title, e.width))}
	rows = append(append(rows, th.Warning.RenderLines("", e.warnings())...), "")
	rows = append(rows, strings.Split(e.Form.View(), "\n")...)
	status := e.statusLines(th)
	for len(rows) < e.height-len(status) {
		rows = append(rows, "")
	}
	rows = e.drawOffers(rows[:max(e.height-len(status), 0)], th)
	return strings.Join(append(rows[:max(e.height-len(status), 0)], status...), "\n")
}

func (e *Editor) statusLines(th *theme.Theme) []string {
	switch {
	case e.progress != "":
		return []string{th.Info.Render(termwidth.Truncate(e.progress, e.width))}
	case e.completionHint(th) != "":
		return []string{th.Info.Render(termwidth.Truncate(e.completionHint(th), e.width))}
	case e.problem != "":
		lines := th.Error.RenderLines("", termwidth.Wrap("✗ "+e.problem, e.width))
		return lines[:min(len(lines), 4)]
	case e.Form.HasWiped():
		return []string{th.Info.Render(termwidth.Truncate(e.undoKey+" brings back what was wiped", e.width))}
	case e.fromDraft:
		return []string{th.Warning.Render(termwidth.Truncate("✎ your draft is back", e.width))}
	}
	return []string{th.Muted.Render(termwidth.Truncate(e.overflowHint(), e.width))}
}

// overflowHint returns what is scrolled out of view.
func (e *Editor) overflowHint() string {
	var bits []string
	above, below := e.Form.Overflow()
	if arrows := map[bool]string{true: "↑"}[above] + map[bool]string{true: "↓"}[below]; arrows != "" {
		bits = append(bits, arrows+" more")
	}
	if n := e.Form.HiddenCount(); n > 0 {
		bits = append(bits, fmt.Sprintf("%s shows %d more fields", e.advancedKey, n))
	}
	return strings.Join(bits, " · ")
}

// SpotAt returns what stands at a cell of the view: an offer, which a click takes, or what the form has there. While
// the form is being submitted there is nothing.
func (e *Editor) SpotAt(at image.Point) (widget.Spot, bool) {
	if e.progress != "" {
		return widget.Spot{}, false
	}
	if i, ok := e.offerAt(at); ok {
		c := &e.completion
		return widget.Spot{
			Name: "offer " + strconv.Itoa(i), Key: "enter",
			Select: func() tea.Cmd { c.cursor = min(i, len(c.shown)-1); return nil },
		}, true
	}
	spot, ok := e.Form.SpotAt(at.Sub(image.Pt(0, e.above())))
	if click := spot.Select; ok {
		spot.Select = func() tea.Cmd { e.change(func() { click() }); return nil }
	}
	return spot, ok
}

// offerAt returns the offer that was drawn in a row of the view.
func (e *Editor) offerAt(at image.Point) (i int, ok bool) {
	c, cursor := &e.completion, e.Cursor()
	if !e.HasOffers() || cursor == nil || at.Y == cursor.Y {
		return 0, false
	}
	i = c.first + at.Y - c.top
	return i, at.Y >= c.top && at.Y < c.top+min(len(c.shown), maxOffers) && i < len(c.shown)
}

// ScrollAt scrolls what is under the pointer.
func (e *Editor) ScrollAt(at image.Point, by int) tea.Cmd {
	e.Form.ScrollAt(at.Sub(image.Pt(0, e.above())), by)
	return nil
}

// Describe describes the form for accessible mode: its title, its fields and what is wrong with them.
func (e *Editor) Describe() accessible.Place {
	place := accessible.Place{Name: "form", Title: e.title, Form: accessible.Form{
		Fields: e.Form.Words(), First: e.Form.Focused(), All: e.kind.Creates,
	}}
	if e.theirs != nil {
		place.Text = append(place.Text, accessible.Sentence(e.theirs.said))
	}
	values := e.Form.Values()
	for _, name := range e.Form.Names() {
		if e.emptyWarnings[name] != "" && strings.TrimSpace(values[name]) == "" {
			place.Text = append(place.Text, accessible.Sentence(e.emptyWarnings[name]))
		}
	}
	if e.fromDraft {
		place.Text = append(place.Text, "Your draft is back.")
	}
	if e.problem != "" {
		place.Text = append(place.Text, accessible.Sentence(e.problem))
	}
	return place
}

// Waiting says that the form is being sent.
func (e *Editor) Waiting() string { return e.progress }

// Answer sets a field as if it had been typed and left.
func (e *Editor) Answer(name, value string) {
	if e.progress != "" {
		return
	}
	e.problem = ""
	e.Form.Answer(name, value)
	e.listDependent()
	e.fitBlocks()
	e.Form.Echo(backend.FieldSubStatus)
}
