package main

import (
	"strings"
	"testing"
	"time"
)

// someDraft is a comparison of a draft whose host was lost at second 100. Its agent had typed a word at second 100-age
// which the draft does not have, and looked at second 130.
func someDraft(age float64, host, on *part) comparison {
	c := comparison{host: host, lost: at(100)}
	c.compare(&form{mark: "kr", words: []time.Time{at(50), at(100 - age)}}, 1, on, at(130))
	return c
}

// TestDrafts_MayBeOlderOnlyWhileTheClusterWasAway judges drafts of several ages on another host, while the host that
// was lost stays away.
func TestDrafts_MayBeOlderOnlyWhileTheClusterWasAway(t *testing.T) {
	host, other := &part{kind: kindHost, name: "host1"}, &part{kind: kindHost, name: "host2"}
	servers := &part{kind: kindNATS, name: "nats1"}
	hurt := func(m means, from, to float64) fault {
		return fault{part: servers, means: m, from: at(from), to: at(to)}
	}
	tests := map[string]struct {
		servers int
		faults  []fault
		limit   float64 // in seconds
	}{
		"nothing is hurt":                              {3, nil, 1},
		"one server":                                   {1, []fault{hurt(killed, 90, 101)}, 11},
		"one server that came back just before":        {1, []fault{hurt(killed, 90, 96)}, 11},
		"one server that came back before":             {1, []fault{hurt(killed, 80, 90)}, 1},
		"one server twice without a pause":             {1, []fault{hurt(killed, 80, 90), hurt(parted, 95, 101)}, 21},
		"one of three, during the election":            {3, []fault{hurt(killed, 95, 120)}, 6},
		"one of three, without which the others go on": {3, []fault{hurt(killed, 80, 120)}, 1},
		"one of three, while it comes back":            {3, []fault{hurt(killed, 60, 97)}, 4},
		"one of three, emptied, after the election":    {3, []fault{hurt(emptiedOne, 80, 120)}, 1},
		"all of three":                                 {3, []fault{hurt(emptied, 80, 120)}, 21},
		"a bucket":                                     {3, []fault{hurt(remade, 80, 120)}, 21},
		"another host's way to the servers":            {3, []fault{{part: other, means: cutOff, from: at(80), to: at(110)}}, 1},
		"the host's way to the servers":                {3, []fault{{part: host, means: cutOff, from: at(80), to: at(110)}}, 21},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			staysAway := fault{part: host, means: killed, from: at(100)}
			faults := append([]fault{staysAway}, test.faults...)
			for age, want := range map[float64]string{test.limit - 0.1: "", test.limit + 0.1: "draft too old"} {
				all := &drafts{}
				all.add(someDraft(age, host, other))
				requireViolation(t, all.tooOld(faults, test.servers), want)
			}
		})
	}
}

// TestDrafts_AreWholeWhenTheirHostIsBack loses a host while the only server is away. What the host has on its disk it
// offers when it is back, and the others do a little later.
func TestDrafts_AreWholeWhenTheirHostIsBack(t *testing.T) {
	host, other := &part{kind: kindHost, name: "host1"}, &part{kind: kindHost, name: "host2"}
	server := fault{part: &part{kind: kindNATS}, means: killed, from: at(80), to: at(101)}
	for name, test := range map[string]struct {
		on   *part
		back float64 // when the host is back; the agent looks at second 130
		want string
	}{
		"on the host":                       {host, 129, "draft too old"},
		"elsewhere, just after it was back": {other, 120, ""},
		"elsewhere, long after":             {other, 110, "draft too old"},
	} {
		t.Run(name, func(t *testing.T) {
			all := &drafts{}
			all.add(someDraft(5, host, test.on))
			faults := []fault{server, {part: host, means: killed, from: at(100), to: at(test.back)}}
			requireViolation(t, all.tooOld(faults, 1), test.want)
		})
	}
}

func TestDrafts_MayBeAsOldAsTheScreenSaid(t *testing.T) {
	host, other := &part{kind: kindHost}, &part{kind: kindHost}
	for text, want := range map[string]string{
		"Not shared since 14:00: drafts are kept on this host": "", // 100 seconds before
		"Not shared since 14:01: drafts are kept on this host": "draft too old",
		"shared again": "draft too old",
	} {
		c := someDraft(60, host, other)
		c.saidAway = saidAwaySince(text, c.lost)
		all := &drafts{}
		all.add(c)
		requireViolation(t, all.tooOld([]fault{{part: host, means: killed, from: at(100)}}, 3), want)
	}
}

