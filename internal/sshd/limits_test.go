package sshd

import (
	"testing"
	"time"
)

func TestLimits_HoldWhenNothingIsSaid(t *testing.T) {
	want := Limits{
		Sessions: 200, PerAgent: 4, PerConnection: 2, Unauthenticated: 64, PerAddress: 10, Handshake: 10 * time.Second, Tries: 3, TriesBurst: 20,
		TriesEvery: 3 * time.Second, Sessionless: time.Minute, Idle: 8 * time.Hour, Total: 24 * time.Hour, Warn: 2 * time.Minute,
		Gone: 30 * time.Second, Alive: 10 * time.Second, Keys: 5 * time.Second, Drain: 10 * time.Second, Width: 400, Height: 150,
	}
	if got := (Limits{}).orDefault(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
