package backend_test

import (
	"context"
	"testing"
	"time"

	"frontdesk/ui/backend"
)

func TestCustomerPreview_WaitsByTheConsolesClock(t *testing.T) {
	c := commands(t, t.TempDir(), nil)
	c.PreviewDelay = time.Hour
	waited := time.Duration(0)
	c.Sleep = func(_ context.Context, d time.Duration) bool {
		waited = d
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.LoadCustomer(backend.CustomerRef{ID: 5}, false, false)()
	}()
	select {
	case <-done:
	case <-t.Context().Done():
	case <-time.After(5 * time.Minute): // the machine may be slow
		t.Fatal("it waits by the machine's clock")
	}
	if waited != time.Hour {
		t.Errorf("it waited for %v", waited)
	}
}
