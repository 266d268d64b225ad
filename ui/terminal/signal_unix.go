//go:build unix

package terminal

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// watch sends the window's new size whenever it changes, and ends the program when it is told to or the terminal
// hangs up. The framework looks after the first for its own output only and after hanging up not at all; told to end
// twice, it waits for itself for ever.
func (d *device) watch(ctx context.Context, send func(tea.Msg)) {
	var wanted []os.Signal
	if d.ttyOut != nil {
		wanted = append(wanted, syscall.SIGWINCH)
	}
	if d.isProcessTTY {
		wanted = append(wanted, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	}
	if len(wanted) == 0 {
		return
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, wanted...)
	guard.Go(func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-signals:
				if msg := d.signalled(s); msg != nil {
					send(msg)
				}
			}
		}
	})
}

// signalled is what a signal means to the program, nil for nothing.
func (d *device) signalled(s os.Signal) tea.Msg {
	switch s {
	case syscall.SIGHUP:
		return fatalMsg{Err: ErrTerminalClosed}
	case syscall.SIGTERM:
		return tea.QuitMsg{}
	case syscall.SIGINT:
		if d.released.Load() {
			return nil // ctrl+c was meant for whoever has the terminal
		}
		return tea.InterruptMsg{}
	}
	return resizedMsg{}
}

// stopTime is how long a stop may take to happen. It does not happen at all without a shell that could let the
// process go on (a terminal window that runs nothing else): the kernel drops the signal, and no SIGCONT ever comes.
const stopTime = 250 * time.Millisecond

// stopProcess stops the process group, as the shell expects of ctrl+z, and returns when it goes on.
func stopProcess() error {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return fmt.Errorf("the process cannot be stopped: %w", err)
	}
	timer := time.NewTimer(stopTime)
	defer timer.Stop()
	select {
	case <-goesOn:
	case <-timer.C: // seen at once after a real stop as well
	}
	return nil
}
