package agentstate_test

import (
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/memcluster"
)

// behind is a way to servers of which one that is cut off answers with what it had.
type behind struct {
	*memcluster.Host
	answers map[string]cluster.Version // until the host looks for another server
}

func (b *behind) Documents(account, agent string) cluster.Documents {
	return &behindDocuments{b.Host.Documents(account, agent), b}
}

type behindDocuments struct {
	cluster.Documents
	way *behind
}

func (d *behindDocuments) Get(name string) (cluster.Version, error) {
	if old, isBehind := d.way.answers[name]; isBehind {
		return old, nil
	}
	return d.Documents.Get(name)
}

func (d *behindDocuments) Leave() {
	d.way.answers = nil
	d.Documents.Leave()
}

// TestAServerThatIsBehind_BringsNoOlderTextBack: the newest text stays on the screen.
func TestAServerThatIsBehind_BringsNoOlderTextBack(t *testing.T) {
	servers := memcluster.New()
	way := &behind{Host: servers.Connect()}
	here := agentstatetest.NewHost(t, way, "acme").SignIn(t, "asha")
	there := agentstatetest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	agentstatetest.Must(t, there.Put("x.draft", []byte("old"), agentstate.None))
	agentstatetest.RequireContent(t, here, "x.draft", "old")
	old, err := way.Documents("acme", "agent-asha").Get("x.draft")
	agentstatetest.Must(t, err)
	agentstatetest.Must(t, there.Put("x.draft", []byte("new"), agentstate.RevisionOf([]byte("old"))))
	agentstatetest.RequireContent(t, here, "x.draft", "new")
	way.answers = map[string]cluster.Version{"x.draft": old}
	agentstatetest.RequireContent(t, here, "x.draft", "new")
	if way.answers != nil {
		t.Error("no other server was looked for")
	}
	agentstatetest.RequireContent(t, there, "x.draft", "new")
}
