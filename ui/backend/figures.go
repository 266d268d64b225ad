package backend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/stats"
)

// Figures are the figures of the board.
type Figures = stats.Figures

// FiguresRequest says of which tickets figures are wanted.
type FiguresRequest = stats.Request

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
