package editor

import (
	"fmt"
	"strings"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// View draws the form with a line for the status of the submission.
func (e *Editor) View(th *theme.Theme) string {
	rows, status := strings.Split(e.Form.View(), "\n"), e.statusLines(th)
	height := max(e.height-len(status), 0)
	for len(rows) < height {
		rows = append(rows, "")
	}
	return strings.Join(append(rows[:height], status...), "\n")
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
