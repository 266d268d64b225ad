package sharedpulls_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sharedpulls"
)

func TestHosts_PullEachDayOnce(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	for i, count := range []int{1, 2, 3, 3, 3} {
		var hosts []*host
		for range count {
			hosts = append(hosts, openHost(t, servers.Connect(t), fmt.Sprint("acme", i), service, patient))
		}
		var done sync.WaitGroup
		for _, h := range hosts {
			done.Go(func() { h.refresh(aMinute) })
		}
		done.Wait()
		wantPulls(t, service, 3)
		leads := 0
		for _, h := range hosts {
			for day := 18; day <= 20; day++ {
				if h.title(day) == "" {
					t.Errorf("one of %d hosts does not know the ticket of day %d", count, day)
				}
			}
			if h.pulls.Counts().Leads {
				leads++
			}
		}
		if leads != 1 {
			t.Errorf("%d of %d hosts pull", leads, count)
		}
	}
}

// TestHosts_AnswersAreAsOldAsTheyAre: a host that reads what another one pulled does not say that it is new.
func TestHosts_AnswersAreAsOldAsTheyAre(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	pulled := hosts[0].refresh(aMinute)
	before := time.Now()
	if at := hosts[1].refresh(aMinute); at.After(before) || at.Before(pulled.Add(-time.Minute)) {
		t.Errorf("what was pulled at %s is shown as of %s; it was read after %s", pulled, at, before)
	}
	counts := hosts[1].pulls.Counts()
	if counts.Read != 3 || counts.Age <= 0 || counts.Alone != 0 || hosts[0].pulls.Counts().Sent != 3 {
		t.Errorf("one host counts %+v, the other %+v", hosts[0].pulls.Counts(), counts)
	}
}

// TestHosts_ARefreshThatAnAgentAsksForIsNewerThanTheKey asks again although each host has just been answered.
func TestHosts_ARefreshThatAnAgentAsksForIsNewerThanTheKey(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	for _, h := range hosts {
		h.refresh(aMinute)
	}
	wantPulls(t, service, 3)
	for _, h := range hosts {
		service.setTitle(t, 20, "Radio")
		if h.refresh(asked); h.title(20) != "Radio" {
			t.Errorf("after the key the ticket is %q", h.title(20))
		}
		wantPulls(t, service, 3)
		service.setTitle(t, 20, "Lamp")
		if h.refresh(asked); h.title(20) != "Lamp" {
			t.Errorf("after the second key the ticket is %q", h.title(20))
		}
		wantPulls(t, service, 3)
	}
}

// TestHosts_APullUnderWayDoesNotAnswerAKeyPressedLater changes a ticket after the service was asked and before it
// answered.
func TestHosts_APullUnderWayDoesNotAnswerAKeyPressedLater(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	hold := make(chan struct{})
	service.set(func() { service.held = hold })
	var done sync.WaitGroup
	done.Go(func() { hosts[0].refresh(aMinute) })
	clustertest.Wait(t, "the service is not asked", func() bool {
		service.mu.Lock()
		defer service.mu.Unlock()
		return len(service.pulls) == 3
	})
	done.Go(func() { hosts[1].refresh(asked) })
	clustertest.Wait(t, "the other host does not ask", func() bool {
		for _, d := range hosts[1].Progress(days).Days {
			if d.State != cache.Running {
				return false
			}
		}
		return true
	})
	service.setTitle(t, 20, "Radio")
	service.set(func() { service.held = nil })
	close(hold)
	done.Wait()
	wantPulls(t, service, 6)
	if hosts[1].title(20) != "Radio" {
		t.Errorf("after the key the ticket is %q", hosts[1].title(20))
	}
}

