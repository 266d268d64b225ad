package cache_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
)

// failCalls returns an interceptor that fails calls with a prefix, as often as given; always if that is negative.
func failCalls(day string, times int, answer func() (*reply, error)) interceptor {
	var met atomic.Int64
	return func(_ context.Context, call string) (*reply, error) {
		if !strings.HasPrefix(call, day) || times >= 0 && met.Add(1) > int64(times) {
			return nil, nil
		}
		return answer()
	}
}

func unreachable() (*reply, error) { return nil, errors.New("connection refused") }

func refuse(code int, message string) func() (*reply, error) {
	return func() (*reply, error) {
		return replyWith(code, `{"status":"failed","message":"`+message+`"}`), nil
	}
}

func TestAFailedDayIsAskedForAgainByItselfAndSpoilsNoOther(t *testing.T) {
	for name, fault := range map[string]func() (*reply, error){
		"unreachable": unreachable,
		"refused":     refuse(200, "try later"),
		"unreadable":  func() (*reply, error) { return replyWith(500, "<html>"), nil },
		"cut off": func() (*reply, error) {
			return &reply{code: 200, body: io.MultiReader(strings.NewReader(`{"message":[{"ticketId":"x","date":`), broken{})}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newTestCache(t, []row{ticket(1, 18), ticket(2, 19), ticket(3, 20)})
				tries := map[bool]int{true: 4 + 1, false: 1}[name == "unreachable" || name == "cut off"] // the client tries again too
				d.intercept(failCalls("pull-ticket 2026-11-19", tries, fault))
				subscription := d.Subscribe()
				ended := make(chan error, 1)
				go func() { ended <- d.Pull(t.Context(), november(18, 20)) }()
				for d.Progress(november(19, 19)).Days[0].Err == nil {
					if !subscription.Wait(t.Context()) {
						t.Fatal("nothing more is told")
					}
				}
				synctest.Wait()
				p := d.Progress(november(18, 20))
				if !p.Busy || p.Days[1].State != cache.Pending {
					t.Errorf("the failed day stands at %+v", p.Days[1])
				}
				equalLists(t, "tickets meanwhile", numbers(list(t, d.Cache, cache.Query{Span: november(18, 20)})), []int64{1, 3})
				if err := <-ended; err != nil {
					t.Error(err)
				}
				equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(18, 20)})), []int64{1, 2, 3})
				equalLists(t, "states", dayStates(d.Cache, november(18, 20)), []cache.DayState{cache.Complete, cache.Complete, cache.Complete})
				sent := d.calls()
				slices.Sort(sent)
				equalLists(t, "calls", sent, slices.Concat(days(18), slices.Repeat(days(19), tries+1), days(20)))
			})
		})
	}
}

func TestADayThatKeepsFailingIsReportedAndKeepsWhatWasKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 19), ticket(2, 20)})
		pull(t, d.Cache, november(19, 20))
		d.intercept(failCalls("pull-ticket 2026-11-19", -1, refuse(500, "the service failed")))
		err := d.Pull(t.Context(), november(19, 20))
		want := "1 of 2 days could not be pulled: 2026-11-19: pull-ticket: the service refused: the service failed"
		if err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
		p := d.Progress(november(19, 20))
		if failed := p.Days[1]; p.Busy || failed.State != cache.Failed || failed.Err == nil || failed.Received != 1 || failed.At != noon {
			t.Errorf("the day stands at %+v", failed)
		}
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(19, 20)})), []int64{1, 2})
		d.intercept(nil)
		pull(t, d.Cache, november(19, 20))
		if again := d.Progress(november(19, 19)).Days[0]; again.State != cache.Complete || again.Err != nil {
			t.Errorf("when the service is back the day stands at %+v", again)
		}
	})
}

func TestAFailedDayWaitsForTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		failed := false
		d.intercept(func(_ context.Context, call string) (*reply, error) {
			if call == days(20)[0] && !failed {
				failed = true
				return refuse(400, "no")()
			}
			<-afterSeconds(20) // the failed day can be asked for again long before
			return nil, nil
		})
		pull(t, d.Cache, november(1, 20))
		calls := d.calls()
		last := calls[len(calls)-4:] // at the same time
		slices.Sort(last)
		equalLists(t, "the last calls", last, days(1, 2, 3, 20))
	})
}

func TestACredentialThatIsRefusedEndsThePullWithoutAskingForEveryDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		d.intercept(failCalls("pull-ticket", -1, refuse(401, "Invalid Auth Key")))
		err := d.Pull(t.Context(), november(1, 28))
		var fault *client.Error
		if !errors.As(err, &fault) || fault.Kind != client.Unauthorized {
			t.Errorf("got %v", err)
		}
		if sent := d.calls(); len(sent) > 8 {
			t.Errorf("sent %d calls with a refused credential", len(sent))
		}
		for _, day := range d.Progress(november(1, 28)).Days {
			if day.State != cache.Failed {
				t.Errorf("%+v", day)
			}
		}
	})
}

func TestARangeCanBePulledAgainWhileItsFailedDayWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)})
		d.intercept(failCalls("pull-ticket", 1, refuse(200, "try later")))
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(ctx, november(20, 20)) }()
		synctest.Wait()
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the canceled pull returned %v", err)
		}
		synctest.Wait()
		if d.Progress(november(20, 20)).Busy {
			t.Error("nobody waits, and the day is still under way")
		}
		pull(t, d.Cache, november(20, 20))
		<-afterSeconds(60)
		if sent := d.calls(); len(sent) != 2 {
			t.Errorf("sent %v", sent)
		}
	})
}

// broken is the body of a cut connection.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("connection reset by peer") }
