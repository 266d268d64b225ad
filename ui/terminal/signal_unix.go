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

// watch sends the new size when the window changes, and ends the program on a termination signal or hang-up. The
// framework handles the size for its own output only and no hang-up, and deadlocks on a second termination signal.
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

// signalled returns the message for a signal; nil for none.
func (d *device) signalled(s os.Signal) tea.Msg {
	switch s {
	case syscall.SIGHUP:
		return fatalMsg{Err: ErrTerminalClosed}
	case syscall.SIGTERM:
		return tea.QuitMsg{}
	case syscall.SIGINT:
		if IsReleased() {
			return nil
		}
		return tea.InterruptMsg{}
	}
	return resizedMsg{}
}

// stopTime is how long stopProcess waits for the stop. Without a job-control shell (a terminal window that runs nothing
// else) the kernel drops the signal, and SIGCONT never arrives.
const stopTime = 250 * time.Millisecond

// stopProcess stops the process group, as the shell expects for ctrl+z, and returns when it is continued.
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
	case <-timer.C: // has also expired after a real stop
	}
	return nil
}
