package uitest

import (
	"context"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/presence"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
)

// Play opens the console of a scene in the first of some windows, takes its steps and lets look see what they have led
// to, in this window and resized to each of the others. The options hold what the scene leaves open, such as the theme.
func (sc *Scene) Play(t *testing.T, o Options, windows [][2]int, look func(s *Driver)) {
	t.Helper()
	o.Width, o.Height = windows[0][0], windows[0][1]
	Run(t, sc.options(o), func(_ *testing.T, s *Driver) {
		if len(sc.Taken) > 0 {
			s.TakeNext("Rohan Iyer", sc.Taken...)
		}
		for _, step := range sc.Steps {
			s.Take(step)
		}
		look(s)
		for _, window := range windows[1:] {
			s.Resize(window[0], window[1])
			look(s)
		}
	})
}

// options adds what a scene says to options.
func (sc *Scene) options(o Options) Options {
	if sc.Theme != "" {
		o.Theme, o.Themes = sc.Theme, nil
	}
	if sc.Desk == "empty" {
		o.Desk = &store.Dataset{}
	}
	if sc.Blocks {
		o.Blocks = sceneBlocks
	}
	if len(sc.Taken) > 0 {
		o.Host = presence.New(presence.Options{})
	}
	o.AsInstalled, o.NoRetries, o.Plain = true, true, o.Plain || sc.Plain
	o.Macros, o.Texts = sceneMacros, sceneTexts
	o.OpenSince = sc.OpenSince
	o.Days, o.AfterSave, o.TicketLines, o.PlainSymbols = sc.Days, sc.AfterSave, sc.TicketLines, sc.Symbols == "plain"
	o.HoldBack = time.Duration(sc.HoldBack) * time.Second
	o.Refresh, o.Welcome, o.Faults = time.Minute, sc.Welcome, sc.Faults
	for _, account := range sc.Accounts {
		other := o
		other.Account = account
		o.Others = append(o.Others, other)
	}
	return o
}

// Take takes a step of a scene.
func (s *Driver) Take(step Step) {
	s.t.Helper()
	if step.Restart {
		s.Restart()
	}
	if step.ClearFaults || step.Net != nil {
		s.Net.SetFaults(step.Net...)
	}
	if step.HostsAway {
		s.Receive(backend.ClusterChangedMsg{ClusterState: backend.ClusterState{Away: true, Since: s.now()}})
	}
	for _, call := range step.Calls {
		s.otherAgentCalls(call)
	}
	s.Press(strings.Fields(step.Press)...)
	s.goToField(step.Field)
	if step.Type != "" {
		s.Type(step.Type)
	}
	if step.Paste != "" {
		s.Paste(step.Paste)
	}
	if step.Advance > 0 {
		s.Advance(time.Duration(step.Advance) * time.Second)
	}
}

// otherAgentCalls performs an operation as another agent of the same desk.
func (s *Driver) otherAgentCalls(call Call) {
	s.t.Helper()
	for _, op := range wire.Operations() {
		if op.Name != call.Op {
			continue
		}
		if _, err := client.CallRaw(context.Background(), s.otherAgentClient(), op, []byte(call.Body)); err != nil {
			s.t.Fatalf("%s: %v", call.Op, err)
		}
		return
	}
	s.t.Fatalf("there is no operation %q", call.Op)
}

// maxFields is the maximum number of fields of a form.
const maxFields = 200

// goToField presses tab until the field with a label has focus.
func (s *Driver) goToField(label string) {
	s.t.Helper()
	for range maxFields {
		if label == "" || strings.Contains(s.Text(), "▌ "+label) {
			return
		}
		s.Press("tab")
	}
	s.failf("no field is called %s", label)
}
