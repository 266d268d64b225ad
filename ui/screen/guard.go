package screen

import (
	"reflect"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// failedMsg ends the program with an error.
type failedMsg struct{ Err error }

// recovered makes an error of what recover gave, or nil. A typed nil would not be nil as an error.
func recovered(value any) error {
	if value == nil {
		return nil
	}
	return &PanicError{Value: value, Stack: debug.Stack()}
}

// sequenceType is the framework's type of a sequence of commands, which it keeps to itself.
var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// guard lets a command fail without taking the process along: the framework would print the stack on a screen that
// is still ours. What a command returns may hold further commands.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if err := recovered(recover()); err != nil {
				msg = failedMsg{Err: err}
			}
		}()
		return guardAll(cmd())
	}
}

// guardAll guards the commands in a batch or a sequence; other messages are returned as they are.
func guardAll(msg tea.Msg) tea.Msg {
	if batch, ok := msg.(tea.BatchMsg); ok {
		return tea.BatchMsg(guardEach(batch))
	}
	if msg == nil || reflect.TypeOf(msg) != sequenceType {
		return msg
	}
	cmds, ok := reflect.ValueOf(msg).Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
	if !ok {
		return msg
	}
	return reflect.ValueOf(guardEach(cmds)).Convert(sequenceType).Interface()
}

// guardEach is a guarded copy.
func guardEach(cmds []tea.Cmd) []tea.Cmd {
	guarded := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		guarded[i] = guard(cmd)
	}
	return guarded
}
