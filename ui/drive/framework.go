package drive

import (
	"reflect"

	tea "charm.land/bubbletea/v2"
)

// Meant is what the framework, not the model, does about a message.
type Meant struct {
	Cmds       []tea.Cmd // to be run, beside one another
	InTurn     bool      // Cmds one after the other
	Copied     *string   // a text for the clipboard
	Background bool      // the terminal is asked for its background
	Quit       bool
}

// Framework says what the framework does about a message; false when it is the model's. Types that the framework
// keeps to itself are known by what its commands return.
func Framework(msg tea.Msg) (m Meant, ok bool) {
	switch msg := msg.(type) {
	case nil:
		return m, true
	case tea.QuitMsg:
		return Meant{Quit: true}, true
	case tea.BatchMsg:
		return Meant{Cmds: msg}, true
	}
	v := reflect.ValueOf(msg)
	switch v.Type() {
	case sequence:
		return Meant{Cmds: commands(v), InTurn: true}, true
	case clipboard:
		copied := v.String()
		return Meant{Copied: &copied}, true
	case background:
		return Meant{Background: true}, true
	}
	return m, false
}

var (
	sequence   = reflect.TypeOf(tea.Sequence(nothing, nothing)())
	clipboard  = reflect.TypeOf(tea.SetClipboard("")())
	background = reflect.TypeOf(tea.RequestBackgroundColor())
)

func nothing() tea.Msg { return nil }

func commands(v reflect.Value) []tea.Cmd {
	cmds := make([]tea.Cmd, 0, v.Len())
	for i := range v.Len() {
		if cmd, ok := v.Index(i).Interface().(tea.Cmd); ok && cmd != nil {
			cmds = append(cmds, cmd)
		}
	}
	return cmds
}
