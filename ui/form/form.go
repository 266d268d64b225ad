package form

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// fieldState is one field with its widget, baseline and validation result.
type fieldState struct {
	Field
	widget
	section    int
	element    string // item of a repeatable section
	start      string // baseline: the value when the form was opened
	fromRecord bool   // the baseline was loaded from the record
	echo       string // interpretation of the value
	err        error  // why the value is invalid; set by leaving the field or submitting the form
	pending    error  // why the value that is being typed is invalid
	row        int    // index of its row; -1 if hidden
	column     int    // where it begins in its row
	width      int    // of its label and its value
}

// Form is a form with its fields, focus and layout.
type Form struct {
	th       *theme.Theme
	sections []Section
	entries  []*fieldState
	at       int  // index of the focused field
	resting  bool // the focus is elsewhere on the screen
	open     bool // advanced fields are shown
	folded   int  // number of hidden fields
	width    int
	height   int
	rows     []row
	lines    int  // of the whole form
	first    int  // first visible line
	wheeled  bool // it was scrolled away from the focused field, until that changes
	menuTop  int  // the line where the menu was drawn last

	Head   func(th *theme.Theme, width int) []string // returns the lines above the fields; nil for none
	Menu   func(th *theme.Theme, width int) Menu     // returns what is offered at the cursor; nil for nothing
	Change func(do func())                           // makes a change of the agent; nil for nothing besides
	Locked bool                                      // it is being sent: it takes no input
}

// Menu is a list over the fields, below the cursor. A click on a row points to it and takes it, as enter does.
type Menu struct {
	Rows  []string // as they are drawn
	Point func(i int)
}

// New returns an empty form without sections and with the first field focused.
func New(fields []Field, th *theme.Theme) *Form { return NewSections([]Section{{Fields: fields}}, th) }

// maxLong is how many characters can be typed into a text, to bound the work of each key. The limit of a text that can
// be sent is wire.MaxText, in bytes.
const maxLong = 60 << 10

// newWidget returns the widget for a field's kind.
func newWidget(f Field, th *theme.Theme) widget {
	switch f.Kind {
	case Multiline:
		return textedit.NewArea(f.Hint, maxLong, minRows)
	case Select:
		return newSelectField(f, th)
	case Checkbox:
		return &checkbox{hint: f.Hint}
	case KeyValue:
		return newKeyValue(th)
	}
	l := textedit.NewInput(f.Hint, maxLong)
	l.Normalize = normalizers[f.Kind]
	return l
}

// SetTheme changes the colours.
func (f *Form) SetTheme(th *theme.Theme) {
	f.th = th
	for _, e := range f.entries {
		e.setTheme(th)
	}
}

func (e *fieldState) setTheme(th *theme.Theme) {
	if w, ok := e.widget.(interface{ SetTheme(th *theme.Theme) }); ok {
		w.SetTheme(th)
	}
}

// SetValues sets the values of the fields named in values; the others are unchanged.
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

// SetBaseline makes the current values the baseline. If held is set, non-empty values come from the record: they
// are not validated while they are unchanged, because unchanged values are not submitted.
func (f *Form) SetBaseline(held bool) {
	for _, e := range f.entries {
		e.start, e.fromRecord = e.Value(), held && e.Value() != ""
	}
	f.relayout()
}

// UpdateBaseline sets both the value and the baseline of the fields named in values.
func (f *Form) UpdateBaseline(values map[string]string) {
	f.SetValues(values)
	for _, e := range f.entries {
		if _, ok := values[e.Name]; ok {
			e.start, e.fromRecord = e.Value(), e.Value() != ""
		}
	}
	f.relayout()
}

// Baseline returns the values that the form was opened with, by field name.
func (f *Form) Baseline() map[string]string {
	return f.byName(func(e *fieldState) string { return e.start })
}

// IsChanged reports whether any value differs from the baseline.
func (f *Form) IsChanged() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Value() != e.start })
}

// SetOptions changes the options of a Select field. The value is kept, unless it is a custom value that names one
// of the new options: then that option is selected.
func (f *Form) SetOptions(name string, options []Option) {
	for _, e := range f.entries {
		p, ok := e.widget.(*selectField)
		if !ok || e.Name != name {
			continue
		}
		shown := e.err
		e.validate()
		isRefusal := shown != nil && e.err == nil // the service said so, whatever the options are
		p.offer(options)
		e.validate()
		if shown == nil || isRefusal {
			e.err = shown
		}
	}
	f.relayout()
}

