package form

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// shownOptions is the number of options that a focused selectField shows.
const shownOptions = 6

// selectField is a widget that selects one option: typing filters the list and the arrows move through it. The
// option under the cursor is selected immediately, without confirmation.
type selectField struct {
	line    *textedit.Input
	th      *theme.Theme
	options []Option
	free    bool
	text    bool                    // the typed text is the first row, and selected
	isValue func(typed string) bool // the typed text is the first row if this returns true; may be nil
	shown   []Option                // options that match the typed text
	at      int                     // index in shown; -1 for none
	value   string
	width   int
	below   int // columns that the list of options may have; less than width stands for width
	focused bool
	typing  bool     // the agent has typed since the field was focused
	earlier []string // the values before each choice, for undo
}

// maxEarlier is how many choices can be undone.
const maxEarlier = 30

// CheckKey refuses what can be no key: a text with blanks that is none of the options.
func CheckKey(options []Option, typed string) error {
	isOption := slices.ContainsFunc(options, func(o Option) bool { return o.Value == typed })
	if isOption || !strings.ContainsFunc(strings.TrimSpace(typed), unicode.IsSpace) {
		return nil
	}
	return errors.New("no key has blanks: choose from the list")
}

func newSelectField(f Field, th *theme.Theme) *selectField {
	p := &selectField{
		line:    textedit.NewInput(f.Hint, 200),
		th:      th,
		options: f.Options,
		free:    f.AllowCustom,
		text:    f.Text,
		isValue: f.IsValue,
		at:      -1,
	}
	p.shown = p.options
	return p
}

// SetTheme changes the colours.
func (p *selectField) SetTheme(th *theme.Theme) {
	p.th = th
	p.line.SetTheme(th)
}

func (p *selectField) Value() string { return p.value }

func (p *selectField) SetValue(v string) {
	p.value, p.typing, p.shown = v, false, p.options
	p.at = slices.IndexFunc(p.options, func(o Option) bool { return o.Value == v })
	p.line.SetValue(p.label(v))
}

// label returns the label of a value's option, without its key where there is no room for it, or the value itself.
func (p *selectField) label(v string) string {
	i := slices.IndexFunc(p.options, func(o Option) bool { return o.Value == v })
	switch {
	case i < 0:
		return safetext.LineFromText(v).String()
	case p.width > 0 && termwidth.Width(p.options[i].Label) >= p.width:
		return p.options[i].name()
	}
	return p.options[i].Label
}

func (p *selectField) Update(msg tea.Msg) {
	if k, ok := msg.(tea.KeyPressMsg); ok && p.HandlesKey(k.String()) {
		p.move(map[string]int{"up": -1, "down": 1}[k.String()])
		return
	}
	if textedit.IsUndo(msg) && (!p.typing || !p.line.CanUndo()) {
		p.undo()
		return
	}
	if !p.typing && !p.begin(msg) {
		return
	}
	before := p.line.Value()
	if p.line.Update(msg); p.line.Value() != before {
		p.filter()
	}
}

// keepEarlier keeps the value for undo, before another one is chosen.
func (p *selectField) keepEarlier() {
	if n := len(p.earlier); n == 0 || p.earlier[n-1] != p.value {
		p.earlier = append(p.earlier[max(n-maxEarlier, 0):], p.value)
	}
}

// undo goes back to the value before the last choice, once nothing is left to undo of what was typed.
func (p *selectField) undo() {
	for n := len(p.earlier); n > 0; n = len(p.earlier) {
		was := p.earlier[n-1]
		if p.earlier = p.earlier[:n-1]; was != p.value {
			p.SetValue(was)
			return
		}
	}
}

// begin reports whether a message starts typing. Typing replaces the text shown, because that is an option's label;
// a cursor movement keeps it, and starts typing only if no option is selected.
func (p *selectField) begin(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		handled, changes := textedit.KeyEffect(msg)
		if !changes || textedit.IsYank(msg) && !p.line.CanYank() {
			p.typing = handled && p.at < 0
			return p.typing
		}
	case tea.PasteMsg:
	default:
		return false
	}
	p.typing = true
	p.keepEarlier()
	p.line.SetValue("")
	p.line.ForgetHistory()
	p.filter()
	return true
}

func (p *selectField) move(by int) {
	if len(p.shown) == 0 {
		return
	}
	p.keepEarlier()
	p.at = min(max(p.at+by, 0), len(p.shown)-1)
	p.value = p.shown[p.at].Value
	if !p.typing {
		p.line.SetValue(p.label(p.value))
	}
}

func (p *selectField) View() string {
	var b strings.Builder
	if p.typing || p.at < 0 {
		b.WriteString(p.line.View())
	} else {
		b.WriteString(p.line.ViewStart())
	}
	if !p.focused {
		return b.String()
	}
	width, first := p.listWidth(), p.firstShown()
	for i := first; i < min(first+shownOptions, len(p.shown)); i++ {
		o := p.shown[i]
		row := p.th.Muted.Render(termwidth.Pad("  "+o.Label, width))
		if i == p.at {
			row = p.th.Selected.Render(termwidth.Pad("▸ "+o.Label, width))
		}
		b.WriteString("\n" + row)
	}
	if len(p.shown) > shownOptions {
		visible := fmt.Sprintf("  %d–%d of %d", first+1, first+shownOptions, len(p.shown))
		b.WriteString("\n" + p.th.Muted.Render(termwidth.Truncate(visible, width)))
	}
	switch {
	case len(p.shown) > 0 || p.free:
	case len(p.options) == 0:
		b.WriteString("\n" + p.th.Muted.Render(termwidth.Truncate("  nothing to choose from", p.width)))
	default:
		b.WriteString("\n" + p.th.Warning.Render(termwidth.Truncate("  no match", p.width)))
	}
	return b.String()
}

