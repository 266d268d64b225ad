// Package service answers the interface's operations (PROTOCOL.md chapter 4) over HTTP from a store: authentication,
// rate limits, validation, error responses and records.
package service

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// Config configures a service.
type Config struct {
	Store             Store
	Token             string // API key, until SetCredentials replaces it; see Credentials
	Author            string // author of what is written with Token
	OrderUser         string
	OrderPassword     string
	RequestTime       time.Duration    // time limit of a request, 25 seconds when 0
	RequestsPerSecond float64          // rate limit of each credential, 0 for none
	AccountID         int64            // the only account id accepted and returned (cm_id, cmId); 1 when 0
	Zone              *time.Location   // of all dates (PROTOCOL.md 3.9)
	Log               *slog.Logger     // requests, internal errors and panics; never bodies or credentials
	Now               func() time.Time // time.Now outside tests
}

// requestTime is a little less than the server's write timeout, so that the client still receives the error
// response.
const requestTime = 25 * time.Second

// Service is the HTTP handler of all operations.
type Service struct {
	Config
	routes          map[string]http.HandlerFunc // by path
	credentials     atomic.Pointer[[]*credential]
	guesses         *guessLimiter
	vocabularyCache atomic.Pointer[vocabulary]
	draining        atomic.Bool
	counts          counts
}

// New returns a service with all operations registered.
func New(c Config) *Service {
	c.AccountID, c.RequestTime = cmp.Or(c.AccountID, 1), cmp.Or(c.RequestTime, requestTime)
	s := &Service{Config: c, routes: map[string]http.HandlerFunc{}, guesses: newGuessLimiter(), counts: newCounts()}
	s.SetCredentials(
		Credentials{Token: c.Token, Author: c.Author, OrderUser: c.OrderUser, OrderPassword: c.OrderPassword},
	)
	register(s, wire.AddCustomer.OperationInfo, s.saveCustomer) // and Update Customer, on the same path
	register(s, wire.GetCustomer.OperationInfo, s.getCustomer)
	register(s, wire.PullCustomer.OperationInfo, s.pullCustomer)
	register(s, wire.AddOrder.OperationInfo, s.saveOrder) // and Update Order
	register(s, wire.PullOrder.OperationInfo, s.pullOrder)
	register(s, wire.AddTicket.OperationInfo, s.addTicket)
	register(s, wire.UpdateTicket.OperationInfo, s.updateTicket)
	register(s, wire.GetTicket.OperationInfo, s.getTicket)
	register(s, wire.PullTicket.OperationInfo, s.pullTicket)
	register(s, wire.SearchFAQ.OperationInfo, s.searchFAQ)
	register(s, wire.FAQCategories.OperationInfo, s.categories)
	return s
}

// ServeHTTP logs the request, recovers from panics and checks the credential before anything else, so that a
// request without one reveals nothing.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &loggedResponse{ResponseWriter: w}
	identify(x, r)
	defer s.recordAnswer(r.Context(), x, r, s.Now())
	defer s.handlePanic(x, r)
	if s.draining.Load() {
		x.Header().Set("Connection", "close")
	}
	s.serve(x, r)
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	if path := exactPath(r); path == healthPath || path == readyPath {
		s.health(w, r)
		return
	}
	if len(r.Header.Values("Authorization")) > 1 { // a proxy before the service may have believed the other one
		s.writeError(w, errAuthorizations)
		return
	}
	caller := s.authenticate(r, wire.APIKey, wire.BasicAuth)
	if s.rejectIfGuessing(w, r, caller) {
		return
	}
	if caller == nil {
		s.writeError(w, errAuth)
		return
	}
	if s.rejectIfRateLimited(w, caller) {
		return
	}
	s.route(w, r)
}

// route selects an operation by exact path: a redirect to a cleaned path would lose the body or send it again.
func (s *Service) route(w http.ResponseWriter, r *http.Request) {
	serve := s.routes[exactPath(r)]
	if serve == nil {
		s.writeError(w, &apiError{http.StatusNotFound, wire.MsgNoEndpoint})
		return
	}
	serve(w, r)
}

// exactPath returns the path of a request as it was sent, or "" if a character of it was encoded, such as a slash by
// %2f: no path needs that, and a proxy before the service may have taken it for another one.
func exactPath(r *http.Request) string {
	if r.URL.RawPath != "" {
		return ""
	}
	return r.URL.Path
}

// handlePanic logs a panic and responds with 500. It raises http.ErrAbortHandler again, which is raised on purpose.
func (s *Service) handlePanic(w http.ResponseWriter, r *http.Request) {
	switch value := recover(); value {
	case nil:
	case http.ErrAbortHandler:
		panic(value)
	default:
		s.Log.Error(
			"panic while answering",
			"path",
			safetext.LineFromText(r.URL.Path).String(),
			"error",
			value,
			"stack",
			string(debug.Stack()),
			requestOf(w),
		)
		s.writeError(w, panicError(w))
	}
}

// panicError returns the error to respond with after a panic: the outcome of a write is unknown, since it may have
// been committed.
func panicError(w http.ResponseWriter) error {
	if x, ok := w.(*loggedResponse); ok && x.isWriting {
		return errOutcome
	}
	return errInternal
}

// markAsWriting marks the request as one that may change data from now on.
func markAsWriting(w http.ResponseWriter) {
	if x, ok := w.(*loggedResponse); ok {
		x.isWriting = true
	}
}

// timeoutError replaces the error of a request that ran out of time. That of a read takes many forms. A write was given
// up before it was committed if the store says so by the error of the time: a commit does not end with its request.
func timeoutError(ctx context.Context, err error, isWrite bool) error {
	var apiErr *apiError
	switch {
	case err == nil, errors.As(err, &apiErr), !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return err
	case !isWrite:
		return errTooLong
	case errors.Is(err, ctx.Err()) && !isOutcomeUnknown(err):
		return errGivenUp
	}
	return err
}

