package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// fieldState is one field with what it is filled in with and what is said about it.
type fieldState struct {
	Field
	widget
	section    int
	element    string // of a section whose fields repeat
	start      string // what it held when the form was opened
	fromRecord bool   // the record holds that
	echo       string // what the value means
	err        error  // why it cannot be sent; shown once the agent has left the field or tried to send
	top        int    // the first of its rows in the form, its heading's included; -1 when it is not seen
	headed     bool   // a heading stands over it
}

// Form is a form that is being filled in.
type Form struct {
	th       *theme.Theme
	sections []Section
	entries  []*fieldState
	at       int  // the field that has the keys
	open     bool // the long tail is shown
	folded   int  // how many fields are not
	width    int
	height   int
	rows     int // of the whole form
	first    int // the first row that is seen
}

// New makes an empty form without sections whose first field has the keys.
func New(fields []Field, th *theme.Theme) *Form { return NewSections([]Section{{Fields: fields}}, th) }

// newWidget is what a field of its kind is filled in with.
func newWidget(f Field, th *theme.Theme) widget {
	switch f.Kind {
	case Multiline:
		return newArea(f.Hint, minRows)
	case Select:
		return newPicker(f, th)
	case Checkbox:
		return &checkbox{hint: f.Hint}
	case KeyValue:
		return newPairs(th)
	}
	l := NewInput(f.Hint, maxLong)
	l.normalise = normalizers[f.Kind]
	return l
}

// SetTheme changes the colours.
func (f *Form) SetTheme(th *theme.Theme) {
	f.th = th
	for _, e := range f.entries {
		e.wear(th)
	}
}

func (e *fieldState) wear(th *theme.Theme) {
	if w, ok := e.widget.(interface{ SetTheme(th *theme.Theme) }); ok {
		w.SetTheme(th)
	}
}

// SetValues fills the fields that values names and leaves the others.
func (f *Form) SetValues(values map[string]string) {
	for _, e := range f.entries {
		if v, ok := values[e.Name]; ok {
			e.SetValue(v)
			e.validate()
			e.err = nil
		}
	}
	f.relayout()
}

// SetBaseline takes what is filled in now for what the form was opened with. What a record held already is not judged as long
// as it stays: it is not sent.
func (f *Form) SetBaseline(held bool) {
	for _, e := range f.entries {
		e.start, e.fromRecord = e.Value(), held && e.Value() != ""
	}
	f.relayout()
}

// UpdateBaseline changes what the form was opened with, and what is filled in with it, in the fields that values names.
func (f *Form) UpdateBaseline(values map[string]string) {
	f.SetValues(values)
	for _, e := range f.entries {
		if _, ok := values[e.Name]; ok {
			e.start, e.fromRecord = e.Value(), e.Value() != ""
		}
	}
	f.relayout()
}

// Baseline is what the form was opened with, by field name.
func (f *Form) Baseline() map[string]string {
	out := make(map[string]string, len(f.entries))
	for _, e := range f.entries {
		if !e.isAdder() {
			out[e.Name] = e.start
		}
	}
	return out
}

// IsChanged says whether anything differs from what the form was opened with.
func (f *Form) IsChanged() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Value() != e.start })
}

// SetOptions changes what can be chosen in a field; what is filled in stays, and a name that was typed before its option
// was known becomes that option.
func (f *Form) SetOptions(name string, options []Option) {
	for _, e := range f.entries {
		if p, ok := e.widget.(*selectField); ok && e.Name == name {
			p.offer(options)
			told := e.err != nil
			if e.validate(); !told {
				e.err = nil
			}
		}
	}
	f.relayout()
}

// Values is everything that is filled in, by field name.
func (f *Form) Values() map[string]string {
	out := make(map[string]string, len(f.entries))
	for _, e := range f.entries {
		if !e.isAdder() {
			out[e.Name] = e.Value()
		}
	}
	return out
}

// Names are the names of all fields, in their order.
func (f *Form) Names() []string {
	var names []string
	for _, e := range f.entries {
		if !e.isAdder() {
			names = append(names, e.Name)
		}
	}
	return names
}

// SetPlaceholder changes what is shown while a field is empty.
func (f *Form) SetPlaceholder(name, hint string) {
	for _, e := range f.entries {
		if l, ok := e.widget.(*Input); ok && e.Name == name {
			l.hint = hint
		}
	}
}

