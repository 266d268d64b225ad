package agentname

import (
	"context"

	"frontdesk/internal/safetext"
)

// actorKey is the key of the agent in a context.
type actorKey struct{}

// With returns a context for what an agent does.
func With(ctx context.Context, name safetext.Line) context.Context {
	return context.WithValue(ctx, actorKey{}, name)
}

// From returns the agent for whom something is done; false if nobody is named.
func From(ctx context.Context) (name safetext.Line, named bool) {
	name, named = ctx.Value(actorKey{}).(safetext.Line)
	return name, named
}
