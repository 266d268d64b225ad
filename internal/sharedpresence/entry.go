package sharedpresence

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/cluster"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// entry is what the servers hold of a claim or of an open form. Its names come from other hosts: they are sanitised
// when they are read.
type entry struct {
	Host   string `json:"host"`
	Member string `json:"member"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Record string `json:"record"`
	Claim  string `json:"claim,omitempty"` // another one for each claim, so that its host knows it again

	// Left is how long a claim lasts, in milliseconds. The clocks of hosts differ, so no host is told another's time.
	Left  int64     `json:"left,omitzero"`
	Until time.Time `json:"-"` // when a claim ends, by the clock of this host
}

// maxEntry is the maximum size of an entry.
const maxEntry = 8 << 10

func (e entry) resource() presence.Resource { return presence.Resource{Kind: e.Kind, Record: e.Record} }

func (e entry) holding() presence.Holding {
	return presence.Holding{Member: e.Member, By: safetext.LineFromText(e.Name), Until: e.Until}
}

// encode returns what the servers are to hold from now on.
func (e entry) encode(now time.Time) []byte {
	if !e.Until.IsZero() {
		e.Left = max(1, e.Until.Sub(now).Milliseconds())
	}
	content, err := json.Marshal(e)
	if err != nil {
		panic(err) // strings and times can always be written
	}
	return content
}

// decode reads an entry that the servers hold now; false if it is none, or not that of its key.
func decode(key string, content []byte, now time.Time) (e entry, ok bool) {
	if len(content) > maxEntry || json.Unmarshal(content, &e) != nil || e.Host == "" || e.Member == "" {
		return e, false
	}
	if isClaim(key) {
		left := time.Duration(e.Left) * time.Millisecond
		if left <= 0 || left > presence.ClaimTime { // a host of another version
			left = presence.ClaimTime
		}
		e.Left, e.Until = 0, now.Add(left)
		return e, key == claimKey(e.resource()) && e.Claim != ""
	}
	return e, key == editKey(e.Member)
}

// sameEnd is how much later or earlier a claim that was renewed may seem to end although its end was not changed.
const sameEnd = 2 * time.Second

// since returns an entry with the end that it had before, if that was not changed.
func (e entry) since(before entry) entry {
	if apart := e.Until.Sub(before.Until); e.Claim == before.Claim && apart > -sameEnd && apart < sameEnd {
		e.Until = before.Until
	}
	return e
}

const (
	claimPrefix = "claim."
	editPrefix  = "edit."
)

func isClaim(key string) bool { return strings.HasPrefix(key, claimPrefix) }

func claimKey(r presence.Resource) string {
	return claimPrefix + key(r.Kind) + "." + key(r.Record)
}

func editKey(member string) string { return editPrefix + key(member) }

// key returns a name as a word of a key. What comes from outside and is not plain becomes a hash.
func key(name string) string { return cluster.Token(name) }

// stamp is a moment of this machine.
type stamp struct{ at time.Time }

func stampNow() stamp { return stamp{time.Now()} }

// age returns how long ago that was. A machine that was asleep knows it by the wall clock alone, and one whose wall
// clock was set back by the other.
func (s stamp) age() time.Duration {
	now := time.Now()
	return max(now.Sub(s.at), now.Round(0).Sub(s.at.Round(0)))
}
