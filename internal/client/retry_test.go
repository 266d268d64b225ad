package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func today() wire.PullTicketRequest {
	return wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"}
}

// kind returns the kind of an error, empty for none.
func kind(t *testing.T, err error) client.Kind {
	t.Helper()
	var fault *client.Error
	if err != nil && !errors.As(err, &fault) {
		t.Fatalf("%v is no *client.Error", err)
	}
	if fault == nil {
		return ""
	}
	return fault.Kind
}

func TestWhichAnswersAReadIsTriedAgainAfter(t *testing.T) {
	for code, tries := range map[int]int{429: 4, 502: 4, 503: 4, 504: 4, 400: 1, 401: 1, 403: 1, 404: 1, 500: 1, 501: 1} {
		for _, body := range []string{"", "<html>", `{"status":"failed","message":"no"}`} {
			synctest.Test(t, func(t *testing.T) {
				network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, body), nil }}
				_, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, today())
				if err == nil || network.n != tries {
					t.Errorf("%d %q: %d tries, %v", code, body, network.n, err)
				}
			})
		}
	}
}

func TestTheServiceSaysWhenToComeBack(t *testing.T) {
	for header, waits := range map[string][2]time.Duration{
		"7":                             {7 * time.Second, 7 * time.Second},
		"Sat, 01 Jan 2000 00:00:09 GMT": {9 * time.Second, 9 * time.Second}, // the test's time begins in 2000
		"Fri, 31 Dec 1999 23:00:00 GMT": {100 * time.Millisecond, 200 * time.Millisecond},
		"0":                             {100 * time.Millisecond, 200 * time.Millisecond},
		"-5":                            {100 * time.Millisecond, 200 * time.Millisecond},
		"soon":                          {100 * time.Millisecond, 200 * time.Millisecond},
		"":                              {100 * time.Millisecond, 200 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			network := &countingTransport{transportFunc: func(n int, _ *http.Request) (*http.Response, error) {
				if n == 1 {
					return response(429, "", "Retry-After", header), nil
				}
				return response(200, none), nil
			}}
			began := time.Now()
			_, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, today())
			if waited := time.Since(began); err != nil || waited < waits[0] || waited > waits[1] {
				t.Errorf("%q: waited %v, %v", header, waited, err)
			}
		})
	}
}

// TestRetryAfter_ThatIsHugeIsNotTakenForNone: the call gives up at once, and the service is left alone.
func TestRetryAfter_ThatIsHugeIsNotTakenForNone(t *testing.T) {
	for _, header := range []string{"9223372037", "18446744073709551615", "99999999999999999999999", "100000"} {
		synctest.Test(t, func(t *testing.T) {
			network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
				return response(429, "", "Retry-After", header), nil
			}}
			began := time.Now()
			_, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, today())
			if kind(t, err) != client.RateLimited || network.n != 1 || time.Since(began) != 0 {
				t.Errorf("%s: %d requests within %v, %v", header, network.n, time.Since(began), err)
			}
		})
	}
}

func TestTriesComeFurtherAndFurtherApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		last := time.Now()
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
			waits = append(waits, time.Since(last))
			last = time.Now()
			return nil, errors.New("connection refused")
		}}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, today())
		if kind(t, err) != client.Unreachable || len(waits) != 4 {
			t.Fatalf("%v, tries after %v", err, waits)
		}
		for i, full := range []time.Duration{200, 400, 800} {
			if full *= time.Millisecond; waits[i+1] < full/2 || waits[i+1] >= full {
				t.Errorf("try %d came after %v", i+2, waits[i+1])
			}
		}
	})
}

// cutBody is the body of a response whose connection breaks.
type cutBody struct{}

func (cutBody) Read([]byte) (int, error) { return 0, errors.New("read: connection reset by peer") }

func cutResponse(start string) *http.Response {
	answer := response(200, "")
	answer.Body = io.NopCloser(io.MultiReader(strings.NewReader(start), cutBody{}))
	return answer
}

func TestAnAnswerThatBreaksOffIsAskedForAgainAndItsRowsComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows := make([]string, 100)
		for i := range rows {
			rows[i] = fmt.Sprintf(`{"ticketId":"%d"}`, i)
		}
		whole := `{"message":[` + strings.Join(rows, ",") + `],"status":"success"}`
		network := &countingTransport{transportFunc: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return cutResponse(whole[:len(whole)/2]), nil
			}
			return response(200, whole), nil
		}}
		came := map[desk.ID]int{}
		page, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, today(), client.OnTickets(func(tickets []desk.Ticket) {
			for _, ticket := range tickets {
				came[ticket.ID]++
			}
		}))
		if err != nil || network.n != 2 || len(page.Tickets) != 100 || len(came) != 100 {
			t.Errorf("%d tries brought %d tickets, %d by and by, %v", network.n, len(page.Tickets), len(came), err)
		}
		if came[desk.NewID("0")] != 2 || came[desk.NewID("99")] != 1 {
			t.Errorf("the first row came %d times, the last %d times", came[desk.NewID("0")], came[desk.NewID("99")])
		}
	})
}

func TestAWriteWhoseAnswerBreaksOffIsUnknownAndNotSentAgain(t *testing.T) {
	network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return cutResponse(`{"status":"succ`), nil }}
	_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"})
	var fault *client.Error
	if !errors.As(err, &fault) || !fault.OutcomeUnknown() || fault.Kind != client.Unreachable || network.n != 1 {
		t.Errorf("sent %d times, %v", network.n, err)
	}
}

func TestAServiceThatNeverAnswersIsGivenUp(t *testing.T) {
	silent := transportFunc(func(_ int, r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	for _, c := range []struct {
		name    string
		context func(context.Context) (context.Context, context.CancelFunc)
		kind    client.Kind
		after   time.Duration
	}{
		{"by itself", context.WithCancel, client.Timeout, 30 * time.Second},
		{"when the caller's time is over", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 2*time.Second)
		}, client.Timeout, 2 * time.Second},
		{"when the caller leaves", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, leave := context.WithCancel(ctx)
			time.AfterFunc(time.Second, leave)
			return ctx, leave
		}, client.Canceled, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := &countingTransport{transportFunc: silent}
				ctx, stop := c.context(t.Context())
				defer stop()
				began := time.Now()
				_, err := client.Call(ctx, clientOver(t, network), wire.PullTicket, today())
				if kind(t, err) != c.kind || time.Since(began) != c.after || network.n != 1 {
					t.Errorf("%d tries in %v, %v", network.n, time.Since(began), err)
				}
			})
		})
	}
}

// TestAReadWhoseCallerHasGoneWasCanceled: a service in the same process may notice it first, and say that it gave up.
func TestAReadWhoseCallerHasGoneWasCanceled(t *testing.T) {
	for _, op := range []wire.OperationInfo{wire.PullTicket.OperationInfo, wire.AddTicket.OperationInfo} {
		want := client.Canceled
		if op.IsWrite { // the answer says what became of it
			want = client.Rejected
		}
		ctx, cancel := context.WithCancel(t.Context())
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
			cancel()
			return response(503, `{"status":"failed","message":"given up"}`), nil
		}}
		_, err := client.CallRaw(ctx, clientOver(t, network), op, []byte("[]"))
		var fault *client.Error
		if errors.As(err, &fault); fault == nil || fault.Kind != want {
			t.Errorf("%s: %v", op.Name, err)
		}
	}
}
