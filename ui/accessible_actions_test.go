package ui

import (
	"testing"

	"frontdesk/internal/keymap"
)

func TestAccessible_EveryActionCanBeTypedOrIsListedWithTheReason(t *testing.T) {
	known := map[keymap.Action]bool{}
	for _, a := range actionTable {
		known[a.id] = true
		for _, s := range a.scopes {
			if _, listed := keymap.Default().Lookup(s, a.id); notSpoken[a.id] == "" && !listed {
				t.Errorf("%s of %s cannot be typed, and no reason is given", a.id, s)
			}
		}
	}
	for id := range notSpoken {
		if !known[id] {
			t.Errorf("%s is not an action any more", id)
		}
	}
}

func TestAccessible_NoticesAreKeptUntilTheyAreRead(t *testing.T) {
	c := &Console{Config: Config{Accessible: true}}
	c.notify(levelSuccess, "saved")
	c.notify(levelTransient, "inserted")
	c.notification.clearTransient()
	if got := c.Notices(); len(got) != 2 || got[0] != "saved" || got[1] != "inserted" {
		t.Errorf("read out: %q", got)
	}
	if got := c.Notices(); len(got) > 0 {
		t.Errorf("read out twice: %q", got)
	}
}
