package screen

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// failedMsg ends the program with an error.
type failedMsg struct{ Err error }

// sequenceType is the framework's type of a sequence of commands, which it keeps to itself.
var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// safe lets a command fail without taking the process along: the framework would print the stack on a screen that
// is still ours. What a command returns may hold further commands.
func safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if err := guard.Recovered(recover()); err != nil {
				msg = failedMsg{Err: err}
			}
		}()
		return safeAll(cmd())
	}
}

// safeAll guards the commands in a batch or a sequence; other messages are returned as they are.
func safeAll(msg tea.Msg) tea.Msg {
	if batch, ok := msg.(tea.BatchMsg); ok {
		return tea.BatchMsg(safeEach(batch))
	}
	if msg == nil || reflect.TypeOf(msg) != sequenceType {
		return msg
	}
	cmds, ok := reflect.ValueOf(msg).Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd)
	if !ok {
		return msg
	}
	return reflect.ValueOf(safeEach(cmds)).Convert(sequenceType).Interface()
}

// safeEach is a guarded copy.
func safeEach(cmds []tea.Cmd) []tea.Cmd {
	guarded := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		guarded[i] = safe(cmd)
	}
	return guarded
}
