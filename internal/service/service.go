// Package service answers the interface's operations over HTTP from a store: authentication, limits,
// every failure row of the document, and records written exactly.
package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// Config is what a service is made of.
type Config struct {
	Store             *store.Store
	Token             string // what is accepted until Accept changes it, see Credentials
	Author            string // of what is written with Token
	OrderUser         string
	OrderPassword     string
	RequestTime       time.Duration    // how long a request may take, 25 seconds when 0; what it reads ends then, or when the caller goes
	RequestsPerSecond float64          // the requests a second that each credential may make, 0 for any number
	AccountID         int64            // the account id that is accepted and returned (cm_id, cmId); 1 when 0
	Zone              *time.Location   // of every date (PROTOCOL.md 3.9)
	Log               *slog.Logger     // a line a request, faults of our own and panics; never bodies or credentials
	Now               func() time.Time // time.Now outside tests
}

// requestTime is a little less than the server gives an answer, so that whoever waits still reads why there is none.
const requestTime = 25 * time.Second

// Service answers the operations.
type Service struct {
	Config
	routes          map[string]http.HandlerFunc // by path
	credentials     atomic.Pointer[[]*credential]
	guesses         guesses
	vocabularyCache atomic.Pointer[vocabulary]
}

// New makes the handler of all operations.
func New(c Config) *Service {
	c.AccountID, c.RequestTime = cmp.Or(c.AccountID, 1), cmp.Or(c.RequestTime, requestTime)
	s := &Service{Config: c, routes: map[string]http.HandlerFunc{}}
	s.SetCredentials(Credentials{Token: c.Token, Author: c.Author, OrderUser: c.OrderUser, OrderPassword: c.OrderPassword})
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

// ServeHTTP checks the credential before anything else is looked at, so that who has none learns nothing.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &loggedResponse{ResponseWriter: w}
	defer s.logged(r.Context(), x, r, s.Now())
	defer s.recovered(x, r)
	s.serve(x, r)
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == healthPath {
		s.health(w, r)
		return
	}
	caller := s.admitted(r, wire.APIKey, wire.BasicAuth)
	if s.guessing(w, r, caller) {
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

// route finds an operation by exactly its path: a redirect to a tidier one would lose the body, or be followed with it.
func (s *Service) route(w http.ResponseWriter, r *http.Request) {
	serve := s.routes[r.URL.Path]
	if serve == nil {
		s.writeError(w, &apiError{http.StatusNotFound, wire.MsgNoEndpoint})
		return
	}
	serve(w, r)
}

// recovered answers a panic with 500 and logs it; http.ErrAbortHandler is meant and goes on.
func (s *Service) recovered(w http.ResponseWriter, r *http.Request) {
	switch fault := recover(); fault {
	case nil:
	case http.ErrAbortHandler:
		panic(fault)
	default:
		s.Log.Error("panic while answering", "path", safetext.LineFromText(r.URL.Path).String(), "fault", fault, "stack", string(debug.Stack()))
		s.writeError(w, panicked(w))
	}
}

// panicked is what is answered after a panic: of a write nobody can tell whether it was committed before.
func panicked(w http.ResponseWriter) error {
	if x, ok := w.(*loggedResponse); ok && x.isWriting {
		return errOutcome
	}
	return errInternal
}

// writing notes that what is being answered may be changing something from now on.
func writing(w http.ResponseWriter) {
	if x, ok := w.(*loggedResponse); ok {
		x.isWriting = true
	}
}

// inTime is the error of a request, or that it took too long: what is broken off then is told in many ways. Of a write
// nobody can tell whether it was committed.
func inTime(ctx context.Context, err error, isWrite bool) error {
	var f *apiError
	if err == nil || isWrite || errors.As(err, &f) || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	return errTooLong
}

// handlerFunc writes the answer to a request; the bodies of requests are decoded before it is called.
type handlerFunc func(ctx context.Context, w http.ResponseWriter) error

// register routes an operation's path (and alias): the credential of its group, method, body, then do.
func register[Req any](s *Service, op wire.OperationInfo, do func(Req) handlerFunc) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		setOperation(w, op.Name)
		caller := s.admitted(r, op.Group)
		if caller == nil {
			s.writeError(w, errAuth)
			return
		}
		if r.Method != wire.Method {
			w.Header().Set("Allow", wire.Method)
			s.writeError(w, &apiError{http.StatusMethodNotAllowed, "only POST is answered"})
			return
		}
		req, err := decode[Req](op, unwrapWriter(w), r)
		if err == nil && op.IsWrite {
			writing(w)
		}
		if err == nil {
			ctx, stop := context.WithTimeout(context.WithValue(r.Context(), callerKey{}, caller), s.RequestTime)
			defer stop()
			err = inTime(ctx, do(req)(ctx, w), op.IsWrite)
		}
		if op.IsWrite && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
			err = fmt.Errorf("%w: %w", errCommitted, err) // it may have been committed all the same
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
