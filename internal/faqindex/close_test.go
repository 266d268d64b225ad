package faqindex_test

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/faqindex"
)

func TestClose_LateAnswerIsNotWritten(t *testing.T) {
	path := place(t)
	x := faqindex.Open(path)
	put(t, x, noon, article(1, "Refund", ""))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	x.Close()
	put(t, x, noon.Add(time.Minute), article(2, "Late answer", ""))
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) != string(before) {
		t.Error("the file has changed after Close")
	}
	if a, known := x.Article(2); !known || a.Title.String() != "Late answer" {
		t.Errorf("the late article is %q, known %t", a.Title, known)
	}
}

func TestClose_WaitsForThePrefetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := faqindex.Open(place(t))
		var ended, searching atomic.Bool
		prefetch := faqindex.Prefetch{
			Index: x,
			Search: func(ctx context.Context, _ string) (int, error) {
				searching.Store(true)
				<-ctx.Done()
				<-time.After(time.Second) // the answer still arrives
				ended.Store(true)
				return 0, ctx.Err()
			},
			Categories: func(context.Context) (string, error) { return "", nil },
			Busy:       func() bool { return false },
			IsRefused:  func(error) bool { return false },
			Reason:     func(err error) string { return err.Error() },
			Now:        time.Now,
		}
		go prefetch.Run(t.Context())
		<-time.After(time.Minute)
		if !searching.Load() {
			t.Fatal("it does not search")
		}
		x.Close()
		if !ended.Load() {
			t.Error("it still runs after Close")
		}
		prefetch.Run(t.Context()) // ends at once
	})
}