func TestHosts_AnotherGoesOnWhenTheOneThatPullsDies(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	way := servers.Host()
	dying := openHost(t, clustertest.Connect(t, clusterOptions(way.URLs)), "acme", service, patient)
	others := openHosts(t, servers, service, 2)
	dying.refresh(aMinute)
	for _, h := range others {
		h.refresh(aMinute)
	}
	wantPulls(t, service, 3)
	way.Cut()
	clustertest.WaitAway(t, dying.cluster)
	service.setTitle(t, 20, "Radio")
	for _, h := range others {
		h.shows()
	}
	others[0].refresh(asked)
	wantPulls(t, service, 3)
	if !others[0].pulls.Counts().Leads {
		t.Error("nobody else pulls")
	}
	clustertest.Wait(t, "the third host does not see what the second one pulls", func() bool {
		return others[1].title(20) == "Radio"
	})
	wantPulls(t, service, 0)
	if n := dying.refresh(asked); n.IsZero() || dying.title(20) != "Radio" {
		t.Error("the host that was cut off does not pull by itself")
	}
	wantPulls(t, service, 3)
	way.Mend()
	clustertest.WaitConnected(t, dying.cluster)
	clustertest.Wait(t, "the host that was cut off still believes that it pulls", func() bool {
		dying.refresh(asked)
		return !dying.pulls.Counts().Leads
	})
}

// TestHosts_AHostThatHangsIsReplaced: it has the lease and is connected, but says nothing.
func TestHosts_AHostThatHangsIsReplaced(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hanging := newStranger(t, servers.Connect(t), "acme", patient.Lease, func(func([]byte)) {})
	h := openHost(t, servers.Connect(t), "acme", service,
		sharedpulls.Times{Lease: 2 * time.Minute, Silence: 100 * time.Millisecond})
	h.refresh(aMinute)
	wantPulls(t, service, 3)
	if !h.pulls.Counts().Leads || hanging.questions.Load() == 0 {
		t.Errorf("after %d questions the host counts %+v", hanging.questions.Load(), h.pulls.Counts())
	}
}

// TestHosts_ALeaseThatIsNotRenewedEnds: the host that had it was killed, and nobody has asked it since.
func TestHosts_ALeaseThatIsNotRenewedEnds(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	s := newStranger(t, c, "acme", time.Second, func(func([]byte)) {})
	clustertest.Wait(t, "the lease of a host that was killed stays", func() bool { return !s.hasLease() })
}

func TestHosts_PullByThemselvesWhileTheClusterIsAway(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	servers.Kill(0)
	for _, h := range hosts {
		clustertest.WaitAway(t, h.cluster)
		h.refresh(asked)
		h.refresh(asked)
		wantPulls(t, service, 6)
		if n := h.log.count("pulls an account by itself"); n != 1 {
			t.Errorf("the log says %d times that the host pulls by itself", n)
		}
	}
	servers.Restart(0)
	for _, h := range hosts {
		clustertest.WaitConnected(t, h.cluster)
	}
	for _, h := range hosts {
		h.refresh(cache.MaxAge{Newest: time.Nanosecond, Older: time.Nanosecond})
	}
	leads := 0
	for _, h := range hosts {
		if h.pulls.Counts().Leads {
			leads++
		}
	}
	if leads != 1 {
		t.Errorf("%d hosts pull after the cluster is back", leads)
	}
}

// TestHosts_AChangeThatOneLearnsIsOnTheScreensOfTheOthers: a console of the other host shows the days and asks for
// nothing.
func TestHosts_AChangeThatOneLearnsIsOnTheScreensOfTheOthers(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	for _, h := range hosts {
		h.refresh(aMinute)
		h.shows()
	}
	wantPulls(t, service, 3)
	service.setTitle(t, 19, "Radio")
	added := ticket(20)
	added.TaskID, added.TicketID, added.Title = 99, "713599999999", "New lamp"
	if _, err := service.store.AddTicket(t.Context(), added); err != nil {
		t.Fatal(err)
	}
	hosts[0].refresh(asked)
	clustertest.Wait(t, "the other host does not learn of the change", func() bool {
		return hosts[1].title(19) == "Radio"
	})
	clustertest.Wait(t, "the other host does not learn of the new ticket", func() bool {
		l, err := hosts[1].Snapshot().List(t.Context(), cache.Query{Span: days, Zone: time.UTC})
		return err == nil && l.Len() == 4
	})
	wantPulls(t, service, 3)
}

