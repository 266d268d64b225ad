package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

const firstWait = 200 * time.Millisecond

var errNoHost = errors.New("no address of its host is configured; nothing was sent")

// Option changes how one call decodes its response.
type Option func(*wire.DecodeOptions)

// OnTickets passes a pull's tickets to give in batches while the response is decoded. A retry passes the same tickets
// again.
func OnTickets(give func([]desk.Ticket)) Option {
	return func(r *wire.DecodeOptions) { r.OnTickets = give }
}

// Call performs an operation. A read that fails in transit, or with status 429 or 502 to 504, is retried within the
// time limit; a write is sent once. Every error is an *Error, except for a request that cannot be encoded, a host
// without an address and a failing PasswordFunc.
func Call[Req, Ans any](
	ctx context.Context,
	c *Client,
	op wire.Operation[Req, Ans],
	req Req,
	options ...Option,
) (Ans, error) {
	k, err := newCall(c, op, req, options...)
	if err != nil {
		var none Ans
		return none, err
	}
	return k.observe(ctx)
}

// CallChecked performs a write like Call. An answer against which check has an objection is not believed: the error is
// of kind Mismatched, with the objection as its message, and the outcome of the write is not known.
func CallChecked[Req, Ans any](
	ctx context.Context, c *Client, op wire.Operation[Req, Ans], req Req, check func(Ans) (objection safetext.Line),
) (Ans, error) {
	k, err := newCall(c, op, req)
	if err != nil {
		var none Ans
		return none, err
	}
	k.check = check
	return k.observe(ctx)
}

func newCall[Req, Ans any](c *Client, op wire.Operation[Req, Ans], req Req, options ...Option) (call[Ans], error) {
	body, err := op.Encode(req)
	if err != nil {
		return call[Ans]{}, err
	}
	reading := wire.DecodeOptions{Zone: c.Zone, SubStatuses: c.SubStatuses}
	for _, option := range options {
		option(&reading)
	}
	read := func(ctx context.Context, r io.Reader) (Ans, error) {
		in := reading
		in.Ended = ctx.Err
		return op.Decode(r, in)
	}
	return call[Ans]{client: c, op: op.OperationInfo, body: body, read: read}, nil
}

// CallRaw performs an operation with a raw body and returns the raw response, also with an error as far as one was
// received. Like Call, it retries only reads.
func CallRaw(ctx context.Context, c *Client, op wire.OperationInfo, body []byte) (answer []byte, err error) {
	k := call[[]byte]{client: c, op: op, body: body, read: func(_ context.Context, r io.Reader) ([]byte, error) {
		answer, err := io.ReadAll(r)
		if err != nil {
			return answer, &wire.DecodeError{Err: err}
		}
		return answer, wire.CheckResponse(answer)
	}}
	return k.observe(ctx)
}

// call is a call of an operation: its encoded request, and how the response is read.
type call[Ans any] struct {
	client *Client
	op     wire.OperationInfo
	body   []byte
	read   func(context.Context, io.Reader) (Ans, error) // ends with the context
	check  func(Ans) safetext.Line                       // returns why a successful answer is not believed; may be nil
}

// observe performs the call and reports its result to OnDone.
func (k call[Ans]) observe(ctx context.Context) (Ans, error) {
	c := k.client
	c.calls.Add(1)
	defer c.calls.Add(-1)
	if c.OnDone == nil {
		return k.doChecked(ctx)
	}
	result, began := CallResult{Op: k.op, Request: k.body}, time.Now()
	var received bytes.Buffer
	read := k.read
	k.read = func(ctx context.Context, r io.Reader) (Ans, error) {
		if k.op.IsWrite {
			r = io.TeeReader(r, &received)
		}
		return read(ctx, r)
	}
	ans, err := k.doChecked(ctx)
	result.Answer, result.Took, result.Err = received.Bytes(), time.Since(began), err
	_ = guard.Do(func() { c.OnDone(ctx, result) }) // a panic in the hook must not hide the result
	return ans, err
}

// doChecked performs the call and checks its answer.
func (k call[Ans]) doChecked(ctx context.Context) (Ans, error) {
	ans, err := k.doWithRetry(ctx)
	if err != nil || k.check == nil {
		return ans, err
	}
	if objection := k.check(ans); !objection.IsEmpty() {
		return ans, &Error{Op: k.op, Kind: Mismatched, Code: http.StatusOK, Message: objection, Sent: true}
	}
	return ans, nil
}