// Values returns the values of all fields by name.
func (f *Form) Values() map[string]string {
	return f.byName(func(e *fieldState) string { return e.Value() })
}

func (f *Form) byName(of func(*fieldState) string) map[string]string {
	out := make(map[string]string, len(f.entries))
	for _, e := range f.entries {
		if !e.isAdder() {
			out[e.Name] = of(e)
		}
	}
	return out
}

// Names returns the names of all fields in order.
func (f *Form) Names() []string {
	var names []string
	for _, e := range f.entries {
		if !e.isAdder() {
			names = append(names, e.Name)
		}
	}
	return names
}

// SetPlaceholder changes the placeholder of a single-line field.
func (f *Form) SetPlaceholder(name, hint string) {
	for _, e := range f.entries {
		if l, ok := e.widget.(*textedit.Input); ok && e.Name == name {
			l.Placeholder, e.Hint = hint, hint
		}
	}
}

// FocusField focuses a field.
func (f *Form) FocusField(name string) {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
		}
	}
}

// Focused returns the name of the focused field.
func (f *Form) Focused() string { return f.entries[f.at].Name }

func (f *Form) focus(i int) {
	f.wheeled = false
	f.entries[f.at].Blur()
	f.at = i
	f.entries[f.at].Focus()
	f.relayout()
}

// Rest takes the focus away from the form, or gives it back to the field that had it.
func (f *Form) Rest(resting bool) {
	f.resting = resting
	if resting {
		f.entries[f.at].Blur()
		f.entries[f.at].validate()
	} else {
		f.entries[f.at].Focus()
	}
	f.relayout()
}

// FocusNext focuses the next visible field, or the previous one if by is -1; it wraps around at the ends.
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

// isHidden reports whether a field is an advanced one that is collapsed. A field that is focused, changed or
// invalid is never hidden.
func (f *Form) isHidden(i int) bool {
	e := f.entries[i]
	return e.Advanced && !f.open && i != f.at && e.err == nil && e.Value() == e.start
}

// ToggleAdvanced shows or hides the advanced fields.
func (f *Form) ToggleAdvanced() {
	f.open = !f.open
	f.relayout()
}

// ShowsAdvanced reports whether the advanced fields are shown.
func (f *Form) ShowsAdvanced() bool { return f.open }

// HasAdvanced reports whether the form has advanced fields.
func (f *Form) HasAdvanced() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Advanced })
}

// Update handles a key or a paste. Enter goes to the next field and the arrows to the rows above and below, unless the
// focused widget uses them.
func (f *Form) Update(msg tea.Msg) {
	if !f.Locked {
		f.change(func() { f.update(msg) })
	}
}

func (f *Form) change(do func()) {
	if f.Change == nil {
		do()
		return
	}
	f.Change(do)
}

func (f *Form) update(msg tea.Msg) {
	f.wheeled = false
	e := f.entries[f.at]
	k, isKey := msg.(tea.KeyPressMsg)
	if e.isAdder() && isKey && (k.String() == "enter" || k.String() == "space") {
		f.addItem(e.section)
		return
	}
	if isKey && !e.HandlesKey(k.String()) {
		switch k.String() {
		case "enter":
			f.moveFocus(1)
			return
		case "down":
			f.moveRow(1)
			return
		case "up":
			f.moveRow(-1)
			return
		}
	}
	before := e.Value()
	e.widget.Update(msg)
	if e.Value() != before {
		e.validate()
		e.pending, e.err = e.err, nil // as errors they are shown only after the field was left
	}
	f.relayout()
}

// TypedAfter returns what was typed after one of the marks in the focused Multiline field.
func (f *Form) TypedAfter(marks ...string) (t textedit.Typed, ok bool) {
	if a, isArea := f.entries[f.at].widget.(*textedit.Area); isArea {
		return a.TypedAfter(marks...)
	}
	return t, false
}

// ReplaceTyped replaces a mark and what was typed after it in the focused Multiline field.
func (f *Form) ReplaceTyped(t textedit.Typed, text string) {
	f.editMultiline(func(a *textedit.Area) { a.ReplaceTyped(t, text) })
}
