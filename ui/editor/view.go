package editor

import (
	"fmt"
	"strings"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
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
