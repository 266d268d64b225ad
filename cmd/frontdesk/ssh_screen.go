package main

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/sshd"
	"frontdesk/internal/text"
	"frontdesk/ui"
	"frontdesk/ui/screen"
)

// showOver shows a console over a session.
func showOver(ctx context.Context, model tea.Model, on sshd.Terminal) error {
	_, err := screen.Run(ctx, model, screen.Terminal{
		In: on.In, Out: on.Out, Env: on.Env, Width: on.Width, Height: on.Height, Messages: on.Messages,
	})
	return err
}

// noticeFor is how a console is told what its host has to say.
func noticeFor(line string) tea.Msg { return ui.HostMsg{Says: text.PlainLine(line).String()} }
