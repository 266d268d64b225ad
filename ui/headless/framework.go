package headless

import (
	"reflect"

	tea "charm.land/bubbletea/v2"
)

// Effect is what the framework, not the model, does about a message.
type Effect struct {
	Cmds            []tea.Cmd // to be run, beside one another
	Sequential      bool      // Cmds one after the other
	Clipboard       *string   // a text for the clipboard
	WantsBackground bool      // the terminal is asked for its background
	Quit            bool
}

// Interpret says what the framework does about a message; false when it is the model's. Types that the framework
// keeps to itself are known by what its commands return.
func Interpret(msg tea.Msg) (m Effect, ok bool) {
	switch msg := msg.(type) {
	case nil:
		return m, true
	case tea.QuitMsg:
		return Effect{Quit: true}, true
	case tea.BatchMsg:
		return Effect{Cmds: msg}, true
	}
	v := reflect.ValueOf(msg)
	switch v.Type() {
	case sequence:
		return Effect{Cmds: commands(v), Sequential: true}, true
	case clipboard:
		copied := v.String()
		return Effect{Clipboard: &copied}, true
	case background:
		return Effect{WantsBackground: true}, true
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
