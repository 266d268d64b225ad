// Package form is the one form of the console: fields described as data, moved through, checked and drawn the
// same way whatever they are for. It does no IO: whoever opened it saves and sends.
package form

import tea "charm.land/bubbletea/v2"

// Kind is how a field is filled in.
type Kind uint8

// The kinds of field.
const (
	Short  Kind = iota // one line of text
	Long               // many lines of text
	Choice             // one of a list, found by typing
)

// Option is one row of a Choice field.
type Option struct {
	Value string // what is sent
	Label string // what is read; cleaned
}

// Between parts the name of an option from its key, where the label shows both.
const Between = " · "

// Field describes one field of a form.
type Field struct {
	Name    string // the key in the form's values
	Label   string
	Kind    Kind
	Options []Option // of a Choice
	Free    bool     // a Choice that also takes what is in no option
	Hint    string   // shown while the field is empty
	// Check judges a value: what it means, shown beside it, or why it cannot be sent. It may be nil.
	Check func(value string) (echo string, err error)
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
	// Takes says whether a key has a meaning inside the widget, and so does not move on to another field.
	Takes(key string) bool
}
