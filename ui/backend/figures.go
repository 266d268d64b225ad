package backend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/stats"
)

// Aliases of the figures of the board, so that panes need not know where they are computed.
type (
	Figures        = stats.Figures
	FiguresRequest = stats.Request
)

// FiguresMsg holds the figures that were asked for.
type FiguresMsg struct {
	Seq     int // of the request
	Figures *Figures
	Err     error
}

// ComputeFigures counts the tickets of the board and cancels an earlier count.
func (c *Backend) ComputeFigures(r FiguresRequest, seq int) tea.Cmd {
	return c.latest(&c.stopFigures, func(ctx context.Context) tea.Msg {
		c.Cache.WaitLoaded(ctx)
		r.Now = c.Now()
		figures, err := stats.Of(ctx, c.Cache, r)
		return FiguresMsg{Seq: seq, Figures: figures, Err: err}
	})
}