// FocusField gives a field the keys.
func (f *Form) FocusField(name string) {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
		}
	}
}

// Focused is the name of the field that has the keys.
func (f *Form) Focused() string { return f.entries[f.at].Name }

func (f *Form) focus(i int) {
	f.entries[f.at].Blur()
	f.at = i
	f.entries[f.at].Focus()
	f.relayout()
}

// FocusNext moves to the next field that is seen, or back by -1; behind the last one comes the first.
func (f *Form) FocusNext(by int) {
	if w, ok := f.entries[f.at].widget.(innerFocus); ok && w.step(by) {
		f.relayout()
		return
	}
	f.moveFocus(by)
}

func (f *Form) moveFocus(by int) {
	f.entries[f.at].validate()
	n := len(f.entries)
	to := (f.at + by + n) % n
	for to != f.at && f.isHidden(to) {
		to = (to + by + n) % n
	}
	f.focus(to)
}

// isHidden says that a field belongs to the long tail, that this is folded, and that nothing was said in the field.
func (f *Form) isHidden(i int) bool {
	e := f.entries[i]
	return e.Advanced && !f.open && i != f.at && e.err == nil && e.Value() == e.start
}

// ToggleAdvanced shows the long tail, or hides it again.
func (f *Form) ToggleAdvanced() {
	f.open = !f.open
	f.relayout()
}

// HasAdvanced says whether there are fields that are shown on demand.
func (f *Form) HasAdvanced() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Advanced })
}

// Update takes a key or a paste: enter and the arrows move between fields where they mean nothing inside one.
func (f *Form) Update(msg tea.Msg) tea.Cmd {
	e := f.entries[f.at]
	k, isKey := msg.(tea.KeyPressMsg)
	if e.isAdder() && isKey && (k.String() == "enter" || k.String() == "space") {
		f.another(e.section)
		return nil
	}
	if isKey && !e.HandlesKey(k.String()) {
		switch k.String() {
		case "enter", "down":
			f.moveFocus(1)
			return nil
		case "up":
			f.moveFocus(-1)
			return nil
		}
	}
	before := e.Value()
	cmd := e.widget.Update(msg)
	if e.Value() != before {
		e.validate()
		e.err = nil // nobody likes to be told off in the middle of a word
	}
	f.relayout()
	return cmd
}

// filter keeps the options that fit what is typed and chooses the one that it names, else the first; where the field
// is free, what is typed is an option of its own unless it names one.
func (p *selectField) filter() {
	typed := strings.TrimSpace(p.line.Value())
	words := strings.Fields(safetext.Fold(typed))
	p.shown, p.at, p.value = nil, -1, ""
	for _, o := range p.options {
		if o.isNamed(typed) && p.at < 0 {
			p.at = len(p.shown)
		}
		if fits(safetext.Fold(o.Label+" "+o.Value), words) {
			p.shown = append(p.shown, o)
		}
	}
	if typed == "" {
		p.at = -1
		return
	}
	if own := (Option{Value: typed, Label: "“" + typed + "”"}); p.free && p.at < 0 {
		p.shown = slices.Insert(p.shown, p.placeOfTyped(typed), own)
	}
	if p.at = max(p.at, 0); len(p.shown) > 0 {
		p.value = p.shown[p.at].Value
	}
}

// placeOfTyped is the row of what is typed: behind the options that fit, or before them where text counts or it is a
// value as it stands.
func (p *selectField) placeOfTyped(typed string) int {
	if p.text || p.isValue != nil && p.isValue(typed) {
		return 0
	}
	return len(p.shown)
}

// isNamed says whether a text is an option's key or name, in any case; the key that may stand behind the name is no
// part of it.
func (o Option) isNamed(s string) bool {
	name, _ := strings.CutSuffix(o.Label, KeySeparator+o.Value)
	return strings.EqualFold(o.Value, s) || strings.EqualFold(o.Label, s) || strings.EqualFold(name, s)
}

// offer changes the options. What was typed by hand before its option was known becomes that option when it names it.
func (p *selectField) offer(options []Option) {
	value := p.value
	p.options = options
	if p.focused && p.typing {
		p.filter()
		if at := slices.IndexFunc(p.shown, func(o Option) bool { return o.Value == value }); at >= 0 && p.isOption(value) {
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

func fits(haystack string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(haystack, w) {
			return false
		}
	}
	return true
}
