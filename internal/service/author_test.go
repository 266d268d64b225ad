package service_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// serviceWithAssignedTicket returns a service with a ticket that is assigned to Ben, and the ticket's id.
func serviceWithAssignedTicket(t *testing.T) (*service.Service, string) {
	t.Helper()
	h := newService(t)
	added := must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "Screen stays black"}))
	id := added.Ticket.ID.Raw()
	_, err := h.Store.UpdateTicket(t.Context(), id, func(ticket *store.Ticket) (store.Note, error) {
		ticket.AssignedName, ticket.AssignedID = "Ben Weiss", 7
		return store.Note{Detail: "assigned"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h, id
}

// noteCreators returns the creators of a ticket's notes from Get Ticket, oldest first.
func noteCreators(t *testing.T, h *service.Service, id string) []string {
	t.Helper()
	var creators []string
	found, err := h.Store.Tickets(t.Context(), []string{id})
	if err != nil || len(found) != 1 {
		t.Fatal(len(found), err)
	}
	for _, n := range found[0].Notes {
		creators = append(creators, n.CreatorName)
	}
	return creators
}

func TestComment_IsNeverByTheAssignee(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	must[desk.TicketResult](t)(call(t, h, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Comment: "Asked for the model"}))
	answer := post(h, wire.GetTicket.OperationInfo, key, `{"ticket_ids":"`+id+`"}`).Body.String()
	if got := noteCreators(t, h, id); got[1] != "" || strings.Count(answer, "Ben Weiss") != 1 {
		t.Errorf("the note is by %q: %s", got[1], answer)
	}
}

func TestComment_IsByTheNameOfTheKeyThatWroteIt(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	h.SetCredentials(service.Credentials{Token: "c2VjcmV0", Author: "Night shift", Keys: []service.Key{
		{Token: "Basic YXNoYQ==", Author: "Asha Rao"}, {Token: "bm9ib2R5"}, {Author: "Nobody"},
	}})
	for _, auth := range []string{key, "Basic YXNoYQ==", "Basic bm9ib2R5"} {
		if w := post(h, wire.UpdateTicket.OperationInfo, auth, `[{"ticket_id":"`+id+`","sub_status":"P","comment":"x"}]`); w.Code != 200 {
			t.Fatalf("%s: %d %s", auth, w.Code, w.Body)
		}
	}
	if got := strings.Join(noteCreators(t, h, id)[1:], ", "); got != "Night shift, Asha Rao, " {
		t.Errorf("the notes are by %q", got)
	}
	w := post(h, wire.AddTicket.OperationInfo, "Basic YXNoYQ==", `[{"title":"No picture"}]`)
	if !strings.Contains(w.Body.String(), `"creatorName":"Asha Rao"`) {
		t.Errorf("the ticket says %s", w.Body)
	}
	if w := post(h, wire.AddTicket.OperationInfo, "Basic ", `[{"title":"No picture"}]`); w.Code != 401 {
		t.Errorf("a name without a key admits: %d", w.Code)
	}
}

func TestComment_IsByWhomACallerInTheSameProcessNames(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	r := httptest.NewRequest(wire.Method, wire.UpdateTicket.Path, strings.NewReader(`[{"ticket_id":"`+id+`","sub_status":"P"}]`))
	r.Header.Set("Authorization", key)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(desk.WithAgent(t.Context(), safetext.LineFromText("Chen Li"))))
	if got := noteCreators(t, h, id); w.Code != 200 || got[1] != "Chen Li" {
		t.Errorf("%d, by %q", w.Code, got)
	}
}

// onBehalf sends an update with a key for named agents.
func onBehalf(h *service.Service, auth, id string, names ...string) *httptest.ResponseRecorder {
	body := `[{"ticket_id":"` + id + `","sub_status":"P","comment":"x"}]`
	r := httptest.NewRequest(wire.Method, wire.UpdateTicket.Path, strings.NewReader(body))
	r.Header.Set("Authorization", auth)
	for _, name := range names {
		r.Header.Add(wire.OnBehalfOf, name)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestOnBehalf_AKeyWritesForItsAgentsAlone(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	addEmployee(t, h, "Dana Fox")
	h.SetCredentials(service.Credentials{Token: "dGVhbQ==", Author: "Team", For: []string{"Jürgen Groß", "Asha Rao"}, Keys: []service.Key{
		{Token: "YWxs", For: []string{service.Employees}}, {Token: "b25l", Author: "Ben Lee"},
	}})
	const team, all, one = "Basic dGVhbQ==", "Basic YWxs", "Basic b25l"
	for _, sent := range []struct {
		key   string
		names []string
		code  int
	}{
		{team, nil, 200},
		{team, []string{"Asha Rao"}, 200},
		{team, []string{"Jürgen Groß"}, 200},
		{all, []string{"Dana Fox"}, 200},
		{team, []string{"Dana Fox"}, 403},
		{team, []string{"asha rao"}, 403},
		{team, []string{""}, 403},
		{team, []string{service.Employees}, 403},
		{all, []string{service.Employees}, 403},
		{all, []string{"Asha Rao"}, 403},
		{one, []string{"Asha Rao"}, 403},
		{one, []string{"Ben Lee"}, 403},
		{team, []string{"J\xfcrgen Gro\xdf"}, 403},
		{team, []string{"Asha Rao", "Dana Fox"}, 400},
	} {
		if w := onBehalf(h, sent.key, id, sent.names...); w.Code != sent.code {
			t.Errorf("%s for %q: %d %s", sent.key, sent.names, w.Code, w.Body)
		}
	}
	if got := strings.Join(noteCreators(t, h, id)[1:], ", "); got != "Team, Asha Rao, Jürgen Groß, Dana Fox" {
		t.Errorf("the notes are by %q", got)
	}
	var metrics strings.Builder
	h.WriteMetrics(&metrics)
	if !strings.Contains(metrics.String(), "frontdesk_service_refused_agents_total 9\n") {
		t.Errorf("counted is %s", metrics.String())
	}
}

// TestOnBehalf_OfAReadIsCheckedToo: a key that may not act for others may not try.
func TestOnBehalf_OfAReadIsCheckedToo(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	r := httptest.NewRequest(wire.Method, wire.GetTicket.Path, strings.NewReader(`{"ticket_ids":"`+id+`"}`))
	r.Header.Set("Authorization", key)
	r.Header.Set(wire.OnBehalfOf, "Asha Rao")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != 403 || !strings.Contains(w.Body.String(), "may not act for") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestOnBehalf_ANameThatCannotBeShownIsRefused: an import may have brought it.
func TestOnBehalf_ANameThatCannotBeShownIsRefused(t *testing.T) {
	h, id := serviceWithAssignedTicket(t)
	const name = "Asha\u202eoaR"
	h.SetCredentials(service.Credentials{Token: "dGVhbQ==", For: []string{name}})
	if w := onBehalf(h, "Basic dGVhbQ==", id, name); w.Code != 400 || !strings.Contains(w.Body.String(), "cannot be shown") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// addEmployee adds an employee to the desk, as an import does.
func addEmployee(t *testing.T, h *service.Service, name string) {
	t.Helper()
	desk, ok := h.Store.(*store.Store)
	if !ok {
		t.Fatalf("the desk is a %T", h.Store)
	}
	err := desk.Import(t.Context(), func(i *store.Import) error {
		_, err := i.Agent(0, name, func(a *store.Agent) error {
			a.Name = name
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