// firstShown returns the first option that a focused selectField shows.
func (p *selectField) firstShown() int {
	return min(max(p.at-shownOptions/2, 0), max(len(p.shown)-shownOptions, 0))
}

// pointerWidth is the width of what marks the option under the cursor.
const pointerWidth = 2

// listWidth returns how wide the options are drawn: as wide as the field, and wider if one of them needs it and nothing
// stands beside them.
func (p *selectField) listWidth() int {
	longest := p.width
	for _, o := range p.options {
		longest = max(longest, pointerWidth+termwidth.Width(o.Label))
	}
	return max(min(longest, max(p.below, p.width)), 1)
}

func (p *selectField) Height() int {
	if !p.focused {
		return 1
	}
	rows := min(len(p.shown), shownOptions)
	if len(p.shown) > shownOptions {
		rows++ // says which of them are visible
	}
	if !p.free {
		rows = max(rows, 1)
	}
	return 1 + rows
}

func (p *selectField) SetWidth(w int) {
	isOther := w != p.width
	p.width = w
	p.line.SetWidth(w)
	if isOther && !p.typing {
		p.line.SetValue(p.label(p.value))
	}
}

func (p *selectField) Focus() {
	p.focused, p.typing, p.shown = true, false, p.options
	p.at = slices.IndexFunc(p.options, func(o Option) bool { return o.Value == p.value })
	p.line.Focus()
}

func (p *selectField) Blur() {
	p.focused = false
	p.line.Blur()
	p.line.SetValue(p.label(p.value))
}

func (p *selectField) Cursor() *tea.Cursor { return p.line.Cursor() }

func (p *selectField) HandlesKey(k string) bool { return k == "up" || k == "down" }

func (p *selectField) IsFull() bool { return p.line.IsFull() }

func (p *selectField) IsCut() bool {
	return p.line.IsCut() && p.value == strings.TrimSpace(p.line.Value())
}

// filter keeps the options that match the typed text and selects the one that it names, or else the first. If
// custom values are allowed, the typed text is added as an option unless it names one.
func (p *selectField) filter() {
	typed := strings.TrimSpace(p.line.Value())
	p.value = ""
	p.shown = Fitting(p.options, typed, func(o Option) []string { return []string{o.Label, o.Value} })
	p.at = slices.IndexFunc(p.shown, func(o Option) bool { return o.isNamed(typed) })
	if typed == "" {
		p.at = -1
		return
	}
	if own := (Option{Value: typed, Label: "“" + typed + "”"}); p.free && p.at < 0 && p.offersTyped(typed) {
		p.shown = slices.Insert(p.shown, p.placeOfTyped(typed), own)
	}
	switch p.at = max(p.at, 0); {
	case len(p.shown) > 0:
		p.value = p.shown[p.at].Value
	case p.free:
		p.value = typed // for Validate to say what is wrong with it
	}
}

// offersTyped reports whether the typed text is a row: not if it is no value, which nobody can choose.
func (p *selectField) offersTyped(typed string) bool {
	return p.isValue == nil || p.isValue(typed)
}

// placeOfTyped returns the row of the typed text: after the matching options, or before them if the typed text
// takes precedence or is a complete value.
func (p *selectField) placeOfTyped(typed string) int {
	if p.text || p.isValue != nil && p.isValue(typed) {
		return 0
	}
	return len(p.shown)
}

// isNamed reports whether s is the option's value, its label, or its label without the key, ignoring case.
func (o Option) isNamed(s string) bool {
	return strings.EqualFold(o.Value, s) || strings.EqualFold(o.Label, s) || strings.EqualFold(o.name(), s)
}

// offer changes the options. A custom value that names one of the new options becomes that option.
func (p *selectField) offer(options []Option) {
	value := p.value
	p.options = options
	if p.focused && p.typing {
		p.filter()
		if at := slices.IndexFunc(
			p.shown,
			func(o Option) bool { return o.Value == value },
		); at >= 0 &&
			p.isOption(value) {
			p.at, p.value = at, value
		}
		return
	}
	if !p.isOption(value) {
		for _, o := range options {
			if value != "" && o.isNamed(value) {
				value = o.Value
				break
			}
		}
	}
	p.SetValue(value)
}

func (p *selectField) isOption(value string) bool {
	return slices.ContainsFunc(p.options, func(o Option) bool { return o.Value == value })
}

// Fitting returns those that hold every typed word in their texts, those of which a text begins with what was typed
// first.
func Fitting[T any](all []T, typed string, texts func(T) []string) []T {
	typed = safetext.Fold(strings.TrimSpace(typed))
	begins := func(text string) bool { return strings.HasPrefix(safetext.Fold(text), typed) }
	var first, rest []T
	for _, one := range all {
		switch said := texts(one); {
		case !safetext.HasWords(strings.Join(said, " "), typed):
		case slices.ContainsFunc(said, begins):
			first = append(first, one)
		default:
			rest = append(rest, one)
		}
	}
	return append(first, rest...)
}
