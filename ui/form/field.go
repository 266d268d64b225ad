// Package form is the one form of the console: fields described as data, moved through, checked and drawn the
// same way whatever they are for. It does no IO: whoever opened it saves and sends.
//
//	form.go     what is filled in, and where the keys are; section.go blocks of fields, some of which repeat
//	view.go     how it is drawn; place.go which rows of it are seen
//	line.go area.go picker.go flag.go pairs.go   what a field is filled in with
package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Kind is how a field is filled in.
type Kind uint8

// The kinds of field. What is special about Digits, Number, Email and Day is what a paste leaves behind; whether the
// value can be sent is for the field's Check.
const (
	Text      Kind = iota // one line of text
	Multiline             // many lines of text
	Select                // one of a list, found by typing
	Checkbox              // "true" or empty
	Phone                 // a phone number
	Number                // a whole number
	Email                 // an address
	Date                  // a calendar day
	KeyValue              // names with values: a line each, parted by a tab
)

// Option is one row of a Choice field.
type Option struct {
	Value string // what is sent
	Label string // what is read; cleaned
}

// KeySeparator parts the name of an option from its key, where the label shows both.
const KeySeparator = " · "

// Field describes one field of a form.
type Field struct {
	Name        string // the key in the form's values
	Label       string
	Kind        Kind
	Options     []Option // of a Choice
	AllowCustom bool     // a Choice that also takes what is in no option
	Text        bool     // a Free Choice in which what is typed counts, unless the agent goes to another row
	Hint        string   // shown while the field is empty
	Required    bool     // marked so; it is Check that insists
	Advanced    bool     // part of the long tail, which is shown on demand or when something was said in it
	// IsValue says of a Choice that takes more than its options whether a text is whole, so that it is taken as it is
	// and not for the beginning of an option. It may be nil.
	IsValue func(typed string) bool
	// Validate judges a value: what it means, shown beside it, or why it cannot be sent. It may be nil.
	Validate func(value string) (echo string, err error)
}

// Section is fields under a heading.
type Section struct {
	Title  string // the heading; empty for none
	Fields []Field
	// RepeatPath, when it is not empty, says that the fields can be there several times: it begins the name of each field,
	// then comes the element's name, as in contact_info.12.title.
	RepeatPath    string
	NewItemPrefix string // begins the names of elements that the agent adds
	AddLabel      string // what the field is called that adds one
}

// widget is what a field is filled in with.
type widget interface {
	Update(msg tea.Msg) tea.Cmd
	View() string // its lines, none wider than the width it was given
	Height() int
	SetWidth(width int)
	Value() string
	SetValue(value string)
	Focus() tea.Cmd
	Blur()
	Cursor() *tea.Cursor // within View; nil when it has none
	isFull() bool        // what was typed or pasted last did not fit whole
	// HandlesKey says whether a key has a meaning inside the widget, and so does not move on to another field.
	HandlesKey(key string) bool
}

// innerFocus is a widget with places of its own between which the keys that move between fields move first.
type innerFocus interface {
	// step moves on by one, or back by -1; false when there is no such place.
	step(by int) bool
}

// validate asks the field's check what the value means.
func (e *fieldState) validate() {
	e.echo, e.err = "", nil
	if e.Validate != nil {
		e.echo, e.err = e.Validate(e.Value())
	}
	if e.fromRecord && e.Value() == e.start {
		e.err = nil
	}
}

// Echo says anew what a field's value means, when that depends on another field; what is wrong with it stays as it is.
func (f *Form) Echo(name string) {
	for _, e := range f.entries {
		if err := e.err; e.Name == name {
			e.validate()
			e.err = err
		}
	}
	f.relayout()
}

// Validate judges every field and goes to the first that cannot be sent; false when there is one.
func (f *Form) Validate() bool {
	bad := -1
	for i, e := range f.entries {
		e.validate()
		if e.err != nil && bad < 0 {
			bad = i
		}
	}
	if bad >= 0 && bad != f.at {
		f.focus(bad)
	}
	f.relayout()
	return bad < 0
}

// SetError shows what was said of a field and goes there; false when the form has no such field.
func (f *Form) SetError(name string, err error) bool {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
			e.err = err
			f.relayout()
			return true
		}
	}
	return false
}

// Insert puts text at the cursor of the focused long field, or of the first one; false when there is none.
func (f *Form) Insert(s string) bool {
	for _, e := range append([]*fieldState{f.entries[f.at]}, f.entries...) {
		a, ok := e.widget.(*textArea)
		if !ok {
			continue
		}
		a.insert(s)
		e.validate()
		e.err = nil
		f.FocusField(e.Name)
		return true
	}
	return false
}

// normalizers are what is left of what is typed or pasted into fields in which blanks and the marks between digits say
// nothing: a phone number is copied as people write it.
var normalizers = map[Kind]func(string) string{
	Phone:  strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "(", "", ")", "", ".", "", "/", "").Replace,
	Number: strings.NewReplacer(" ", "", "\u00a0", "").Replace,
	Email:  strings.TrimSpace,
	Date:   strings.TrimSpace,
}

// HasMultiline says whether the form has a field of many lines, into which text can be inserted.
func (f *Form) HasMultiline() bool {
	return slices.ContainsFunc(f.entries, func(e *fieldState) bool { return e.Kind == Multiline })
}
