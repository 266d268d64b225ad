package sshd

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// watchLimits sends window sizes and notices to a session's model, and ends the session at its limits. It returns when
// ctx ends.
func (session *Session) watchLimits(ctx context.Context, messages chan<- tea.Msg) {
	warned := time.NewTimer(0)
	defer warned.Stop()
	warning := ""
	for going := true; going; {
		select {
		case <-ctx.Done():
			return
		case size := <-session.size:
			going = session.resized(ctx, messages, size)
		case line := <-session.notices:
			going = send(ctx, messages, session.host.NoticeMsg(line))
		case <-warned.C:
			next, after := session.warning()
			if next != warning {
				going = send(ctx, messages, session.host.NoticeMsg(next))
			}
			warning = next
			warned.Reset(after)
		}
	}
}

// warning returns the warning about the session's end, if any, and when to check again; a key in the meantime removes
// it. It ends a session that has reached a limit.
func (session *Session) warning() (says string, after time.Duration) {
	left, why := session.remaining(session.host.Now())
	switch {
	case left <= 0:
		session.cancel(why)
		return "", time.Hour
	case left > session.host.Limits.WarnBefore:
		return "", left - session.host.Limits.WarnBefore
	case errors.Is(why, errIdle):
		says = "this session ends in %s unless you press a key"
	default:
		says = "this session ends in %s: it may last no longer"
	}
	return fmt.Sprintf(says, humanDuration(left)), min(left, time.Second)
}

// remaining returns how long the session may still last, and the cause that ends it then.
func (session *Session) remaining(now time.Time) (time.Duration, error) {
	l := session.host.Limits
	idle, total := session.lastKeyAt().Add(l.IdleTimeout).Sub(now), session.StartedAt.Add(l.MaxDuration).Sub(now)
	if total < idle {
		return total, errMaxDuration
	}
	return idle, errIdle
}

// humanDuration formats a duration coarsely, so that a notice rarely changes.
func humanDuration(d time.Duration) string {
	switch {
	case d > 90*time.Second:
		return fmt.Sprintf("%d min", d.Round(time.Minute)/time.Minute)
	case d > 45*time.Second:
		return "a minute"
	case d > 15*time.Second:
		return "half a minute"
	}
	return "a few seconds"
}

// resized sends the newest window size to the model and then pauses: each redraw is expensive.
func (session *Session) resized(ctx context.Context, messages chan<- tea.Msg, size [2]int) bool {
	if !send(ctx, messages, tea.WindowSizeMsg{Width: size[0], Height: size[1]}) {
		return false
	}
	return guard.Sleep(ctx, resizeGap)
}

// send sends a message; it returns false if ctx ends first.
func send(ctx context.Context, to chan<- tea.Msg, msg tea.Msg) bool {
	select {
	case to <- msg:
		return true
	case <-ctx.Done():
		return false
	}
}
