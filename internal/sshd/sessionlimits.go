package sshd

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// watchLimits tells a session's model of its window and of what the host has to say, and ends the session when its time
// is up. It ends with ctx.
func (v *Session) watchLimits(ctx context.Context, messages chan<- tea.Msg) {
	warned := time.NewTimer(0)
	defer warned.Stop()
	warning := ""
	for going := true; going; {
		select {
		case <-ctx.Done():
			return
		case size := <-v.size:
			going = v.resized(ctx, messages, size)
		case line := <-v.notices:
			going = send(ctx, messages, v.host.NoticeMsg(line))
		case <-warned.C:
			next, after := v.warning()
			if next != warning {
				going = send(ctx, messages, v.host.NoticeMsg(next))
			}
			warning = next
			warned.Reset(after)
		}
	}
}

// warning is what there is to say of the session's end, and when to look again; a key in the meantime takes it back. A
// session whose time is up is ended.
func (v *Session) warning() (says string, after time.Duration) {
	left, why := v.remaining(v.host.Now())
	switch {
	case left <= 0:
		v.cancel(why)
		return "", time.Hour
	case left > v.host.Limits.WarnBefore:
		return "", left - v.host.Limits.WarnBefore
	case errors.Is(why, errIdle):
		says = "this session ends in %s unless you press a key"
	default:
		says = "this session ends in %s: it may last no longer"
	}
	return fmt.Sprintf(says, humanDuration(left)), min(left, time.Second)
}

// remaining is how long the session may still last, and why not longer.
func (v *Session) remaining(now time.Time) (time.Duration, error) {
	l := v.host.Limits
	idle, total := v.lastKeyAt().Add(l.IdleTimeout).Sub(now), v.StartedAt.Add(l.MaxDuration).Sub(now)
	if total < idle {
		return total, errMaxDuration
	}
	return idle, errIdle
}

// humanDuration is a time for people, in so few steps that it need not be said anew all the time.
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

// resized passes the newest window size on, and then not another one for a moment: drawing is what costs.
func (v *Session) resized(ctx context.Context, messages chan<- tea.Msg, size [2]int) bool {
	if !send(ctx, messages, tea.WindowSizeMsg{Width: size[0], Height: size[1]}) {
		return false
	}
	return rest(ctx, resizeGap)
}

// send hands a message over; false when ctx ended first.
func send(ctx context.Context, to chan<- tea.Msg, msg tea.Msg) bool {
	select {
	case to <- msg:
		return true
	case <-ctx.Done():
		return false
	}
}

// rest waits; false when ctx ended first.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
