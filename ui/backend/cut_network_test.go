package backend_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"regexp"
	"strings"
	"sync"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

var errCut = errors.New("the connection was cut")

// ownWrite is the header by which the desk tells the agent's writes, each by its name, from those of other clients,
// which may be the same to the last byte.
const ownWrite = "X-Own-Write"

// answerOfWriteBefore is the header that holds the answer to the write before on its way to a cut.
const answerOfWriteBefore = "X-Answer-Before"

// deskCount is a service that counts how often each write of the agent was carried out.
type deskCount struct {
	http.Handler
	mu      sync.Mutex
	carried map[string]int
}

var mark = regexp.MustCompile(`mark-\d+`)

// isWrite reports whether a request adds or changes something.
func isWrite(r *http.Request) bool {
	return strings.Contains(r.URL.Path, "/add-") || strings.Contains(r.URL.Path, "/update-ticket")
}

func (d *deskCount) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isWrite(r) {
		d.Handler.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), brokenBody{err}))
	author := agentName
	if r.Header.Get(ownWrite) == "" {
		author = "Ben Carter" // another client
	}
	r = r.WithContext(desk.WithAgent(r.Context(), safetext.LineFromText(author)))
	head := &statusRecorder{ResponseWriter: w, code: http.StatusOK}
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

// statusRecorder records the status code of an answer.
type statusRecorder struct {
	http.ResponseWriter
	code int
}

func (h *statusRecorder) WriteHeader(code int) {
	h.code = code
	h.ResponseWriter.WriteHeader(code)
}

// brokenBody ends a body with the error of its connection.
type brokenBody struct{ err error }

func (b brokenBody) Read([]byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	return 0, io.EOF
}

// cut is a stage at which the connection between console and desk is cut.
type cut struct {
	name string
	// answer is what a write comes to; through lets it pass.
	answer func(r *http.Request, through func(*http.Request) (*http.Response, error)) (*http.Response, error)
}

type roundTrip = func(*http.Request) (*http.Response, error)

// markSent tells the client that its request was written to the connection.
func markSent(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}

// carryOut lets a write pass and drops its answer.
func carryOut(r *http.Request, through roundTrip) error {
	answer, err := through(r)
	if err == nil {
		_, _ = io.Copy(io.Discard, answer.Body)
		err = answer.Body.Close()
	}
	return err
}

// newResponse returns a response whose body ends with an error, whatever the service says.
func newResponse(code int, body string, end error) *http.Response {
	return &http.Response{
		StatusCode: code, Header: http.Header{}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1,
		Body: io.NopCloser(io.MultiReader(strings.NewReader(body), brokenBody{end})),
	}
}

// answerInstead answers in the service's place, after the write was carried out or not.
func answerInstead(carried bool, code int, body string) func(*http.Request, roundTrip) (*http.Response, error) {
	return func(r *http.Request, through roundTrip) (*http.Response, error) {
		markSent(r)
		if carried {
			if err := carryOut(r, through); err != nil {
				return nil, err
			}
		}
		return newResponse(code, body, nil), nil
	}
}

// answerBefore answers with what the write before was answered, after the write was carried out or not.
func answerBefore(carried bool) func(*http.Request, roundTrip) (*http.Response, error) {
	return func(r *http.Request, through roundTrip) (*http.Response, error) {
		before := r.Header.Get(answerOfWriteBefore)
		r.Header.Del(answerOfWriteBefore)
		return answerInstead(carried, 200, cmp.Or(before, `{"status":"success"}`))(r, through)
	}
}

