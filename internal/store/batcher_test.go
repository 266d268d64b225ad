package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
)

// held is a batcher whose first batch takes until release is called. sizes are those of its batches.
type held struct {
	*batcher[int]

	release func()
	sizes   []int
}

func hold(most int, run func([]*batched[int])) *held {
	free := make(chan struct{})
	h := &held{release: func() { close(free) }}
	h.batcher = newBatcher(1, most, func(batch []*batched[int]) {
		<-free
		h.sizes = append(h.sizes, len(batch))
		run(batch)
	})
	return h
}

func nothing([]*batched[int]) {}

func TestBatch_WhoWaitsIsTakenTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []int
		b := hold(5, func(batch []*batched[int]) {
			for _, c := range batch {
				order = append(order, c.value)
			}
		})
		for i := range 12 {
			go func() {
				if err := b.do(t.Context(), i); err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		b.release()
		synctest.Wait()
		if fmt.Sprint(b.sizes) != "[1 5 5 1]" || fmt.Sprint(order) != "[0 1 2 3 4 5 6 7 8 9 10 11]" {
			t.Errorf("batches of %v: %v", b.sizes, order)
		}
	})
}

func TestBatch_WhoLeavesBeforeItBeginsIsNotInIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hold(5, nothing)
		leaving, leave := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { _ = b.do(t.Context(), 1) }()
		synctest.Wait()
		go func() { ended <- b.do(leaving, 2) }()
		synctest.Wait()
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		b.release()
		synctest.Wait()
		if fmt.Sprint(b.sizes) != "[1]" {
			t.Errorf("batches of %v", b.sizes)
		}
	})
}

func TestBatch_APanicIsTheErrorOfAllOfIt(t *testing.T) {
	texttest.ExpectPanic(t, "oh")
	synctest.Test(t, func(t *testing.T) {
		b := hold(5, func(batch []*batched[int]) {
			if len(batch) > 1 {
				panic("oh")
			}
		})
		for i := range 7 {
			go func() {
				err := b.do(t.Context(), i)
				if failed := (*guard.PanicError)(nil); errors.As(err, &failed) != (0 < i && i < 6) {
					t.Errorf("call %d ended with %v", i, err)
				}
			}()
			synctest.Wait()
		}
		b.release()
		synctest.Wait()
	})
}
