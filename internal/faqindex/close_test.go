package faqindex_test

import (
	"testing"
	"time"

	"frontdesk/internal/faqindex"
)

func TestClose_LateAnswerIsNotWritten(t *testing.T) {
	file := place(t)
	x := faqindex.Open(file)
	put(t, x, noon, article(1, "Refund", ""))
	before := read(t, file)
	x.Close()
	put(t, x, noon.Add(time.Minute), article(2, "Late answer", ""))
	after := read(t, file)
	if string(after) != string(before) {
		t.Error("the file has changed after Close")
	}
	if a, known := x.Article(2); !known || a.Title.String() != "Late answer" {
		t.Errorf("the late article is %q, known %t", a.Title, known)
	}
}
