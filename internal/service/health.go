package service

import (
	"context"
	"net/http"
	"time"

	"frontdesk/internal/safetext"
)

// healthPath is asked by whoever watches the service; it is none of the document's, and needs no credential.
const (
	healthPath = "/healthz"
	healthName = "healthz"
	healthTime = 2 * time.Second
)

// health says whether the desk can be read and written, and nothing else about it.
func (s *Service) health(w http.ResponseWriter, r *http.Request) {
	setOperation(w, healthName)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.writeError(w, &apiError{http.StatusMethodNotAllowed, "only GET and HEAD are answered"})
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	ctx, stop := context.WithTimeout(r.Context(), healthTime)
	defer stop()
	if err := s.Store.Ping(ctx); err != nil {
		s.Log.Error("the desk cannot be read", "fault", safetext.LineFromText(err.Error()).String())
		s.writeError(w, &apiError{http.StatusServiceUnavailable, "the desk cannot be read"})
		return
	}
	if err := s.Store.CheckWrite(ctx); err != nil {
		s.Log.Error("the desk cannot be written", "fault", safetext.LineFromText(err.Error()).String())
		s.writeError(w, &apiError{http.StatusServiceUnavailable, "the desk cannot be written"})
		return
	}
	writeBody(w, http.StatusOK, []byte(`{"status":"ok"}`))
}
