// Package form implements the forms of the terminal interface: fields are described as data, and navigation,
// validation and rendering are the same for all of them. It performs no IO: the caller saves and submits the
// values.
package form

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/textedit"
)

// Kind is the kind of a field, which selects its widget.
type Kind uint8

// The kinds of field. Phone, Number, Email and Date differ from Text only in how typed and pasted text is
// normalised; the field's Validate function decides whether the value is valid.
const (
	Text      Kind = iota // one line of text
	Multiline             // several lines of text
	Select                // one of a list of options, filtered by typing
	Checkbox              // "true" or empty
	Phone                 // a phone number
	Number                // an integer
	Email                 // an e-mail address
	Date                  // a calendar date
	KeyValue              // names with values: one per line, separated by a tab
)

// Option is one row of a Select field.
type Option struct {
	Value string // submitted
	Label string // displayed; sanitised
}

// KeySeparator separates an option's name from its key in labels that show both.
const KeySeparator = " · "

// Field describes one field of a form.
type Field struct {
	Name        string // key in the form's values
	Label       string
	Short       string // in the column of labels, if Label is too long; with "– " it continues the label of the field before it
	Kind        Kind
	Options     []Option // of a Select
	AllowCustom bool     // a Select also accepts values that are not options
	Text        bool     // with AllowCustom: the typed text is selected unless the agent moves to another row
	Hint        string   // placeholder, shown while the field is empty
	Required    bool     // marked as required; Validate enforces it
	Wide        bool     // has a row of its own, however wide the form is
	Fills       bool     // a Multiline field takes the rows that the others leave
	Advanced    bool     // collapsed unless requested, or if the field has a change or an error
	// IsValue reports, for a Select with AllowCustom, whether the typed text is a complete value, which is then
	// selected as is instead of the first matching option. Other text gets no row. It may be nil.
	IsValue func(typed string) bool
	// Validate checks a value. It returns its interpretation, shown below the field, or why it is invalid. It may
	// be nil.
	Validate func(value string) (echo string, err error)
	Live     bool // what Validate says is wrong is shown while the value is typed, too
}

// Section is a group of fields under a heading.
type Section struct {
	Title  string // heading; empty for none
	Fields []Field
	// RepeatPath, if not empty, makes the section repeatable. The field names then consist of RepeatPath, the
	// item's name and the field's own name, as in contact_info.12.title.
	RepeatPath    string
	NewItemPrefix string // prefix of the names of items that the agent adds
	AddLabel      string // label of the button that adds an item
}

// widget is the input control of a field.
type widget interface {
	Update(msg tea.Msg)
	View() string // its lines, none wider than the width set
	Height() int
	SetWidth(width int)
	Value() string
	SetValue(value string)
	Focus()
	Blur()
	Cursor() *tea.Cursor // within View; nil if not focused
	IsFull() bool        // the last text typed or pasted was truncated
	IsCut() bool         // the text lacks its end because it was longer than the field
	// HandlesKey reports whether the widget uses a key itself, so that the key does not move to another field.
	HandlesKey(key string) bool
}

// innerFocus is implemented by widgets with several inputs, through which focus moves before it moves to another
// field.
type innerFocus interface {
	// step moves to the next input, or to the previous one if by is -1; it returns false if there is none.
	step(by int) bool
}

// validate updates the field's interpretation and error. An unchanged value that was loaded from the record is
// never an error.
func (e *fieldState) validate() {
	e.echo, e.err, e.pending = "", nil, nil
	if e.Validate != nil {
		e.echo, e.err = e.Validate(e.Value())
	}
	if e.fromRecord && e.Value() == e.start {
		e.err = nil
	}
}

// Echo updates the interpretation of a field's value after a change to another field; its error is kept.
func (f *Form) Echo(name string) {
	for _, e := range f.entries {
		if err := e.err; e.Name == name {
			e.validate()
			e.err = err
		}
	}
	f.relayout()
}

// Validate validates all fields and focuses the first invalid one. It reports whether all are valid.
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

// SetError sets and focuses a field's error; it returns false if the form has no such field.
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

// CheckInsert returns why the field that Insert would change cannot take a text besides its own; nil if it can.
func (f *Form) CheckInsert(s string) error {
	e := f.multiline()
	if a, ok := e.widget.(*textedit.Area); ok {
		s = a.Apart(s)
	}
	whole := e.Value() + s
	if n := utf8.RuneCountInString(whole); n > maxLong {
		return fmt.Errorf("too long by %d characters", n-maxLong)
	}
	if e.Validate == nil {
		return nil
	}
	_, err := e.Validate(whole)
	return err
}

// Insert inserts a ready-made text at the cursor of the focused Multiline field, or else of the first one, apart from
// the words there; it returns false if there is none.
func (f *Form) Insert(s string) bool {
	return f.editMultiline(func(a *textedit.Area) { a.InsertApart(s) })
}

// ReplaceText replaces the text that Insert would change.
func (f *Form) ReplaceText(s string) {
	f.editMultiline(func(a *textedit.Area) { a.SetValue(s) })
}

// editMultiline changes the text of multiline; it returns false if there is none.
func (f *Form) editMultiline(change func(*textedit.Area)) bool {
	e := f.multiline()
	if e == nil {
		return false
	}
	if a, ok := e.widget.(*textedit.Area); ok {
		change(a)
	}
	e.validate()
	e.err = nil
	f.FocusField(e.Name)
	return true
}

// multiline returns the focused Multiline field, or else the first one; nil if there is none.
func (f *Form) multiline() *fieldState {
	for _, e := range append([]*fieldState{f.entries[f.at]}, f.entries...) {
		if e.Kind == Multiline {
			return e
		}
	}
	return nil
}

// MultilineText returns the text that Insert and ReplaceText change.
func (f *Form) MultilineText() string { return f.multiline().Value() }

// normalizers remove the insignificant characters from text typed or pasted into fields of a kind, such as the
// separators of a phone number.
var normalizers = map[Kind]func(string) string{
	Phone:  safetext.PhoneDigits,
	Number: strings.NewReplacer(" ", "", "\u00a0", "").Replace,
	Email:  strings.TrimSpace,
	Date:   strings.TrimSpace,
}

// HasMultiline reports whether the form has a Multiline field, which Insert requires.
func (f *Form) HasMultiline() bool { return f.multiline() != nil }