// TestStore_IsFilledAgainWhenEachHostWasBack empties the servers until second 20.
func TestStore_IsFilledAgainWhenEachHostWasBack(t *testing.T) {
	servers, one, two := &part{kind: kindNATS}, &part{kind: kindHost}, &part{kind: kindHost}
	lost := fault{part: servers, means: emptied, from: at(10), to: at(20)}
	for name, test := range map[string]struct {
		more []fault
		at   float64
		want bool
	}{
		"before":                      {nil, 9, true},
		"meanwhile":                   {nil, 15, false},
		"at once":                     {nil, 22, false},
		"a little later":              {nil, 42, true},
		"while a host is away":        {[]fault{{part: two, means: killed, from: at(5)}}, 90, false},
		"when that host is just back": {[]fault{{part: two, means: killed, from: at(5), to: at(60)}}, 65, false},
		"some time later":             {[]fault{{part: two, means: killed, from: at(5), to: at(60)}}, 76, true},
		"when it is away again":       {[]fault{{part: two, means: killed, from: at(50), to: at(60)}}, 55, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := isFilled(append(test.more, lost), []*part{one, two}, at(test.at), 1); got != test.want {
				t.Errorf("filled at second %g: %v", test.at, got)
			}
		})
	}
}

// madeUp returns writes of a second each, one after the other, with some outcomes in turn.
func madeUp(n int, outcomes ...outcome) (writes []*write) {
	for i := range n {
		writes = append(writes, &write{
			way: byCommand, outcome: outcomes[i%len(outcomes)], sent: at(float64(i)), told: at(float64(i) + 0.5),
		})
	}
	return writes
}

// TestOutcomes_ProgramThatNeverKnowsIsFound judges programs that lose nothing, because they promise nothing.
func TestOutcomes_ProgramThatNeverKnowsIsFound(t *testing.T) {
	busy := []fault{{part: &part{kind: kindPostgres}, means: killed, from: at(0), to: at(100)}} // all the time
	quiet := []fault{{part: &part{kind: kindNATS}, means: killed, from: at(0), to: at(100)}}    // no write needs it
	oneService := []fault{{part: &part{kind: kindService}, means: killed, from: at(0), to: at(100)}}
	mixed := madeUp(100, acknowledged, acknowledged, acknowledged, acknowledged, unknown)
	for _, w := range mixed {
		w.mixed = w.outcome == unknown
	}
	tests := map[string]struct {
		writes []*write
		faults []fault
		want   []string
	}{
		"it is always right": {madeUp(100, acknowledged), nil, nil},
		"it says always unknown, in calm and storm": {
			madeUp(100, unknown), nil, []string{"100 of 100 writes have an unknown outcome", "though nothing was hurt"},
		},
		"it says always unknown while PostgreSQL is hurt": {madeUp(100, unknown), busy, []string{"100 of 100 writes"}},
		"it finds nothing ever": {
			madeUp(100, notFound), busy, []string{"100 of 100 writes"},
		},
		"it says unknown once in five while PostgreSQL is hurt": {
			madeUp(100, acknowledged, acknowledged, acknowledged, acknowledged, unknown), busy, nil,
		},
		"it says unknown once in five while NATS alone is hurt": {
			madeUp(100, acknowledged, acknowledged, acknowledged, acknowledged, unknown), quiet,
			[]string{"20 of 100 writes have an unknown outcome though nothing was hurt"},
		},
		"it says unknown once in five while one of two services is hurt": {
			madeUp(100, acknowledged, acknowledged, acknowledged, acknowledged, unknown), oneService,
			[]string{"though nothing was hurt"},
		},
		"it says unknown until the balancer notices": {
			append(madeUp(4, unknown), madeUp(100, acknowledged)[4:]...), oneService, nil,
		},
		"it says unknown when its answers are mixed up": {mixed, nil, nil},
		"it refuses always":                             {madeUp(100, refused), nil, []string{"100 of 100 writes were refused"}},
		"it refuses while PostgreSQL is hurt":           {madeUp(100, refused, acknowledged), busy, nil},
		"a time limit is reached once":                  {madeUp(10, unknown, acknowledged, acknowledged, acknowledged, acknowledged), nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := sharesOf(test.writes, test.faults, nil)[byCommand].tooMany()
			if len(got) != len(test.want) {
				t.Fatalf("it finds %q, want %q", got, test.want)
			}
			for i, want := range test.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("it finds %q, want %q", got[i], want)
				}
			}
		})
	}
}

// TestOutcomes_AServiceThatWasNotReadyIsAFault judges a lost answer beside a time in which the balancer had no service.
func TestOutcomes_AServiceThatWasNotReadyIsAFault(t *testing.T) {
	writes := madeUp(1, unknown)
	for from, unhurt := range map[float64]int{0: 0, 50: 1} {
		got := sharesOf(writes, nil, []span{{at(from), at(from + 1)}})[byCommand]
		if got.unhurt != unhurt || got.lost != 1 {
			t.Errorf("%+v", got)
		}
	}
}
