package service_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"frontdesk/internal/desk"
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
	h.ServeHTTP(w, r.WithContext(service.WithAuthor(t.Context(), "Chen Li")))
	if got := noteCreators(t, h, id); w.Code != 200 || got[1] != "Chen Li" {
		t.Errorf("%d, by %q", w.Code, got)
	}
}
