package service

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/time/rate"
)

var errTooMany = &apiError{http.StatusTooManyRequests, "too many requests with this credential; Retry-After says when the next one is answered"}

// limiter lets each credential's requests pass at a rate, of which a second's worth may come at once; a new
// credential begins anew.
type limiter struct{ requests *rate.Limiter }

func newLimiter(perSecond float64) limiter {
	if perSecond <= 0 {
		return limiter{}
	}
	return limiter{rate.NewLimiter(rate.Limit(perSecond), int(math.Ceil(perSecond)))}
}

// wait is how long a request must wait, 0 for one that may pass; only that one is counted.
func (l limiter) wait(now time.Time) time.Duration {
	if l.requests == nil {
		return 0
	}
	turn := l.requests.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait > 0 {
		turn.CancelAt(now)
	}
	return wait
}

// rejectIfRateLimited refuses a request whose credential has had its share.
func (s *Service) rejectIfRateLimited(w http.ResponseWriter, c *credential) bool {
	wait := c.wait(s.Now())
	if wait > 0 {
		s.tooMany(w, wait, errTooMany)
	}
	return wait > 0
}

// tooMany says in whole seconds when to come again.
func (s *Service) tooMany(w http.ResponseWriter, wait time.Duration, f *apiError) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	s.writeError(w, f)
}
