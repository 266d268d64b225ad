package terminal

import (
	"fmt"
	"reflect"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// requests are the framework's messages that only write a sequence. It would buffer them for its ticker; here
// they go out with the next frame. Their types are its own, so that they are known by what its commands return.
var requests = map[reflect.Type]func(argument string) string{
	typeOf(tea.SetClipboard("")):        ansi.SetSystemClipboard,
	typeOf(tea.SetPrimaryClipboard("")): ansi.SetPrimaryClipboard,
	typeOf(tea.ReadClipboard):           always(ansi.RequestSystemClipboard),
	typeOf(tea.ReadPrimaryClipboard):    always(ansi.RequestPrimaryClipboard),
	typeOf(tea.RequestBackgroundColor):  always(ansi.RequestBackgroundColor),
	typeOf(tea.RequestForegroundColor):  always(ansi.RequestForegroundColor),
	typeOf(tea.RequestCursorColor):      always(ansi.RequestCursorColor),
	typeOf(tea.RequestCursorPosition):   always(ansi.RequestCursorPositionReport),
	typeOf(tea.RequestTerminalVersion):  always(ansi.RequestNameVersion),
	typeOf(tea.RequestCapability("")):   func(name string) string { return ansi.RequestTermcap(name) },
}

// Messages that the framework would act on itself.
var (
	clearType   = typeOf(tea.ClearScreen)
	sizeType    = typeOf(tea.RequestWindowSize)
	printType   = typeOf(tea.Println())
	processType = typeOf(tea.Exec(nil, nil))
)

// typeOf is the type of the message that a command returns.
func typeOf(cmd tea.Cmd) reflect.Type { return reflect.TypeOf(cmd()) }

// always ignores the argument.
func always(sequence string) func(string) string { return func(string) string { return sequence } }

// sequenceFor is what a message wants written to the terminal.
func sequenceFor(msg tea.Msg) (sequence string, ok bool) {
	if raw, isRaw := msg.(tea.RawMsg); isRaw {
		return fmt.Sprint(raw.Msg), true
	}
	render, ok := requests[reflect.TypeOf(msg)]
	if !ok {
		return "", false
	}
	argument := ""
	if v := reflect.ValueOf(msg); v.Kind() == reflect.String {
		argument = v.String()
	}
	return render(argument), true
}