// cuts are the stages. What answers "failed" has not carried the write out: services that lie are not among them.
var cuts = []cut{
	{"nothing", func(r *http.Request, through roundTrip) (*http.Response, error) { return through(r) }},
	{"before the dial", func(*http.Request, roundTrip) (*http.Response, error) { return nil, errCut }},
	{"after the headers", func(r *http.Request, _ roundTrip) (*http.Response, error) {
		markSent(r)
		return nil, errCut
	}},
	{"in the middle of the body", func(r *http.Request, through roundTrip) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), brokenBody{io.ErrUnexpectedEOF}))
		_ = carryOut(r, through)
		return nil, errCut
	}},
	{"before the answer", func(r *http.Request, through roundTrip) (*http.Response, error) {
		if err := carryOut(r, through); err != nil {
			return nil, err
		}
		return nil, io.ErrUnexpectedEOF
	}},
	{"in the middle of the answer", func(r *http.Request, through roundTrip) (*http.Response, error) {
		answer, err := through(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return nil, err
		}
		return newResponse(answer.StatusCode, string(body[:len(body)/2]), io.ErrUnexpectedEOF), answer.Body.Close()
	}},
	{"no answer, carried out", func(r *http.Request, through roundTrip) (*http.Response, error) {
		if err := carryOut(r, through); err != nil {
			return nil, err
		}
		<-r.Context().Done()
		return nil, r.Context().Err()
	}},
	{"no answer, not carried out", func(r *http.Request, _ roundTrip) (*http.Response, error) {
		markSent(r)
		<-r.Context().Done()
		return nil, r.Context().Err()
	}},
	{"an empty answer, carried out", answerInstead(true, 200, "")},
	{"an empty answer, not carried out", answerInstead(false, 200, "")},
	{"a page, carried out", answerInstead(true, 200, "<html>\x1b[31mwelcome</html>")},
	{"a page of a gateway, carried out", answerInstead(true, 502, "<html>bad gateway</html>")},
	{"a page of a gateway, not carried out", answerInstead(false, 504, "<html>time-out</html>")},
	{"a success that names nothing, carried out", answerInstead(true, 200, `{"status":"success"}`)},
	{"the answer to the write before, carried out", answerBefore(true)},
	{"the answer to the write before, not carried out", answerBefore(false)},
	{"a failure with 200", answerInstead(false, 200, `{"status":"failed","message":"busy"}`)},
	{"a failure with 500", answerInstead(false, 500, `{"status":"failed","message":"fault"}`)},
	{"an expired credential", answerInstead(false, 401, `{"status":"failed","message":"Invalid Auth Key"}`)},
	{"too many requests", answerInstead(false, 429, `{"status":"failed","message":"slow down"}`)},
}

// cutNetwork cuts the next write at a stage, and every request while it is down.
type cutNetwork struct {
	desk *client.HandlerTransport

	mu        sync.Mutex
	write     string // the name of the agent's write
	last      string // the answer to the last write that was carried out
	blind     int    // reads that are answered with a fault
	others    int    // clients that send the same, each before or after the next write
	same      int    // of them that have done so
	down      bool
	downAfter bool // a write
	next      cut
	seen      func(write bool) bool // told of every request before anything of it leaves; false cuts it off; nil for nobody
}

// RoundTrip implements http.RoundTripper.
func (n *cutNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
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
	r.Header.Set(answerOfWriteBefore, n.last)
	n.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	early := others / 2
	n.sendSame(r, body, early)
	r.Body = io.NopCloser(bytes.NewReader(body))
	defer n.sendSame(r, body, others-early)
	return next.answer(r, n.carryOut)
}

// carryOut lets a write pass and keeps its answer.
func (n *cutNetwork) carryOut(r *http.Request) (*http.Response, error) {
	r.Header.Del(answerOfWriteBefore)
	answer, err := n.desk.RoundTrip(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		return answer, err
	}
	body, err := io.ReadAll(answer.Body)
	n.mu.Lock()
	n.last = string(body)
	n.mu.Unlock()
	answer.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), brokenBody{err}))
	return answer, nil
}

// read lets a read pass, or answers in the service's place that it failed.
func (n *cutNetwork) read(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	blind := n.blind > 0
	n.blind--
	n.mu.Unlock()
	if blind {
		return newResponse(500, `{"status":"failed","message":"fault"}`, nil), nil
	}
	return n.desk.RoundTrip(r)
}

// sendSame sends a request again as other clients do, the same to the last byte.
func (n *cutNetwork) sendSame(r *http.Request, body []byte, times int) {
	for range times {
		same := r.Clone(context.Background())
		same.Header.Del(answerOfWriteBefore)
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

// prepareWrite says what other clients and the service do while a write is under way.
func (n *cutNetwork) prepareWrite(write string, blind, others int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.write, n.blind, n.others = write, blind, others
}

// takeSentByOthers returns how often others have sent the same since its last call.
func (n *cutNetwork) takeSentByOthers() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	same := n.same
	n.same = 0
	return same
}

// set replaces what happens from now on.
func (n *cutNetwork) set(down, downAfter bool, next cut, seen func(bool) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down, n.downAfter, n.next, n.seen = down, downAfter, next, seen
}
