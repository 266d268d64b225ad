package client

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

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
