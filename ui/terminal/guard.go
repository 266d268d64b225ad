package terminal

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// fatalMsg ends the program with an error.
type fatalMsg struct{ Err error }

// CommandFailedMsg tells the model that one of its commands panicked. No other answer of that command comes.
type CommandFailedMsg struct{ Err error }

// sequenceType is the framework's type of a sequence of commands, which it keeps to itself.
var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// safe makes a message of a command's panic, so that it ends that command alone: the framework would end the program.
// What a command returns may hold further commands.
func safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		if err := guard.Do(func() { msg = safeAll(cmd()) }); err != nil {
			return CommandFailedMsg{Err: err}
		}
		return msg
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
