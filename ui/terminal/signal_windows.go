package terminal

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// watch has nothing to watch: Run leaves Windows to the framework.
func (d *device) watch(context.Context, func(tea.Msg)) {}

// stopProcess fails: Windows has no way to stop a process from within.
func stopProcess() error { return errors.New("the process cannot be stopped on Windows") }
