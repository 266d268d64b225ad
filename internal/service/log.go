package service

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"slices"
	"time"

	"frontdesk/internal/safetext"
)

// NewLogger returns a logger that writes one line per event, from a level on; an empty level is info. In the form json,
// its lines are JSON objects. It sanitises all text: a path or an error may hold text that an outsider chose, and the
// log is read in a terminal.
func NewLogger(w io.Writer, form, level string) *slog.Logger {
	var from slog.Level
	_ = from.UnmarshalText([]byte(level)) // it stays at info if there is none
	options := &slog.HandlerOptions{Level: from, ReplaceAttr: cleanAttr}
	if form == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

func cleanAttr(_ []string, a slog.Attr) slog.Attr {
	a.Key = safetext.LineFromText(a.Key).String()
	switch a.Value.Kind() {
	case slog.KindDuration: // which JSON would have in nanoseconds
		a.Value = slog.StringValue(a.Value.Duration().String())
	case slog.KindString, slog.KindAny:
		if _, level := a.Value.Any().(slog.Level); !level {
			a.Value = slog.StringValue(safetext.BlockFromText(fmt.Sprint(a.Value.Any())).String())
		}
	}
	return a
}

// loggedResponse is a ResponseWriter that records what the request's log line shows.
type loggedResponse struct {
	http.ResponseWriter
	operation   string
	code        int
	answerBytes int64  // bytes of the response body
	isWriting   bool   // an operation that changes data has started
	agent       string // that the request names (PROTOCOL.md 1.4), as it was sent
	id          string // of the request
	reason      string // why it was not done
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

// requestID is the header with the id of a request, in the answer and in the log. A proxy may have given it.
const requestID = "X-Request-Id"

var rightID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// identify gives a request an id, unless it has one that can be logged as it is.
func identify(x *loggedResponse, r *http.Request) {
	x.id = r.Header.Get(requestID)
	if !rightID.MatchString(x.id) {
		x.id = rand.Text()
	}
	x.Header().Set(requestID, x.id)
}

// requestOf returns the id of the request that is answered.
func requestOf(w http.ResponseWriter) slog.Attr {
	if x, ok := w.(*loggedResponse); ok {
		return slog.String("request", x.id)
	}
	return slog.Attr{}
}

// refusals are the codes of requests whose credential, address or rate is refused.
var refusals = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}

// logRequest writes a request's log line: never its body, its credential or its query string, where some clients put
// one too. An unknown path is sanitised and shortened. Successful health checks are logged at debug level, since
// they would outnumber everything else.
func (s *Service) logRequest(ctx context.Context, x *loggedResponse, r *http.Request, took time.Duration) {
	level, event := slog.LevelInfo, "answered"
	if slices.Contains(refusals, x.code) {
		level, event = slog.LevelWarn, "refused"
	}
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
		requestOf(x),
	}
	if event == "refused" { // other reasons may quote a body
		attributes = append(attributes, slog.String("reason", x.reason))
	}
	if x.agent != "" {
		attributes = append(attributes, slog.String("agent", safetext.LineFromText(x.agent).String()))
	}
	s.Log.LogAttrs(ctx, level, event, attributes...)
}
