package hosting

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/sshd"
	"frontdesk/ui"
	"frontdesk/ui/terminal"
)

// runModel runs a console on the terminal of a session.
func runModel(ctx context.Context, model tea.Model, on sshd.Terminal) error {
	_, err := terminal.Run(ctx, model, terminal.Terminal{
		In: on.In, Out: on.Out, Env: on.Env, Width: on.Width, Height: on.Height, Messages: on.Messages,
	})
	return err
}

// noticeMsg returns the message that shows a notice of the host in a console.
func noticeMsg(line string) tea.Msg {
	return ui.ServerNoticeMsg{Text: safetext.LineFromText(line).String()}
}
