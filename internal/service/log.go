package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"frontdesk/internal/safetext"
)

// NewLogger returns a logger that writes one line per event and sanitises all text: a path or an error may hold
// text that an outsider chose, and the log is read in a terminal.
func NewLogger(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		a.Key = safetext.LineFromText(a.Key).String()
		switch a.Value.Kind() {
		case slog.KindString, slog.KindAny:
			if _, level := a.Value.Any().(slog.Level); !level {
				a.Value = slog.StringValue(safetext.BlockFromText(fmt.Sprint(a.Value.Any())).String())
			}
		}
		return a
	}}))
}

// loggedResponse is a ResponseWriter that records what the request's log line shows.
type loggedResponse struct {
	http.ResponseWriter
	operation   string
	code        int
	answerBytes int64  // bytes of the response body
	isWriting   bool   // an operation that changes data has started
	agent       string // that the request names (PROTOCOL.md 1.4), as it was sent
}

func (r *loggedResponse) WriteHeader(code int) {
	if r.code == 0 {
		r.code = code
	}
	r.ResponseWriter.WriteHeader(code)
}

func (r *loggedResponse) Write(body []byte) (int, error) {
	if r.code == 0 {
		r.code = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(body)
	r.answerBytes += int64(n)
	return n, err
}

// Unwrap returns the wrapped writer for http.ResponseController.
func (r *loggedResponse) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// setOperation sets the operation that the log line shows.
func setOperation(w http.ResponseWriter, operation string) {
	if x, ok := w.(*loggedResponse); ok {
		x.operation = operation
	}
}

// setAgent sets the agent that the log line shows.
func setAgent(w http.ResponseWriter, name string) {
	if x, ok := w.(*loggedResponse); ok {
		x.agent = name
	}
}

// unwrapWriter returns the server's own writer: http.MaxBytesReader can close the connection through that one
// only.
func unwrapWriter(w http.ResponseWriter) http.ResponseWriter {
	if x, ok := w.(*loggedResponse); ok {
		return x.ResponseWriter
	}
	return w
}

// clientAddress returns the client's address without its port.
func clientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return safetext.LineFromText(host).String()
}

// recordAnswer counts and logs a request that was answered.
func (s *Service) recordAnswer(ctx context.Context, x *loggedResponse, r *http.Request, began time.Time) {
	took := s.Now().Sub(began)
	s.counts.count(x, took)
	s.logRequest(ctx, x, r, took)
}

// logRequest writes a request's log line: never its body, its credential or its query string, where some clients put
// one too. An unknown path is sanitised and shortened. Successful health checks are logged at debug level, since
// they would outnumber everything else.
func (s *Service) logRequest(ctx context.Context, x *loggedResponse, r *http.Request, took time.Duration) {
	level := slog.LevelInfo
	if isHealthCheck(x.operation) && x.code == http.StatusOK {
		level = slog.LevelDebug
	}
	if !s.Log.Enabled(ctx, level) {
		return
	}
	what := slog.String("operation", x.operation)
	if x.operation == "" {
		what = slog.String("path", safetext.LineFromText(r.URL.Path).String())
	}
	attributes := []slog.Attr{
		slog.String("from", clientAddress(r)),
		slog.String("method", safetext.LineFromText(r.Method).String()),
		what,
		slog.Int("code", x.code),
		slog.Duration("took", took),
		slog.Int64("size", x.answerBytes),
	}
	if x.agent != "" {
		attributes = append(attributes, slog.String("agent", safetext.LineFromText(x.agent).String()))
	}
	s.Log.LogAttrs(ctx, level, "answered", attributes...)
}
