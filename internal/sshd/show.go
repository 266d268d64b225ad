package sshd

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"

	"frontdesk/internal/guard"
)

// errNoTerminal is said when a console is asked for without a terminal.
var errNoTerminal = errors.New("the console needs a terminal: ssh -t, or name a command such as `faq search refund`")

// show shows the console until the agent leaves it, the client goes, or the host ends the session.
func (h *Server) show(s ssh.Session, v *Session) (err error) {
	if _, _, has := s.Pty(); !has {
		return errNoTerminal
	}
	made, err := h.console(v.ctx, v)
	if err != nil {
		return err
	}
	defer func() {
		if failed := made.Close(); failed != nil {
			h.Log.Error("a session was not closed whole", v.attrs("fault", failed.Error())...)
			err = errors.Join(err, failed)
		}
	}()
	ctx, stop := context.WithCancel(v.ctx)
	defer stop()
	size, _ := v.size.take()
	messages := make(chan tea.Msg)
	guard.Go(func() { v.watchLimits(ctx, messages) }, v.cancel)
	line := &meteredTerminal{visit: v, channel: v.channel}
	return h.RunModel(ctx, &keyCountingModel{made.Model, v}, Terminal{
		In: line, Out: line, Env: append(v.asked.environ(), "SSH_TTY=session"), Width: size[0], Height: size[1], Messages: messages,
	})
}

// keyCountingModel is a model whose keys are counted: what the connection itself carries, or the terminal answers by itself,
// is no sign of somebody being there.
type keyCountingModel struct {
	tea.Model
	visit *Session
}

// Update counts a key and passes everything on.
func (c *keyCountingModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg:
		c.visit.keyPressed()
	}
	var cmd tea.Cmd
	c.Model, cmd = c.Model.Update(msg)
	return c, cmd
}
