package service_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/wire"
)

// requestFrom asks for the categories, from an address.
func requestFrom(h http.Handler, address, auth string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, wire.FAQCategories.Path, nil)
	r.RemoteAddr = address
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// guess tries different wrong credentials until one is rejected unread, and returns how many were checked.
func guess(h http.Handler, address string, most int) int {
	for n := range most {
		if requestFrom(h, address, fmt.Sprint("Basic wrong", n, address)).Code == http.StatusTooManyRequests {
			return n
		}
	}
	return most
}

func TestCredentials_GuessingIsLimitedByAddress(t *testing.T) {
	now := noon
	c := newService(t).Config
	c.Now = func() time.Time { return now }
	h := service.New(c)
	for range 100 { // a client with an old key guesses nothing
		if w := requestFrom(h, "192.0.2.9:4711", "Basic old"); w.Code != http.StatusUnauthorized {
			t.Fatalf("the same again: %d", w.Code)
		}
	}
	if n := guess(h, "192.0.2.1:4711", 1000); n > 50 {
		t.Errorf("%d different credentials were tried at once", n)
	}
	w := requestFrom(h, "192.0.2.1:9", key)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "2" || !strings.Contains(w.Body.String(), `"status":"failed"`) {
		t.Errorf("a right guess at last: %d %v %s", w.Code, w.Header(), w.Body)
	}
	for address, code := range map[string]int{"192.0.2.1:5": 401, "192.0.2.2:5": 200} {
		auth := key
		if code == 401 {
			auth = ""
		}
		if w := requestFrom(h, address, auth); w.Code != code {
			t.Errorf("%s with %q: %d", address, auth, w.Code)
		}
	}
	now = now.Add(2 * time.Second)
	if w := requestFrom(h, "192.0.2.1:9", key); w.Code != http.StatusOK {
		t.Errorf("after the wait: %d %s", w.Code, w.Body)
	}
}

// TestCredentials_WhatIsNoneIsNoGuess: a client that is set up wrongly does not lock out the others of its address.
func TestCredentials_WhatIsNoneIsNoGuess(t *testing.T) {
	h := newService(t)
	for n := range 100 {
		for _, auth := range []string{"Bearer ", "basic\t", "", "Negotiate ", "Basi", "Basic-"} {
			if w := requestFrom(h, "192.0.2.1:4711", fmt.Sprint(auth, n)); w.Code != http.StatusUnauthorized {
				t.Fatalf("%q: %d %s", auth, w.Code, w.Body)
			}
		}
	}
	for _, auth := range []string{"Basic", "Basic ", "BASIC  "} {
		if w := requestFrom(h, "192.0.2.1:4711", auth); w.Code != http.StatusUnauthorized {
			t.Errorf("%q: %d %s", auth, w.Code, w.Body)
		}
	}
	if w := requestFrom(h, "192.0.2.1:4711", "basic c2VjcmV0"); w.Code != http.StatusOK {
		t.Errorf("the right key after them: %d %s", w.Code, w.Body)
	}
	if n := guess(h, "192.0.2.1:4711", 1000); n < 20 || n > 50 {
		t.Errorf("%d different credentials were tried then", n)
	}
}

func TestCredentials_GuessesFromOneIPv6CustomerCountTogether(t *testing.T) {
	h := newService(t)
	tried := 0
	for n := range 1000 {
		if requestFrom(h, fmt.Sprintf("[2001:db8:0:1::%x]:4711", n+1), fmt.Sprint("Basic wrong", n)).Code == http.StatusUnauthorized {
			tried++
		}
	}
	if tried > 50 {
		t.Errorf("%d different credentials were tried", tried)
	}
	if w := requestFrom(h, "[2001:db8:0:2::1]:4711", key); w.Code != http.StatusOK {
		t.Errorf("the next customer: %d", w.Code)
	}
}