// handlerFunc writes the response to a request that has been decoded.
type handlerFunc func(ctx context.Context, w http.ResponseWriter) error

// answer decodes the body of a request and does what it asks for.
func answer[Req any](
	ctx context.Context, op wire.OperationInfo, do func(Req) handlerFunc, w http.ResponseWriter, r *http.Request,
) error {
	req, err := decode[Req](op, unwrapWriter(w), r)
	if err != nil {
		return err
	}
	if op.IsWrite {
		markAsWriting(w)
	}
	return timeoutError(ctx, do(req)(ctx, w), op.IsWrite)
}

// register routes an operation's path and alias to a handler that checks the credential's group and the method,
// decodes the body and calls do.
func register[Req any](s *Service, op wire.OperationInfo, do func(Req) handlerFunc) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		setOperation(w, op.Name)
		caller := s.authenticate(r, op.Group)
		if caller == nil {
			s.writeError(w, errAuth)
			return
		}
		if r.Method != wire.Method {
			w.Header().Set("Allow", wire.Method)
			s.writeError(w, &apiError{http.StatusMethodNotAllowed, "only POST is answered"})
			return
		}
		ctx, stop := context.WithTimeout(r.Context(), s.RequestTime)
		defer stop()
		ctx, err := s.withAuthor(ctx, w, r, caller)
		if err == nil {
			err = answer(ctx, op, do, w, r)
		}
		if err != nil {
			s.writeError(w, err)
		}
	}
	s.routes[op.Path] = serve
	if op.Alias != "" {
		s.routes[op.Alias] = serve
	}
}

// The health checks are an addition to the interface and need no credential (PROTOCOL.md 7.3).
const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
	healthTime = 2 * time.Second
)

func isHealthCheck(operation string) bool {
	return "/"+operation == healthPath || "/"+operation == readyPath
}

// Drain makes /readyz answer 503 from now on, so that a balancer sends requests elsewhere. All else is still answered,
// and each answer ends its connection: a client that would use it again might send a write just when the service closes
// it, and could not know what became of it.
func (s *Service) Drain() { s.draining.Store(true) }

// health reports whether the desk can be read and written, and nothing else about it.
func (s *Service) health(w http.ResponseWriter, r *http.Request) {
	setOperation(w, strings.TrimPrefix(r.URL.Path, "/"))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.writeError(w, &apiError{http.StatusMethodNotAllowed, "only GET and HEAD are answered"})
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == readyPath && s.draining.Load() {
		s.writeError(w, &apiError{http.StatusServiceUnavailable, "the service is shutting down"})
		return
	}
	ctx, stop := context.WithTimeout(r.Context(), healthTime)
	defer stop()
	if err := s.Store.Ping(ctx); err != nil {
		s.Log.Error("the desk cannot be read", "error", safetext.LineFromText(err.Error()).String())
		s.writeError(w, &apiError{http.StatusServiceUnavailable, "the desk cannot be read"})
		return
	}
	if err := s.Store.CheckWrite(ctx); err != nil {
		s.Log.Error("the desk cannot be written", "error", safetext.LineFromText(err.Error()).String())
		s.writeError(w, &apiError{http.StatusServiceUnavailable, "the desk cannot be written"})
		return
	}
	status := "ok"
	if r.URL.Path == healthPath && s.Store.IsChecking() {
		status = "checking"
	}
	writeBody(w, http.StatusOK, []byte(`{"status":"`+status+`"}`))
}

// rows are the rows of a pull.
type rows[T any] = iter.Seq2[store.LazyRow[T], error]

// Store is the desk that a service answers from. A store.Store is one, on SQLite as well as on PostgreSQL. The
// functions that changes are made with may run more than once.
type Store interface {
	AddTicket(ctx context.Context, t store.Ticket) (store.Ticket, error)
	UpdateTicket(ctx context.Context, id string, change func(*store.Ticket) (store.Note, error)) (store.Ticket, error)
	Tickets(ctx context.Context, ids []string) ([]store.Ticket, error)
	EachTicket(ctx context.Context, ids []string) iter.Seq2[store.Ticket, error]
	PullTickets(ctx context.Context, from, to time.Time, limit int) (int, rows[store.Ticket], error)

	SaveCustomer(
		ctx context.Context,
		id, enquiry int64,
		change func(*store.Customer, *store.Enquiry) (hasEnquiry bool, err error),
	) (store.Customer, error)
	PullCustomers(ctx context.Context, f store.Filter, p store.Page) rows[store.Customer]

	SaveOrder(
		ctx context.Context,
		key store.OrderRef,
		change func(*store.OrderAggregate) error,
	) (store.OrderAggregate, error)
	PullOrders(ctx context.Context, f store.Filter, p store.Page) (int, rows[store.Order], error)

	SearchArticles(ctx context.Context, key string, limit int) ([]store.Article, error)
	Categories(ctx context.Context) ([]store.Category, error)

	SubStatuses(ctx context.Context) ([]store.SubStatus, error)
	Queues(ctx context.Context) ([]store.Queue, error)
	Dispositions(ctx context.Context) ([]string, error)
	Agents(ctx context.Context) ([]store.Agent, error)
	SLARules(ctx context.Context) ([]store.SLARule, error)
	Generation() int64 // changes when this process loads or imports data

	IsChecking() bool                     // the file of the desk is still being looked through
	Ping(ctx context.Context) error       // why nothing can be read
	CheckWrite(ctx context.Context) error // why nothing can be written
}
