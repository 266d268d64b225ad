package main

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/sshd"
	"frontdesk/ui"
	"frontdesk/ui/terminal"
)

// runModel shows a console over a session.
func runModel(ctx context.Context, model tea.Model, on sshd.Terminal) error {
	_, err := terminal.Run(ctx, model, terminal.Terminal{
		In: on.In, Out: on.Out, Env: on.Env, Width: on.Width, Height: on.Height, Messages: on.Messages,
	})
	return err
}

// noticeMsg is how a console is told what its host has to say.
func noticeMsg(line string) tea.Msg {
	return ui.ServerNoticeMsg{Text: safetext.LineFromText(line).String()}
}