// TestCredentials_GuessesFromOneSiteCountTogetherToo: whoever has a /48 has 65,536 networks to guess from.
func TestCredentials_GuessesFromOneSiteCountTogetherToo(t *testing.T) {
	h := newService(t)
	tried := 0
	for n := range 1000 {
		if requestFrom(h, fmt.Sprintf("[2001:db8:0:%x::1]:4711", n), fmt.Sprint("Basic wrong", n)).Code == http.StatusUnauthorized {
			tried++
		}
	}
	if tried > 150 {
		t.Errorf("%d different credentials were tried", tried)
	}
	if w := requestFrom(h, "[2001:db8:1::1]:4711", key); w.Code != http.StatusOK {
		t.Errorf("the next site: %d", w.Code)
	}
}

func TestCredentials_WhoWorksFromTheSameAddressGoesOn(t *testing.T) {
	h := newService(t)
	const office = "198.51.100.7:4711"
	if w := requestFrom(h, office, key); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	guess(h, office, 1000)
	if w := requestFrom(h, office, key); w.Code != http.StatusOK {
		t.Errorf("a client that was accepted before somebody guessed: %d", w.Code)
	}
	if w := requestFrom(h, office, login); w.Code != http.StatusTooManyRequests {
		t.Errorf("a credential that was never used from there: %d", w.Code)
	}
}

func TestLog_NamesTheClientsAddress(t *testing.T) {
	h, _, log := serviceWithLog(t)
	for address, want := range map[string]string{"192.0.2.1:4711": "from=192.0.2.1 ", "[2001:db8::1]:80": "from=2001:db8::1 "} {
		for _, auth := range []string{key, "Basic wrong"} {
			log.Reset()
			requestFrom(h, address, auth)
			if !strings.Contains(log.String(), want) {
				t.Errorf("logged %s", log)
			}
		}
	}
}

// TestPaths_OnlyExactOnesAreAnswered: a redirect to a tidier path has no JSON body, and a client that follows it sends
// the credential again.
func TestPaths_OnlyExactOnesAreAnswered(t *testing.T) {
	server := httptest.NewServer(newService(t))
	defer server.Close()
	direct := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, path := range []string{
		"//", "/" + wire.AddTicket.Path, "/x/.." + wire.AddTicket.Path, "/./", wire.AddTicket.Path + "/", "/%2e%2e/x", "/a//b", "//healthz", "/x/../healthz",
		strings.Replace(wire.AddTicket.Path, "/v", "%2fv", 1), strings.Replace(wire.AddTicket.Path, "/v", "%2Fv", 1), strings.Replace(wire.AddTicket.Path, "-", "%2d", 1),
		strings.Replace(wire.AddTicket.Path, "a", "%61", 1), strings.Replace(wire.AddTicket.Path, "/v", "%252fv", 1), strings.Replace(wire.AddTicket.Path, "/v", `%5cv`, 1),
		wire.AddTicket.Path + "%00", wire.AddTicket.Path + "%20", wire.AddTicket.Path + ";v=1", wire.AddTicket.Path + "/.", wire.AddTicket.Path + "%3f", strings.ToUpper(wire.AddTicket.Path),
		"/healthz/", "/health%7a", "/%2fhealthz", "/readyz;x", "/HEALTHZ", "/healthz%2f",
	} {
		for auth, code := range map[string]int{key: http.StatusNotFound, "": http.StatusUnauthorized} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", auth)
			w, err := direct.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			w.Body.Close()
			if w.StatusCode != code || w.Header.Get("Content-Type") != "application/json" || w.Header.Get("Location") != "" {
				t.Errorf("%s with %q: %s %v", path, auth, w.Status, w.Header)
			}
		}
	}
}

func TestCredentials_GuessesFromAnyNumberOfAddressesTakeBoundedMemory(t *testing.T) {
	h := newService(t)
	for n := range service.MaxAddresses + 100 {
		requestFrom(h, fmt.Sprintf("10.%d.%d.%d:4711", n>>16, n>>8&255, n&255), "Basic wrong")
	}
	if n := service.AddressesOf(h); n > service.MaxAddresses {
		t.Errorf("%d addresses are kept", n)
	}
}
