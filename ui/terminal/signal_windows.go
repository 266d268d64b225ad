package terminal

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// watch does nothing: Run leaves Windows to the framework.
func (d *device) watch(context.Context, func(tea.Msg)) {}

// stopProcess returns an error: a process cannot stop itself on Windows.
func stopProcess() error { return errors.New("the process cannot be stopped on Windows") }
