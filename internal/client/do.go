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
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

const (
	maxTries  = 4
	maxAnswer = 256 << 20 // bytes after decompression
	firstWait = 200 * time.Millisecond
)

var (
	errTooLarge = errors.New("the answer is larger than the limit")
	errNoHost   = errors.New("no address of its host is configured; nothing was sent")
)

// Option alters one call.
type Option func(*wire.DecodeOptions)

// OnTickets hands over a pull's tickets some at a time while the answer is read. A read that is tried
// again hands over the same tickets again.
func OnTickets(give func([]desk.Ticket)) Option {
	return func(r *wire.DecodeOptions) { r.OnTickets = give }
}

// Call performs an operation. A read that fails on the way, or is answered 429 or 502 to 504, is tried again
// within the time limit; a write is sent once. Every error is an *Error, but for a request that
// cannot be written, a host without an address and a password that cannot be had.
func Call[Req, Ans any](ctx context.Context, c *Client, op wire.Operation[Req, Ans], req Req, options ...Option) (Ans, error) {
	body, err := op.Encode(req)
	if err != nil {
		var none Ans
		return none, err
	}
	reading := wire.DecodeOptions{Zone: c.Zone}
	for _, option := range options {
		option(&reading)
	}
	return observe(ctx, c, op.OperationInfo, body, func(r io.Reader) (Ans, error) { return op.Decode(r, reading) })
}

// CallRaw performs an operation with a body that is sent as it is, and returns the answer as it came, with an error too
// as far as there was one. Like Call, it tries only reads again.
func CallRaw(ctx context.Context, c *Client, op wire.OperationInfo, body []byte) (answer []byte, err error) {
	return observe(ctx, c, op, body, func(r io.Reader) ([]byte, error) {
		answer, err := io.ReadAll(r)
		if err != nil {
			return answer, &wire.DecodeError{Err: err}
		}
		return answer, wire.CheckResponse(answer)
	})
}

// observe performs an operation and says that it has ended to whoever wants to hear of it.
func observe[Ans any](ctx context.Context, c *Client, op wire.OperationInfo, body []byte, read func(io.Reader) (Ans, error)) (Ans, error) {
	if c.OnDone == nil {
		return doWithRetry(ctx, c, op, body, read)
	}
	call, began := CallResult{Op: op, Request: body}, time.Now()
	var heard bytes.Buffer
	ans, err := doWithRetry(ctx, c, op, body, func(r io.Reader) (Ans, error) {
		if op.IsWrite {
			r = io.TeeReader(r, &heard)
		}
		return read(r)
	})
	call.Answer, call.Took, call.Err = heard.Bytes(), time.Since(began), err
	_ = guard.Do(func() { c.OnDone(ctx, call) }) // its panic must not hide how the call ended
	return ans, err
}

// doWithRetry sends a request, a read again where that may go better, and has its answer read.
func doWithRetry[Ans any](ctx context.Context, c *Client, op wire.OperationInfo, body []byte, read func(io.Reader) (Ans, error)) (Ans, error) {
	var none Ans
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
		ans, wait, fault := doOnce(ctx, c, op, credential, body, read, try)
		if fault == nil {
			return ans, nil
		}
		if op.IsWrite || try >= c.MaxAttempts || !isRetryable(fault) || !sleep(ctx, wait) {
			return ans, fault
		}
	}
}

// doOnce sends the request once; wait is how long to wait before the next try. A panic while the request is sent or
// the answer read is an error like any other: of a write it is not known whether it was carried out.
func doOnce[Ans any](
	ctx context.Context, c *Client, op wire.OperationInfo, credential Secret, body []byte, read func(io.Reader) (Ans, error), try int,
) (ans Ans, wait time.Duration, fault *Error) {
	var sent atomic.Bool
	err := guard.Do(func() { ans, wait, fault = exchange(ctx, c, op, credential, body, read, try, &sent) })
	if err != nil {
		return ans, 0, failed(op, 0, sent.Load(), err)
	}
	return ans, wait, fault
}

// exchange sends a request and reads its answer; sent says whether the service may have the request.
func exchange[Ans any](
	ctx context.Context, c *Client, op wire.OperationInfo, credential Secret, body []byte, read func(io.Reader) (Ans, error), try int,
	sent *atomic.Bool,
) (ans Ans, wait time.Duration, fault *Error) {
	request, err := c.request(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { sent.Store(true) },
	}), op, credential, body)
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
	from := &limitedReader{from: answer.Body, left: c.MaxResponseBytes}
	var heard bytes.Buffer
	ans, err = read(c.listen(from, &heard))
	switch {
	case err == nil:
		if c.OnResponse != nil {
			_ = guard.Do(func() { c.OnResponse(op, body, heard.Bytes()) })
		}
		return ans, 0, nil
	case from.fault != nil && answer.StatusCode == http.StatusOK:
		return ans, wait, failed(op, 0, true, from.fault) // the answer's beginning decides nothing
	}
	fault = failed(op, answer.StatusCode, true, err)
	fault.Message = redact(fault.Message, credential, request)
	if whole, raw := any(ans).([]byte); raw { // of Send, which shows it as it came
		ans, _ = any(hideBytes(whole, credential, request)).(Ans)
	}
	return ans, max(wait, retryAfter(answer.Header.Get("Retry-After"))), fault
}

// listen keeps what is read when somebody wants it as it came.
func (c *Client) listen(from io.Reader, keep *bytes.Buffer) io.Reader {
	if c.OnResponse == nil {
		return from
	}
	return io.TeeReader(from, keep)
}

// request addresses an operation to its host; the credential is added to nothing else.
func (c *Client) request(ctx context.Context, op wire.OperationInfo, credential Secret, body []byte) (*http.Request, error) {
	host := c.hosts[op.Host]
	request, err := http.NewRequestWithContext(ctx, wire.Method, host.String()+op.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.GetBody = nil // without it the transport cannot send a body a second time by itself
	if op.Body == wire.NoBody {
		request.Body = http.NoBody
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	if op.Group == wire.BasicAuth {
		request.SetBasicAuth(c.User, string(credential))
	} else {
		request.Header.Set("Authorization", "Basic "+strings.TrimPrefix(string(credential), "Basic "))
	}
	return request, nil
}

// credential is what the operation is called with. It is asked for before the call's time begins: a keyring may wait
// for its owner.
func (c *Client) credential(ctx context.Context, op wire.OperationInfo) (Secret, error) {
	now := c.credentials()
	switch {
	case op.Group != wire.BasicAuth:
		return now.Token, nil
	case now.Password != "" || now.PasswordFunc == nil:
		return now.Password, nil
	}
	return now.PasswordFunc(ctx)
}

// isRetryable says whether a later try may go better.
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

// backoff doubles from try to try, jittered so that many consoles do not come back in step.
func backoff(try int) time.Duration {
	full := firstWait << (try - 1)
	return full/2 + rand.N(full/2)
}

// maxRetryAfter is the longest wait that a service can ask for, in seconds: more would overflow, and no call lasts so long.
const maxRetryAfter = 24 * 60 * 60

// retryAfter reads the header as seconds or as a date; 0 when there is none.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, maxRetryAfter)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// sleep waits; false when the caller's time would end first, so that it hears of the fault at once.
func sleep(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// limitedReader ends an answer that never does, and remembers when the way to us broke off.
type limitedReader struct {
	from  io.Reader
	left  int64
	fault error
}

// Read reads on until the limit.
func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}
	n, err := l.from.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.fault = err
	}
	return n, err
}
