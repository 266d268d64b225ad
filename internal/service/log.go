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
	operation string
	code      int
	size      int64 // bytes of the response body
	isWriting bool  // an operation that changes data has started
}

func (x *loggedResponse) WriteHeader(code int) {
	if x.code == 0 {
		x.code = code
	}
	x.ResponseWriter.WriteHeader(code)
}

func (x *loggedResponse) Write(body []byte) (int, error) {
	if x.code == 0 {
		x.code = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(body)
	x.size += int64(n)
	return n, err
}

// Unwrap returns the wrapped writer for http.ResponseController.
func (x *loggedResponse) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// setOperation sets the operation that the log line shows.
func setOperation(w http.ResponseWriter, operation string) {
	if x, ok := w.(*loggedResponse); ok {
		x.operation = operation
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

// clientOf returns the client's address without its port.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return safetext.LineFromText(host).String()
}

// logged writes a request's log line: never its body, its credential or its query string, where some clients put
// one too. An unknown path is sanitised and shortened. Successful health checks are logged at debug level, since
// they would outnumber everything else.
func (s *Service) logged(ctx context.Context, x *loggedResponse, r *http.Request, began time.Time) {
	level := slog.LevelInfo
	if x.operation == healthName && x.code == http.StatusOK {
		level = slog.LevelDebug
	}
	if !s.Log.Enabled(ctx, level) {
		return
	}
	what := slog.String("operation", x.operation)
	if x.operation == "" {
		what = slog.String("path", safetext.LineFromText(r.URL.Path).String())
	}
	s.Log.LogAttrs(ctx, level, "answered", slog.String("from", clientOf(r)), slog.String("method", safetext.LineFromText(r.Method).String()), what,
		slog.Int("code", x.code), slog.Duration("took", s.Now().Sub(began)), slog.Int64("size", x.size))
}
