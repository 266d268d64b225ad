package overlay

import (
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

// Choice is one button of a Confirm.
type Choice struct {
	Action keymap.Action // in the scope keymap.ConfirmOverlay
	Label  string
	Run    func() tea.Cmd // nil for nothing
}

// Confirm requests confirmation of something that cannot be undone, or shows a message that must not be missed.
type Confirm struct {
	noCursor
	stays
	edges
	keys    keymap.Keymap
	title   string
	body    Body
	drawn   drawnLines
	replies []Choice
	scroll  widget.Viewport

	repliesAt int // the line of the first choice in the last View
}

// drawnLines are the lines of a Confirm as they were last drawn.
type drawnLines struct {
	th    *theme.Theme
	width int
	lines []string
}

// NewConfirm returns a Confirm with the given choices; going back chooses none.
func NewConfirm(
	keys keymap.Keymap,
	title string,
	body Body,
	replies ...Choice,
) *Confirm {
	return &Confirm{keys: keys, title: title, body: body, replies: replies}
}

// Body is what a Confirm is about: drawn, and in sentences for accessible mode.
type Body struct {
	Draw func(th *theme.Theme, width int) []string
	Say  []string
}

// Paragraphs returns the body of a Confirm for plain sentences, separated by blank lines.
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

// Update handles the key of a choice and scrolls. Every other key is ignored, so that a key typed just before the
// overlay opened does no harm.
func (q *Confirm) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	action, _ := q.keys.Resolve(keymap.ConfirmOverlay, k.String())
	move(&q.scroll, action)
	switch action {
	case keymap.Back:
		return &Result{}, nil
	case keymap.Help:
		return withHelp(
			keymap.ConfirmOverlay,
			q.keys,
			func(a keymap.Action) (bool, string) { return q.reply(a) != nil, "" },
		), nil
	}
	if r := q.reply(action); r != nil {
		return chosen(r.Run), nil
	}
	return nil, nil
}

// reply returns the choice for an action, or nil if there is none.
func (q *Confirm) reply(action keymap.Action) *Choice {
	for i := range q.replies {
		if q.replies[i].Action == action {
			return &q.replies[i]
		}
	}
	return nil
}

// View draws the question with its choices.
func (q *Confirm) View(th *theme.Theme, width, height int) string {
	width = min(width, 84)
	if q.drawn.th != th || q.drawn.width != width {
		q.drawn = drawnLines{th, width, q.body.Draw(th, width-4)}
	}
	lines := q.drawn.lines
	rows := min(len(lines), max(height-3-len(q.replies), 1))
	keys := []key.Binding{hint(q.keys, keymap.ConfirmOverlay, keymap.Back, "back")}
	if rows < len(lines) {
		keys = append([]key.Binding{more(q.keys, keymap.ConfirmOverlay)}, keys...)
	}
	q.scroll.SetSize(width-4, rows)
	q.scroll.SetContentLines(lines)
	place := linesOf(&q.scroll, rows, len(lines))
	lines = append(strings.Split(q.scroll.View(), "\n"), "")
	q.repliesAt = 1 + len(lines)
	for _, r := range q.replies {
		lines = append(lines, th.Key.Render(fit(q.keys.KeyLabel(keymap.ConfirmOverlay, r.Action), 8))+r.Label)
	}
	return q.frame(th, face{q.title, place, keys}, lines, width)
}