// doWithRetry performs the call, retrying a read with backoff.
func (k call[Ans]) doWithRetry(ctx context.Context) (Ans, error) {
	var none Ans
	c, op := k.client, k.op
	if c.ReadOnly && op.IsWrite {
		return none, &Error{Op: op, Kind: ReadOnly}
	}
	if c.hosts[op.Host] == nil {
		return none, fmt.Errorf("%s: %w", op.Name, errNoHost)
	}
	credential, err := c.credential(ctx, op)
	if err != nil {
		return none, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	for try := 1; ; try++ {
		ans, wait, fault := k.doOnce(ctx, credential, try)
		if fault == nil {
			return ans, nil
		}
		if !op.IsWrite && errors.Is(ctx.Err(), context.Canceled) {
			fault.Kind = Canceled // whatever the service in the same process says of a reader who has gone
		}
		if op.IsWrite || try >= c.ReadTries || !isRetryable(fault) || !Sleep(ctx, wait) {
			return ans, fault
		}
	}
}

// doOnce makes one attempt and returns how long to wait before the next one. A panic in sending or decoding becomes an
// Internal error: the outcome of a write that may have been sent is then unknown.
func (k call[Ans]) doOnce(
	ctx context.Context, credential Secret, try int,
) (ans Ans, wait time.Duration, fault *Error) {
	var sent atomic.Bool
	err := guard.Do(func() { ans, wait, fault = k.exchange(ctx, credential, try, &sent) })
	if err != nil {
		return ans, 0, failed(k.op, 0, sent.Load(), err)
	}
	return ans, wait, fault
}

// exchange sends the request and decodes its response; sent is set once the service may have received the request.
func (k call[Ans]) exchange(
	ctx context.Context, credential Secret, try int, sent *atomic.Bool,
) (ans Ans, wait time.Duration, fault *Error) {
	c, op := k.client, k.op
	request, err := c.request(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { sent.Store(true) },
	}), op, credential, k.body)
	if err != nil {
		return ans, 0, failed(op, 0, false, err)
	}
	wait = backoff(try)
	answer, err := c.http.Do(request)
	if err != nil {
		return ans, wait, failed(op, 0, sent.Load(), err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return ans, 0, failed(op, answer.StatusCode, true, errors.New("redirected"))
	}
	limit := op.Limits.Bytes
	if c.MaxResponseBytes > 0 {
		limit = min(limit, c.MaxResponseBytes)
	}
	from := &limitedReader{from: answer.Body, left: limit, limit: limit}
	var received bytes.Buffer
	response := &inTurn{from: c.keepResponse(from, &received)}
	defer response.end()
	ans, err = k.read(ctx, response)
	response.end()
	switch {
	case err == nil:
		if c.OnResponse != nil {
			_ = guard.Do(func() { c.OnResponse(op, k.body, received.Bytes()) })
		}
		return ans, 0, nil
	case from.err != nil && answer.StatusCode == http.StatusOK:
		return ans, wait, failed(op, 0, true, from.err) // an interrupted response is not judged by its beginning
	}
	fault = failed(op, answer.StatusCode, true, err)
	fault.Message = redact(fault.Message, credential, request)
	if whole, raw := any(ans).([]byte); raw { // of CallRaw, which returns the response unchanged
		ans, _ = any(hideBytes(whole, credential, request)).(Ans)
	}
	fault.RetryAfter = retryAfter(answer.Header.Get("Retry-After"))
	return ans, max(wait, fault.RetryAfter), fault
}

// keepResponse returns a reader that copies what it reads to keep when OnResponse is set.
func (c *Client) keepResponse(from io.Reader, keep *bytes.Buffer) io.Reader {
	if c.OnResponse == nil {
		return from
	}
	return io.TeeReader(from, keep)
}

// request builds the HTTP request of an operation, addressed to its host and with the credential.
func (c *Client) request(
	ctx context.Context,
	op wire.OperationInfo,
	credential Secret,
	body []byte,
) (*http.Request, error) {
	host := c.hosts[op.Host]
	request, err := http.NewRequestWithContext(ctx, wire.Method, host.String()+op.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.GetBody = nil // otherwise the transport may resend the body
	if op.Body == wire.NoBody {
		request.Body = http.NoBody
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	if op.Group == wire.BasicAuth {
		request.SetBasicAuth(c.User, string(credential))
	} else {
		request.Header.Set("Authorization", wire.WithScheme(string(credential)))
	}
	if credential == c.credentials().Token { // another one is the agent's own
		err = c.nameAgent(ctx, op, request.Header)
	}
	return request, err
}

// nameAgent tells the service for whom a write is sent, if it was set up for that.
func (c *Client) nameAgent(ctx context.Context, op wire.OperationInfo, header http.Header) error {
	if c.OnBehalfOf == nil || !op.IsWrite || op.Group != wire.APIKey {
		return nil
	}
	name, err := c.OnBehalfOf(ctx)
	if err == nil {
		header.Set(wire.OnBehalfOf, name.String())
	}
	return err
}

// credential returns the credential of an operation. It is fetched before the call's time limit starts: unlocking a
// keyring may wait for the user.
func (c *Client) credential(ctx context.Context, op wire.OperationInfo) (Secret, error) {
	now := c.credentials()
	if op.Group != wire.BasicAuth && op.IsWrite && c.WriterToken != nil {
		if own, err := c.WriterToken(ctx); own != "" || err != nil {
			return own, err
		}
	}
	switch {
	case op.Group != wire.BasicAuth:
		return now.Token, nil
	case now.Password != "" || now.PasswordFunc == nil:
		return now.Password, nil
	}
	return now.PasswordFunc(ctx)
}

// isRetryable reports whether a later attempt may succeed.
func isRetryable(e *Error) bool {
	switch e.Code {
	case 0:
		return e.Kind == Unreachable || e.Kind == Timeout
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusOK:
		return errors.Is(e.Err, io.ErrUnexpectedEOF)
	}
	return false
}

// backoff returns an exponential delay, jittered so that consoles do not retry in step.
func backoff(try int) time.Duration {
	full := firstWait << (try - 1)
	return full/2 + rand.N(full/2)
}

// maxRetryAfter limits Retry-After, in seconds: larger values would overflow, and no call lasts that long.
const maxRetryAfter = 24 * 60 * 60

// retryAfter parses a Retry-After header as seconds or as a date; 0 when it is neither.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, maxRetryAfter)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// Sleep waits and reports whether it waited in full. It returns false at once when the deadline would pass first, so
// that the caller gets the error without delay.
func Sleep(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return false
	}
	return guard.Sleep(ctx, wait)
}

// limitedReader limits a response to left bytes and records the transport error that interrupted it.
type limitedReader struct {
	from  io.Reader
	left  int64
	limit int64
	err   error
}

// Read reads up to the limit and then returns a *wire.TooLargeError.
func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, wire.NewTooManyBytesError(l.limit)
	}
	n, err := l.from.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}