// TestHosts_AWriteHereIsNotOverwrittenByWhatAnotherHostReadBefore has the other host pull before the write, and this
// one take that over after it.
func TestHosts_AWriteHereIsNotOverwrittenByWhatAnotherHostReadBefore(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	hosts[0].refresh(aMinute)
	written := desk.Ticket{
		ID: desk.NewID(ticket(20).TicketID), Title: safetext.LineFromText("Written here"),
		SubStatus: desk.NewCode("P", safetext.LineFromText("Pending")),
	}
	service.setTitle(t, 20, "Written here") // it may be asked for the ticket alone
	hosts[1].ApplyTicketResult(desk.TicketResult{Ticket: written}, "")
	hosts[1].refresh(aMinute)
	if hosts[1].pulls.Counts().Read != 3 {
		t.Fatalf("the host counts %+v", hosts[1].pulls.Counts())
	}
	if title := hosts[1].title(20); title != "Written here" {
		t.Errorf("the ticket that was written here is %q now", title)
	}
	if title := hosts[1].title(19); title != "Lamp of day 19" {
		t.Errorf("a ticket beside it is %q", title)
	}
	service.setTitle(t, 20, "Newer")
	if hosts[1].refresh(asked); hosts[1].title(20) != "Newer" {
		t.Errorf("a newer answer leaves %q", hosts[1].title(20))
	}
}

// TestHosts_ShareNothingWithOtherCredentialsOrAnotherService under the same name of the account.
func TestHosts_ShareNothingWithOtherCredentialsOrAnotherService(t *testing.T) {
	t.Parallel()
	servers, here, elsewhere := clustertest.One(t), newUpstream(t), newUpstream(t)
	elsewhere.setTitle(t, 20, "Of another service")
	a := openHost(t, servers.Connect(t), "acme", here, patient, "https://a.example.com")
	b := openHost(t, servers.Connect(t), "acme", elsewhere, patient, "https://b.example.com")
	for _, h := range []*host{a, b} {
		h.shows()
		h.refresh(aMinute)
		h.refresh(asked)
		if counts := h.pulls.Counts(); !counts.Leads || counts.Read != 0 || counts.Alone != 0 {
			t.Errorf("a host counts %+v", counts)
		}
	}
	if a.title(20) != "Lamp of day 20" || b.title(20) != "Of another service" {
		t.Errorf("the tickets are %q and %q", a.title(20), b.title(20))
	}
	wantPulls(t, here, 6)
	wantPulls(t, elsewhere, 6)

	one, err1 := sharedpulls.Scope("secret", "https://a.example.com")
	other, err2 := sharedpulls.Scope("other secret", "https://a.example.com")
	if err1 != nil || err2 != nil || one == other {
		t.Errorf("credentials have the scopes %q and %q: %v, %v", one, other, err1, err2)
	}
}

// TestHosts_ANewCredentialEndsWhatIsShared: what was pulled with the old one is given to nobody.
func TestHosts_ANewCredentialEndsWhatIsShared(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	hosts[0].refresh(aMinute)
	wantPulls(t, service, 3)
	scope, err := sharedpulls.Scope("renewed")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hosts {
		if err := h.pulls.SetScope(scope); err != nil {
			t.Fatal(err)
		}
	}
	if err := hosts[0].Pull(t.Context(), desk.DateRange{From: days.From, To: days.From}); err != nil {
		t.Fatal(err) // it leads now, and has one day anew
	}
	wantPulls(t, service, 1)
	hosts[1].refresh(aMinute)
	wantPulls(t, service, 2)
	if counts := hosts[1].pulls.Counts(); counts.Leads || counts.Read != 3 {
		t.Errorf("the host counts %+v", counts)
	}
}

// TestHosts_AHostThatTheServiceDoesNotAnswerIsReplaced: its network fails, that of the other does not.
func TestHosts_AHostThatTheServiceDoesNotAnswerIsReplaced(t *testing.T) {
	t.Parallel()
	servers, service, cutOff := clustertest.One(t), newUpstream(t), newUpstream(t)
	a := openHost(t, servers.Connect(t), "acme", cutOff, patient)
	b := openHost(t, servers.Connect(t), "acme", service, patient)
	a.refresh(aMinute)
	cutOff.set(func() { cutOff.fails = true })
	b.refresh(asked)
	if !b.pulls.Counts().Leads || b.title(20) == "" {
		t.Errorf("the host counts %+v", b.pulls.Counts())
	}
	wantPulls(t, service, 3)
}

func clusterOptions(urls string) cluster.Options { return cluster.Options{URLs: urls} }
