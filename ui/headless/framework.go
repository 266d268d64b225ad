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
	Unsupported     string // the command that no terminal of ours carries out, such as tea.Exec
}

// Interpret says what the framework does about a message; false when it is the model's. The framework keeps the types
// of its requests to itself, so they are known by what its commands return.
func Interpret(msg tea.Msg) (m Effect, ok bool) {
	switch msg := msg.(type) {
	case nil:
		return m, true
	case tea.QuitMsg:
		return Effect{Quit: true}, true
	case tea.BatchMsg:
		return Effect{Cmds: msg}, true
	case tea.RawMsg:
		return Effect{Unsupported: "tea.Raw"}, true
	}
	v := reflect.ValueOf(msg)
	switch v.Type() {
	case sequence:
		cmds, ok := v.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
		return Effect{Cmds: cmds, Sequential: true}, ok
	case clipboard:
		copied := v.String()
		return Effect{Clipboard: &copied}, true
	case background:
		return Effect{WantsBackground: true}, true
	}
	name, ok := unsupported[v.Type()]
	return Effect{Unsupported: name}, ok
}

var (
	sequence   = typeOf(tea.Sequence(nothing, nothing))
	clipboard  = typeOf(tea.SetClipboard(""))
	background = typeOf(tea.RequestBackgroundColor)

	// unsupported are requests that no part of the console makes. Without the framework's renderer they would be
	// dropped silently.
	unsupported = map[reflect.Type]string{
		typeOf(tea.ReadClipboard):               "tea.ReadClipboard",
		typeOf(tea.SetPrimaryClipboard("")):     "tea.SetPrimaryClipboard",
		typeOf(tea.ReadPrimaryClipboard):        "tea.ReadPrimaryClipboard",
		typeOf(tea.RequestForegroundColor):      "tea.RequestForegroundColor",
		typeOf(tea.RequestCursorColor):          "tea.RequestCursorColor",
		typeOf(tea.RequestCursorPosition):       "tea.RequestCursorPosition",
		typeOf(tea.RequestTerminalVersion):      "tea.RequestTerminalVersion",
		typeOf(tea.RequestCapability("")):       "tea.RequestCapability",
		typeOf(tea.RequestWindowSize):           "tea.RequestWindowSize",
		typeOf(tea.RequestProgramStatusSupport): "tea.RequestProgramStatusSupport",
		typeOf(tea.ClearScreen):                 "tea.ClearScreen",
		typeOf(tea.Println()):                   "tea.Println",
		typeOf(tea.Exec(nil, nil)):              "tea.Exec, use terminal.Foreground",
	}
)

func nothing() tea.Msg { return nil }

// typeOf returns the type of the message that a command returns.
func typeOf(cmd tea.Cmd) reflect.Type { return reflect.TypeOf(cmd()) }
