package service_test

import (
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/wire"
)

const unauthorised = `{"message":"Invalid Auth Key","status":"failed"}`

func basic(s string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(s)) }

// TestWhoHasNoCredentialLearnsNothing covers PROTOCOL.md 1.4: the same answer at every path,
// whatever is wrong with the credential and with the rest of the request.
func TestWhoHasNoCredentialLearnsNothing(t *testing.T) {
	h := newService(t)
	for name, auth := range map[string]string{
		"missing": "", "only the scheme": "Basic ", "the scheme twice": "Basic " + key, "wrong": "Basic wrong", "without the scheme": "c2VjcmV0",
		"another scheme": "Bearer c2VjcmV0", "another in small letters": "bearer c2VjcmV0", "a space after it": key + " ", "a tab": "Basic\tc2VjcmV0",
		"a space and a tab": "Basic \tc2VjcmV0", "the scheme without a space": "Basicc2VjcmV0", "only the scheme, small": "basic", "spaces after it": "BASIC   ",
		"two credentials in one":    key + ", " + key,
		"the key encoded once more": basic("c2VjcmV0"), "half of it": key[:len(key)-2], "in another case": strings.ToUpper(key),
		"the user alone": basic("orders"), "no password": basic("orders:"), "no user": basic(":hush"), "a wrong password": basic("orders:hush2"),
		"a wrong user": basic("order:hush"), "a password in another case": basic("orders:HUSH"), "user and password as they are": "Basic orders:hush",
		"no padding": strings.TrimRight(login, "="), "nothing encoded": basic(":"), "a very long one": "Basic " + strings.Repeat("x", 1<<14),
	} {
		for _, op := range append(wire.Operations(), wire.OperationInfo{Path: "/nowhere"}, wire.OperationInfo{Path: wire.PullCustomer.Alias}) {
			if w := post(h, op, auth, `{`); w.Code != http.StatusUnauthorized || w.Body.String() != unauthorised {
				t.Errorf("%s at %s: %d %s", name, op.Path, w.Code, w.Body)
			}
		}
	}
}

// TestCredential_SchemeMayHaveAnyCase covers PROTOCOL.md 1.4.
func TestCredential_SchemeMayHaveAnyCase(t *testing.T) {
	h := newService(t)
	for _, scheme := range []string{"Basic ", "basic ", "BASIC ", "bAsIc ", "Basic  ", "basic    "} {
		for _, op := range wire.Operations() {
			if w := post(h, op, scheme+strings.TrimPrefix(credential(op), "Basic "), `{`); w.Code == http.StatusUnauthorized {
				t.Errorf("%s with the scheme %q: %d %s", op.Name, scheme, w.Code, w.Body)
			}
		}
	}
	for _, token := range []string{"c2VjcmV0", "Basic c2VjcmV0", "basic c2VjcmV0", "BASIC  c2VjcmV0"} {
		h.SetCredentials(service.Credentials{Token: token})
		if w := post(h, wire.GetTicket.OperationInfo, key, `{`); w.Code == http.StatusUnauthorized {
			t.Errorf("with %q configured: %d %s", token, w.Code, w.Body)
		}
	}
}

// TestCredential_SentTwiceIsRefused: a proxy before the service may have believed the other one.
func TestCredential_SentTwiceIsRefused(t *testing.T) {
	h := newService(t)
	for name, both := range map[string][]string{
		"the right one first": {key, "Basic wrong"}, "the right one last": {"Basic wrong", key}, "the same twice": {key, key}, "one empty": {key, ""},
	} {
		r := httptest.NewRequest(http.MethodPost, wire.GetTicket.Path, strings.NewReader(`{"ticket_ids":"1"}`))
		r.Header["Authorization"] = both
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest || w.Body.String() != `{"message":"the request has more than one Authorization header","status":"failed"}` {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// TestEachCredentialIsRefusedInTheOthersPlace covers PROTOCOL.md 1.4.
func TestEachCredentialIsRefusedInTheOthersPlace(t *testing.T) {
	h := newService(t)
	logins := 0
	for _, op := range append(wire.Operations(), wire.OperationInfo{Name: "the second path", Path: wire.PullCustomer.Alias}) {
		other := key
		if op.Group == wire.APIKey {
			other = login
		} else {
			logins++
		}
		if w := post(h, op, other, `{`); w.Code != http.StatusUnauthorized || w.Body.String() != unauthorised {
			t.Errorf("%s with the other credential: %d %s", op.Name, w.Code, w.Body)
		}
		if w := post(h, op, credential(op), `{`); w.Code == http.StatusUnauthorized {
			t.Errorf("%s with its own: %d %s", op.Name, w.Code, w.Body)
		}
	}
	if logins != 3 {
		t.Errorf("%d operations take user and password", logins)
	}
	for _, auth := range []string{key, login} {
		if w := post(h, wire.OperationInfo{Path: "/nowhere"}, auth, `{}`); w.Code != http.StatusNotFound {
			t.Errorf("nowhere with %s: %d", auth, w.Code)
		}
	}
}

func TestWhatIsNotConfiguredAdmitsNobody(t *testing.T) {
	for name, c := range map[string]service.Config{
		"nothing": {}, "a user": {Token: "c2VjcmV0", OrderUser: "orders"}, "a password": {Token: "c2VjcmV0", OrderPassword: "hush"},
	} {
		c.Zone, c.Now, c.Log = time.UTC, time.Now, slog.New(slog.DiscardHandler)
		h := service.New(c)
		for _, auth := range []string{"", "Basic ", basic(":"), basic("orders:"), basic(":hush"), basic("orders:hush")} {
			if w := post(h, wire.PullOrder.OperationInfo, auth, `{`); w.Code != http.StatusUnauthorized {
				t.Errorf("%s with %q: %d", name, auth, w.Code)
			}
		}
	}
}

// TestOnlyPOSTIsAnswered covers PROTOCOL.md 1.2.
func TestOnlyPOSTIsAnswered(t *testing.T) {
	h := newService(t)
	for _, op := range append(wire.Operations(), wire.OperationInfo{Path: wire.PullCustomer.Alias}) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions} {
			r := httptest.NewRequest(method, op.Path, nil)
			r.Header.Set("Authorization", credential(op))
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" || !strings.Contains(w.Body.String(), `"status":"failed"`) {
				t.Errorf("%s %s: %d %v %s", method, op.Path, w.Code, w.Header(), w.Body)
			}
		}
	}
}

// TestACredentialIsRotatedBetweenTwoRequests: on the same connection the new one is accepted and the old one refused.
func TestACredentialIsRotatedBetweenTwoRequests(t *testing.T) {
	h := newService(t)
	old := map[wire.AuthScheme]string{wire.APIKey: key, wire.BasicAuth: login}
	h.SetCredentials(service.Credentials{Token: "bmV3", OrderUser: "orders", OrderPassword: "new"})
	rotated := map[wire.AuthScheme]string{wire.APIKey: "Basic bmV3", wire.BasicAuth: basic("orders:new")}
	for _, op := range wire.Operations() {
		if w := post(h, op, old[op.Group], `{`); w.Code != http.StatusUnauthorized || w.Body.String() != unauthorised {
			t.Errorf("%s with the old one: %d %s", op.Name, w.Code, w.Body)
		}
		if w := post(h, op, rotated[op.Group], `{`); w.Code == http.StatusUnauthorized {
			t.Errorf("%s with the new one: %d %s", op.Name, w.Code, w.Body)
		}
	}
}
