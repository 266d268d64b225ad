package agent_test

import (
	"path/filepath"
	"testing"
	"time"
)

// TestArticles_WhatWasInsertedLastAndMostOften is known to all consoles of the agent, whichever inserted it, and again
// after a restart.
func TestArticles_WhatWasInsertedLastAndMostOften(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	one, err := open(t, dir).Articles()
	if err != nil {
		t.Fatal(err)
	}
	two, err := open(t, dir).Articles()
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		one.Used(2, now), two.Used(1, now), one.Used(1, now), two.Used(4, now.Add(24*time.Hour)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	again, err := open(t, dir).Articles()
	if err != nil {
		t.Fatal(err)
	}
	order := again.Order()
	if len(order) != 3 || order[1] <= order[4] || order[4] <= order[2] {
		t.Errorf("twice 1, then 4, then 2, but: %v", order)
	}
}
