package console

import (
	"context"
	"os"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/accessible"
	"frontdesk/ui/terminal"
)

// Show shows a console, or several of which one is shown, on the terminal of this process until the agent leaves. In
// accessible mode it is read out line by line, and the terminal's own line editing serves what is typed.
func Show(ctx context.Context, model tea.Model, isAccessible bool) error {
	if isAccessible {
		return accessible.Run(ctx, model, accessible.Terminal{In: os.Stdin, Out: os.Stdout})
	}
	_, err := terminal.Run(ctx, model, terminal.Terminal{})
	return err
}
