package service_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"frontdesk/internal/wire"
)

// loadedService is a service behind a real listener, with clients that reuse their connections.
type loadedService struct {
	url    string
	client *http.Client
}

func startLoaded(b *testing.B) *loadedService {
	server := httptest.NewServer(newService(b))
	b.Cleanup(server.Close)
	return connectTo(server.URL)
}

func connectTo(url string) *loadedService {
	return &loadedService{url, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
}

// send posts a body and reads the whole answer, which must be 200.
func (l *loadedService) send(op wire.OperationInfo, body string) error {
	return l.sendFor(op, body, http.StatusOK)
}

// sendFor is send for another answer.
func (l *loadedService) sendFor(op wire.OperationInfo, body string, want int) error {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, l.url+op.Path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", key)
	answer, err := l.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != want {
		return fmt.Errorf("%s: %s", op.Name, answer.Status)
	}
	return nil
}

const aTicket = `[{"title":"Drum does not turn","ticket_details":"It hums, and the door stays locked.","email_id":"asha@example.com"}]`

// write adds tickets from some writers at once until n are there.
func (l *loadedService) write(b *testing.B, writers int, n int64) {
	var left atomic.Int64
	left.Store(n)
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				if err := l.send(wire.AddTicket.OperationInfo, aTicket); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkAddTicket adds tickets over HTTP, each answered when it is on disk: the tickets a second of one writer and
// of 64 in the same run.
func BenchmarkAddTicket(b *testing.B) {
	rates := map[int]float64{}
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			l := startLoaded(b)
			b.ResetTimer()
			l.write(b, writers, int64(b.N))
			rates[writers] = float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rates[writers], "tickets/s")
			b.ReportMetric(rates[writers]/rates[1], "times-one-writer")
		})
	}
}
