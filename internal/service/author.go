package service

import (
	"context"
	"net/http"
	"slices"

	"frontdesk/internal/agentname"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// Employees stands for the names of all employees of the desk (Key.For).
const Employees = "*"

var (
	errAgents = &apiError{http.StatusBadRequest, "the request has more than one " + wire.OnBehalfOf + " header"}
	errAgent  = &apiError{http.StatusForbidden, "the key may not act for the agent that " + wire.OnBehalfOf + " names"}
)

// withAuthor returns a context with the author of what a request writes: the agent that it names, if its key may act
// for them (PROTOCOL.md 1.4), or else the one of its key. A caller in the same process has named the agent already.
func (s *Service) withAuthor(
	ctx context.Context, w http.ResponseWriter, r *http.Request, caller *credential,
) (context.Context, error) {
	names := r.Header.Values(wire.OnBehalfOf)
	switch _, named := agentname.From(ctx); {
	case len(names) > 1:
		return ctx, errAgents
	case len(names) == 1:
		return s.onBehalf(ctx, w, names[0], caller)
	case named || caller.author == "":
		return ctx, nil
	}
	return agentname.With(ctx, safetext.LineFromText(caller.author)), nil
}

// onBehalf returns a context with the agent that a request names.
func (s *Service) onBehalf(
	ctx context.Context, w http.ResponseWriter, name string, caller *credential,
) (context.Context, error) {
	setAgent(w, name)
	may, err := s.mayActFor(ctx, name, caller)
	if err != nil {
		return ctx, err
	}
	if !may {
		s.counts.refusedAgents.Add(1)
		return ctx, errAgent
	}
	shown, err := agentname.Parse(name)
	if err != nil {
		return ctx, &apiError{http.StatusBadRequest, wire.OnBehalfOf + ": " + err.Error()}
	}
	return agentname.With(ctx, shown), nil
}

// mayActFor reports whether a key may act for an agent.
func (s *Service) mayActFor(ctx context.Context, name string, caller *credential) (bool, error) {
	if name != Employees && slices.Contains(caller.actsFor, name) {
		return true, nil
	}
	if !slices.Contains(caller.actsFor, Employees) {
		return false, nil
	}
	employees, err := s.Store.Agents(ctx)
	return slices.ContainsFunc(employees, func(e store.Agent) bool { return e.Name == name }), err
}

// author returns the author of what a request writes; empty if nobody is known.
func author(ctx context.Context) string {
	name, _ := agentname.From(ctx)
	return name.String()
}
