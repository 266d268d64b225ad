package ui

import (
	"testing"

	"frontdesk/internal/keymap"
)

func TestAccessible_EveryActionCanBeTypedOrIsOfTheScreen(t *testing.T) {
	for _, a := range actionTable {
		for _, s := range a.scopes {
			if _, listed := keymap.Default().Lookup(s, a.id); !a.onScreen && !listed {
				t.Errorf("%s of %s cannot be typed", a.id, s)
			}
		}
	}
}

func TestAccessible_NoticesAreKeptUntilTheyAreRead(t *testing.T) {
	c := &shell{Config: Config{Accessible: true}}
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
