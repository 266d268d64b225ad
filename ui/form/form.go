package form

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/theme"
)

// entry is one field with what it is filled in with and what is said about it.
type entry struct {
	Field
	widget
	echo string // what the value means
	err  error  // why it cannot be sent; shown once the agent has left the field or tried to send
}

// Form is a form that is being filled in.
type Form struct {
	th      *theme.Theme
	entries []*entry
	at      int // the field that has the keys
	width   int
	height  int
}

// New makes an empty form whose first field has the keys.
func New(fields []Field, th *theme.Theme) *Form {
	f := &Form{th: th}
	for _, field := range fields {
		f.entries = append(f.entries, &entry{Field: field, widget: newWidget(field, th)})
	}
	f.FocusOn(fields[0].Name)
	return f
}

func newWidget(f Field, th *theme.Theme) widget {
	switch f.Kind {
	case Long:
		return newArea(f.Hint, minRows)
	case Choice:
		return newPicker(f, th)
	default:
		return NewLine(f.Hint, 1000)
	}
}

// SetTheme changes the colours.
func (f *Form) SetTheme(th *theme.Theme) {
	f.th = th
	for _, e := range f.entries {
		if p, ok := e.widget.(*picker); ok {
			p.th = th
		}
	}
}

// Set fills the fields that values names and leaves the others.
func (f *Form) Set(values map[string]string) {
	for _, e := range f.entries {
		if v, ok := values[e.Name]; ok {
			e.SetValue(v)
			e.judge()
			e.err = nil
		}
	}
	f.lay()
}

// Offer changes what can be chosen in a field; what is filled in stays, and a name that was typed before its option
// was known becomes that option.
func (f *Form) Offer(name string, options []Option) {
	for _, e := range f.entries {
		if p, ok := e.widget.(*picker); ok && e.Name == name {
			p.offer(options)
			told := e.err != nil
			if e.judge(); !told {
				e.err = nil
			}
		}
	}
	f.lay()
}

// Values is everything that is filled in, by field name.
func (f *Form) Values() map[string]string {
	out := make(map[string]string, len(f.entries))
	for _, e := range f.entries {
		out[e.Name] = e.Value()
	}
	return out
}

// FocusOn gives a field the keys.
func (f *Form) FocusOn(name string) {
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
	f.at = (i + len(f.entries)) % len(f.entries)
	f.entries[f.at].Focus()
	f.lay()
}

// Next moves to the next field, or back by a negative number.
func (f *Form) Next(by int) {
	f.entries[f.at].judge()
	f.focus(f.at + by)
}

// Update takes a key or a paste: enter and the arrows move between fields where they mean nothing inside one.
func (f *Form) Update(msg tea.Msg) tea.Cmd {
	e := f.entries[f.at]
	if k, ok := msg.(tea.KeyPressMsg); ok && !e.Takes(k.String()) {
		switch k.String() {
		case "enter", "down":
			f.Next(1)
			return nil
		case "up":
			f.Next(-1)
			return nil
		}
	}
	before := e.Value()
	cmd := e.widget.Update(msg)
	if e.Value() != before {
		e.judge()
		e.err = nil // nobody likes to be told off in the middle of a word
	}
	f.lay()
	return cmd
}

// judge asks the field's check what the value means.
func (e *entry) judge() {
	e.echo, e.err = "", nil
	if e.Check != nil {
		e.echo, e.err = e.Check(e.Value())
	}
}

// Check judges every field and goes to the first that cannot be sent; false when there is one.
func (f *Form) Check() bool {
	bad := -1
	for i, e := range f.entries {
		e.judge()
		if e.err != nil && bad < 0 {
			bad = i
		}
	}
	if bad >= 0 && bad != f.at {
		f.focus(bad)
	}
	f.lay()
	return bad < 0
}

// Fail shows what the service said of a field and goes there; false when the form has no such field.
func (f *Form) Fail(name string, err error) bool {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
			e.err = err
			f.lay()
			return true
		}
	}
	return false
}

// Insert puts text at the cursor of the focused long field, or of the first one; false when there is none.
func (f *Form) Insert(s string) bool {
	for _, e := range append([]*entry{f.entries[f.at]}, f.entries...) {
		a, ok := e.widget.(*area)
		if !ok {
			continue
		}
		a.insert(s)
		e.judge()
		e.err = nil
		f.FocusOn(e.Name)
		return true
	}
	return false
}
