package backend_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"regexp"
	"strings"
	"sync"

	"frontdesk/internal/client"
)

var errCut = errors.New("the connection was cut")

// ownWrite is the header by which the desk tells the agent's writes, each by its name, from those of other clients, which
// may be the same to the last byte.
const ownWrite = "X-Own-Write"

// deskCount is a service that counts how often each write of the agent was carried out.
type deskCount struct {
	http.Handler
	mu      sync.Mutex
	carried map[string]int
}

var mark = regexp.MustCompile(`mark-\d+`)

// isWrite says whether a request adds or changes something.
func isWrite(r *http.Request) bool {
	return strings.Contains(r.URL.Path, "/add-") || strings.Contains(r.URL.Path, "/update-ticket")
}

func (d *deskCount) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isWrite(r) {
		d.Handler.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), broken{err}))
	head := &headed{ResponseWriter: w, code: http.StatusOK}
	d.Handler.ServeHTTP(head, r)
	if head.code == http.StatusOK {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.carried[r.Header.Get(ownWrite)]++
	}
}

func (d *deskCount) count(write string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.carried[write]
}

// headed remembers the code of an answer.
type headed struct {
	http.ResponseWriter
	code int
}

func (h *headed) WriteHeader(code int) {
	h.code = code
	h.ResponseWriter.WriteHeader(code)
}

// broken ends a body as its way to the service did.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	return 0, io.EOF
}

// cut is a stage at which the way between console and desk is cut.
type cut struct {
	name string
	// answer is what a write comes to; through lets it pass.
	answer func(r *http.Request, through func(*http.Request) (*http.Response, error)) (*http.Response, error)
}

type trip = func(*http.Request) (*http.Response, error)

// left tells the client that its request was written to the wire.
func left(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}

// carriedOut lets a write pass and throws its answer away.
func carriedOut(r *http.Request, through trip) error {
	answer, err := through(r)
	if err == nil {
		_, _ = io.Copy(io.Discard, answer.Body)
		err = answer.Body.Close()
	}
	return err
}

// says answers something whatever the service says.
func says(code int, body string, end error) *http.Response {
	return &http.Response{
		StatusCode: code, Header: http.Header{}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1,
		Body: io.NopCloser(io.MultiReader(strings.NewReader(body), broken{end})),
	}
}

// instead answers in the service's place, after the write was carried out or not.
func instead(carried bool, code int, body string) func(*http.Request, trip) (*http.Response, error) {
	return func(r *http.Request, through trip) (*http.Response, error) {
		left(r)
		if carried {
			if err := carriedOut(r, through); err != nil {
				return nil, err
			}
		}
		return says(code, body, nil), nil
	}
}

// cuts are the stages. What answers "failed" has not carried the write out: services that lie are not among them.
var cuts = []cut{
	{"nothing", func(r *http.Request, through trip) (*http.Response, error) { return through(r) }},
	{"before the dial", func(*http.Request, trip) (*http.Response, error) { return nil, errCut }},
	{"after the headers", func(r *http.Request, _ trip) (*http.Response, error) {
		left(r)
		return nil, errCut
	}},
	{"in the middle of the body", func(r *http.Request, through trip) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), broken{io.ErrUnexpectedEOF}))
		_ = carriedOut(r, through)
		return nil, errCut
	}},
	{"before the answer", func(r *http.Request, through trip) (*http.Response, error) {
		if err := carriedOut(r, through); err != nil {
			return nil, err
		}
		return nil, io.ErrUnexpectedEOF
	}},
	{"in the middle of the answer", func(r *http.Request, through trip) (*http.Response, error) {
		answer, err := through(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return nil, err
		}
		return says(answer.StatusCode, string(body[:len(body)/2]), io.ErrUnexpectedEOF), answer.Body.Close()
	}},
	{"no answer, carried out", func(r *http.Request, through trip) (*http.Response, error) {
		if err := carriedOut(r, through); err != nil {
			return nil, err
		}
		<-r.Context().Done()
		return nil, r.Context().Err()
	}},
	{"no answer, not carried out", func(r *http.Request, _ trip) (*http.Response, error) {
		left(r)
		<-r.Context().Done()
		return nil, r.Context().Err()
	}},
	{"an empty answer, carried out", instead(true, 200, "")},
	{"an empty answer, not carried out", instead(false, 200, "")},
	{"a page, carried out", instead(true, 200, "<html>\x1b[31mwelcome</html>")},
	{"a page of a gateway, carried out", instead(true, 502, "<html>bad gateway</html>")},
	{"a page of a gateway, not carried out", instead(false, 504, "<html>time-out</html>")},
	{"a success that names nothing, carried out", instead(true, 200, `{"status":"success"}`)},
	{"a failure with 200", instead(false, 200, `{"status":"failed","message":"busy"}`)},
	{"a failure with 500", instead(false, 500, `{"status":"failed","message":"fault"}`)},
	{"an expired credential", instead(false, 401, `{"status":"failed","message":"Invalid Auth Key"}`)},
	{"too many requests", instead(false, 429, `{"status":"failed","message":"slow down"}`)},
}

// network cuts the next write at a stage, and everything when it is down.
type network struct {
	desk *client.HandlerTransport

	mu        sync.Mutex
	write     string // the name of the agent's write
	blind     int    // reads that are answered with a fault
	others    int    // clients that send the same, each before or after the next write
	same      int    // of them that have done so
	down      bool
	downAfter bool // a write
	next      cut
	seen      func(write bool) bool // told of every request before anything of it leaves; false cuts it off; nil for nobody
}

// RoundTrip implements http.RoundTripper.
func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	down, next, seen := n.down, n.next, n.seen
	n.mu.Unlock()
	if seen != nil && !seen(isWrite(r)) || down {
		return nil, errCut
	}
	if !isWrite(r) {
		return n.read(r)
	}
	n.mu.Lock()
	n.down, n.next = n.downAfter, cuts[0]
	others := n.others
	n.others = 0
	r.Header.Set(ownWrite, n.write)
	n.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	early := others / 2
	n.sendSame(r, body, early)
	r.Body = io.NopCloser(bytes.NewReader(body))
	defer n.sendSame(r, body, others-early)
	return next.answer(r, n.desk.RoundTrip)
}

// read lets a read pass, or answers in the service's place that it failed.
func (n *network) read(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	blind := n.blind > 0
	n.blind--
	n.mu.Unlock()
	if blind {
		return says(500, `{"status":"failed","message":"fault"}`, nil), nil
	}
	return n.desk.RoundTrip(r)
}

// sendSame is what other clients do: they send a request that is the same to the last byte.
func (n *network) sendSame(r *http.Request, body []byte, times int) {
	for range times {
		same := r.Clone(context.Background())
		same.Header.Del(ownWrite)
		same.Body = io.NopCloser(bytes.NewReader(body))
		answer, err := n.desk.RoundTrip(same)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		n.mu.Lock()
		n.same++
		n.mu.Unlock()
	}
}

// among says what other clients and the service do while a write is under way.
func (n *network) among(write string, blind, others int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.write, n.blind, n.others = write, blind, others
}

// sentByOthers is how often others have sent the same, and begins to count anew.
func (n *network) sentByOthers() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	same := n.same
	n.same = 0
	return same
}

// set says what happens from now on.
func (n *network) set(down, downAfter bool, next cut, seen func(bool) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down, n.downAfter, n.next, n.seen = down, downAfter, next, seen
}
