package draft_test

import (
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/draft"
	"frontdesk/internal/outbox"
)

func TestWhoGetsANameKeepsWhatWasTypedBefore(t *testing.T) {
	data := t.TempDir()
	nameless := open(t, draft.Place(data, "acme", ""))
	save(t, nameless, draftWith("half a sentence"))
	item, err := openOutbox(t, draft.Place(data, "acme", "")).Add(draftWith("could not be sent"), outbox.Unknown, "the answer was lost", time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // at the next start there is nothing more to take over
		if err := draft.AdoptUnnamed(data, "acme", "Asha Rao", outbox.MoveAll); err != nil {
			t.Fatal(err)
		}
		own := draft.Place(data, "acme", "Asha Rao")
		if got := commentsOnDisk(t, own); len(got) != 1 || got["half a sentence"] != 1 {
			t.Errorf("got %v", got)
		}
		items, err := openOutbox(t, own).List()
		if err != nil || len(items) != 1 || items[0].ID != item.ID || items[0].State != outbox.Unknown {
			t.Errorf("the outbox holds %+v, %v", items, err)
		}
	}
	if got := commentsOnDisk(t, draft.Place(data, "acme", "")); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}

func TestWhatWasTypedBeforeAndSinceIsBothKept(t *testing.T) {
	data := t.TempDir()
	save(t, open(t, draft.Place(data, "acme", "")), draftWith("before"))
	own := draft.Place(data, "acme", "Asha Rao")
	save(t, open(t, own), draftWith("since"))
	if err := draft.AdoptUnnamed(data, "acme", "Asha Rao", outbox.MoveAll); err != nil {
		t.Fatal(err)
	}
	if got := commentsOnDisk(t, own); len(got) != 2 || got["before"] != 1 || got["since"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestNobodyGetsWhatMayBeAnothersTyping(t *testing.T) {
	nothing := func(*testing.T, string) {}
	for name, c := range map[string]struct {
		account, agent string
		before         func(t *testing.T, data string)
	}{
		"another agent works here too": {"acme", "Asha Rao", func(t *testing.T, data string) { open(t, draft.Place(data, "acme", "Ben Carter")) }},
		"another account":              {"beta", "Asha Rao", nothing},
		"no name yet":                  {"acme", "", nothing},
		"it is being sent":             {"acme", "Asha Rao", startSending},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			nameless := open(t, draft.Place(data, "acme", ""))
			save(t, nameless, draftWith("whose?"))
			if _, err := openOutbox(t, draft.Place(data, "acme", "")).Add(draftWith("whose?"), outbox.Waiting, "", time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
			c.before(t, data)
			if err := draft.AdoptUnnamed(data, c.account, c.agent, outbox.MoveAll); err != nil {
				t.Fatal(err)
			}
			if got := commentsOnDisk(t, draft.Place(data, "acme", "")); got["whose?"] != 1 {
				t.Errorf("got %v", got)
			}
			if items, err := openOutbox(t, draft.Place(data, "acme", "")).List(); len(items) != 1 || err != nil {
				t.Errorf("the outbox holds %v, %v", items, err)
			}
		})
	}
}

// startSending is another console that sends the draft, and holds the outbox.
func startSending(t *testing.T, data string) {
	t.Helper()
	shelf := open(t, draft.Place(data, "acme", ""))
	held, err := openOutbox(t, draft.Place(data, "acme", "")).TryLock()
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := shelf.Load(form)
	if err != nil {
		t.Fatal(err)
	}
	shelf.Adopt(d)
	gone, err := shelf.BeginSend(d, draft.Baseline{}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = gone.Abandon(), held.Release() })
}

func openOutbox(t *testing.T, dir string) *outbox.Outbox {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return outbox.In(files)
}
