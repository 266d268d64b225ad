package overlay

import (
	"image"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// TextSpec describes a text.
type TextSpec struct {
	Spec
	Draw   func(th *theme.Theme, width, height int) []string
	Say    func() []string // in words, for accessible mode
	Status func() string   // above the text, such as that it is being read; empty for none
	Asks   bool            // its acts are answers to the text, which stand below it
	Any    bool            // any key closes it, and so does a click in it
}

// text is a body that shows a text, which scrolls.
type text struct {
	plain
	TextSpec
	keys      keymap.Keymap
	scroll    widget.Viewport
	answersAt int // the line of the first answer in the last View
}

// NewText returns a box with a text.
func NewText(s TextSpec, keys keymap.Keymap) *Box {
	return &Box{Spec: s.Spec, keys: keys, body: &text{TextSpec: s, keys: keys}}
}

// DocumentWidth is how wide a document is at most, with its border: longer lines are hard to read.
const DocumentWidth = 104

// DocumentColumns returns the columns of the text of a document in a window.
func DocumentColumns(window int) int { return max(min(window-2, DocumentWidth)-4, 1) }

func (t *text) handle(action keymap.Action) (tea.Cmd, bool) { return nil, move(&t.scroll, action) }

func (t *text) draw(th *theme.Theme, width, height int) (lines []string, place string) {
	var answers []string
	if t.Asks {
		answers = append(answers, "")
		for _, a := range t.Acts() {
			label := fit(t.keys.KeyLabel(t.Scope, a.Action), 8)
			answers = append(answers, th.Key.Render(label)+a.Label)
		}
	}
	if t.Status != nil {
		lines = noteLines(th, t.Status(), width)
	}
	all := t.Draw(th, width, height)
	rows := min(len(all), max(height-len(lines)-len(answers), 1))
	t.scroll.SetSize(width, rows)
	t.scroll.SetContentLines(all)
	if rows > 0 {
		lines = append(lines, strings.Split(t.scroll.View(), "\n")...)
	}
	t.answersAt = len(lines) + 1
	return append(lines, answers...), linesOf(&t.scroll, rows, len(all))
}

func (t *text) hints(b *Box, place string) []key.Binding {
	var keys []key.Binding
	if place != "" {
		keys = append(keys, more(b.keys, b.Scope))
	}
	switch {
	case t.Any:
		return []key.Binding{keyHint("any key", "begins")}
	case !t.Asks:
		keys = append(keys, b.actHints()...)
	}
	return append(keys, b.backHint())
}

// hit returns the answer in a line, which a click presses.
func (t *text) hit(b *Box, at image.Point) (widget.Spot, bool) {
	if t.Any {
		return widget.Spot{Key: b.keyOf(keymap.Back)}, true
	}
	if i := at.Y - t.answersAt; t.Asks && i >= 0 && i < len(b.Acts()) {
		return widget.Spot{Key: b.keyOf(b.Acts()[i].Action)}, true
	}
	return widget.Spot{}, false
}

// Choice is an answer to a question.
type Choice struct {
	Action keymap.Action // in the scope keymap.ConfirmOverlay
	Label  string
	Run    func() tea.Cmd // nil for nothing
}

// Body is what a question is about: drawn, and in sentences for accessible mode.
type Body struct {
	Draw func(th *theme.Theme, width int) []string
	Say  []string
}

// NewConfirm returns a question about something that cannot be undone, or a message that must not be missed. Going back
// chooses none of its answers.
func NewConfirm(keys keymap.Keymap, title string, body Body, replies ...Choice) *Box {
	answers := make([]Act, len(replies))
	for i, r := range replies {
		answers[i] = Act{Action: r.Action, Label: r.Label, Said: string(r.Action), Run: r.Run, Closes: true}
	}
	var drawn []string
	var drawnFor struct {
		th    *theme.Theme
		width int
	}
	return NewText(TextSpec{
		Spec: Spec{
			Name: "question", Title: func() string { return title }, Scope: keymap.ConfirmOverlay, Width: 84, Stays: true,
			Acts: func() []Act { return answers },
		},
		Asks: true,
		Draw: func(th *theme.Theme, width, _ int) []string {
			if drawnFor.th != th || drawnFor.width != width {
				drawn, drawnFor.th, drawnFor.width = body.Draw(th, width), th, width
			}
			return drawn
		},
		Say: func() []string { return body.Say },
	}, keys)
}

// Paragraphs returns the body of a question for plain sentences, separated by blank lines.
func Paragraphs(all ...string) Body {
	said := make([]string, len(all))
	for i, p := range all {
		said[i] = accessible.Sentence(p)
	}
	return Body{Say: said, Draw: func(_ *theme.Theme, width int) []string {
		var lines []string
		for i, p := range all {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, termwidth.Wrap(p, width)...)
		}
		return lines
	}}
}

// Items returns a body that lists things, one to a line, and says something about all of them below.
func Items(things []string, about string) Body {
	all := Paragraphs(append(slices.Clone(things), about)...)
	return Body{Say: all.Say, Draw: func(_ *theme.Theme, width int) []string {
		var lines []string
		for _, t := range things {
			lines = append(lines, termwidth.Wrap(t, width)...)
		}
		return append(append(lines, ""), termwidth.Wrap(about, width)...)
	}}
}
