package sshd

import (
	"testing"
	"time"
)

func TestLimits_HoldWhenNothingIsSaid(t *testing.T) {
	want := Limits{
		Sessions: 200, PerAgent: 4, PerConnection: 2, Unauthenticated: 64, PerAddress: 10, LoginGrace: 10 * time.Second, MaxAuthTries: 3, FailureBurst: 20,
		FailureRefill: 3 * time.Second, NoSessionTimeout: time.Minute, IdleTimeout: 8 * time.Hour, MaxDuration: 24 * time.Hour, WarnBefore: 2 * time.Minute,
		ClientTimeout: 30 * time.Second, KeepaliveInterval: 10 * time.Second, KeysCheckInterval: 5 * time.Second, ShutdownGrace: 10 * time.Second, Width: 400, Height: 150,
	}
	if got := (Limits{}).WithDefaults(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
