package service_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// serviceWithLog returns a service on an empty desk with its log; its clock advances with each reading.
func serviceWithLog(t *testing.T) (http.Handler, *store.Store, *bytes.Buffer) {
	t.Helper()
	s := storetest.Open(t)
	var log bytes.Buffer
	now := noon
	return service.New(service.Config{
		Store: s, Token: "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", AccountID: account, Zone: time.UTC, Log: service.NewLogger(&log, "", ""),
		Now: func() time.Time { now = now.Add(time.Millisecond); return now },
	}), s, &log
}

func TestEveryRequestIsOneLineOfTheLog(t *testing.T) {
	h, _, log := serviceWithLog(t)
	for _, c := range []struct {
		op         wire.OperationInfo
		auth, body string
		line       string
	}{
		{wire.AddTicket.OperationInfo, key, `[{"title":"Drum does not turn"}]`, "operation=add-ticket code=200"},
		{wire.AddTicket.OperationInfo, key, `[{"title":""}]`, "operation=add-ticket code=400"},
		{wire.GetTicket.OperationInfo, key, `{"ticket_ids":"1"}`, "operation=get-ticket code=404"},
		{wire.GetTicket.OperationInfo, login, `{"ticket_ids":"1"}`, "operation=get-ticket code=401"},
		{wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Asha","phone":"1"}}`, "operation=add-customer code=200"},
		{wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Asha","phone":"1","customer_id":"9"}}`, "operation=update-customer code=404"},
		{wire.AddOrder.OperationInfo, login, `{"order_info":{}}`, "operation=add-order code=400"},
		{wire.AddOrder.OperationInfo, login, `{"order_info":{"update":true}}`, "operation=update-order code=400"},
		{wire.OperationInfo{Path: "/nowhere?key=c2VjcmV0"}, key, "", "path=/nowhere code=404"},
		{wire.PullTicket.OperationInfo, "Basic wrong", "", "path=" + wire.PullTicket.Path + " code=401"},
	} {
		log.Reset()
		w := post(h, c.op, c.auth, c.body)
		line := log.String()
		if strings.Count(line, "\n") != 1 || !strings.Contains(line, "method=POST "+c.line) || !strings.Contains(line, "took=") {
			t.Errorf("logged %q, not %s", line, c.line)
		}
		size := "size=" + strconv.Itoa(w.Body.Len()) + " request=" + w.Header().Get("X-Request-Id")
		if isRefused := w.Code == 401; isRefused {
			size += ` reason="Invalid Auth Key"`
		}
		if !strings.HasSuffix(line, size+"\n") || strings.Contains(line, "level=WARN msg=refused") != (w.Code == 401) {
			t.Errorf("logged %q, not %s", line, size)
		}
		for _, secret := range []string{"c2VjcmV0", "hush", "wrong", "b3JkZXJz", "Drum", "Asha"} {
			if strings.Contains(line, secret) {
				t.Errorf("logged %q with %s", line, secret)
			}
		}
	}
}

func TestHostileRequestsAreLoggedSafely(t *testing.T) {
	h, _, log := serviceWithLog(t)
	for _, hostile := range texttest.Hostile(t) {
		for _, auth := range []string{key, hostile.Text} {
			log.Reset()
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(hostile.Text))
			r.URL.Path, r.Host, r.Method, r.RemoteAddr = "/"+hostile.Text, hostile.Text, "GET"+hostile.Text, hostile.Text
			r.Header = http.Header{"Authorization": {auth}, "User-Agent": {hostile.Text}}
			h.ServeHTTP(httptest.NewRecorder(), r)
			if err := texttest.Forbidden(log.String()); err != nil || strings.Count(log.String(), "\n") != 1 || log.Len() > 8<<10 {
				t.Errorf("%s: %v, %d bytes", hostile.Name, err, log.Len())
			}
		}
		log.Reset()
		service.NewLogger(log, "", "").Error(hostile.Text, "fault", hostile.Text, "error", errors.New(hostile.Text), hostile.Text, 1)
		if err := texttest.Forbidden(log.String()); err != nil || strings.Count(log.String(), "\n") != 1 {
			t.Errorf("%s as a fault: %v", hostile.Name, err)
		}
	}
	if line := log.String(); !strings.Contains(line, "level=ERROR") {
		t.Errorf("logged %q", line)
	}
}

// TestHealthCheckNeedsNoCredential: who watches the service has no credential, and learns only that it works.
func TestHealthCheckNeedsNoCredential(t *testing.T) {
	h, desk, log := serviceWithLog(t)
	ask := func(method string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/healthz", nil))
		return w
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		if w := ask(method); w.Code != http.StatusOK || w.Body.String() != `{"status":"ok"}` {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
	if log.Len() != 0 {
		t.Errorf("health that is well was logged: %s", log)
	}
	if w := ask(http.MethodPost); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", w.Code, w.Header())
	}
	if err := desk.Close(); err != nil {
		t.Fatal(err)
	}
	if w := ask(http.MethodGet); w.Code != http.StatusServiceUnavailable || w.Body.String() != `{"message":"the desk cannot be read","status":"failed"}` {
		t.Errorf("with the desk closed: %d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "operation=healthz code=503") {
		t.Errorf("logged %s", log)
	}
}

// TestABodyThatIsTooLargeEndsTheConnection: what is left of it would else be read for nothing.
func TestABodyThatIsTooLargeEndsTheConnection(t *testing.T) {
	server := httptest.NewServer(newService(t))
	defer server.Close()
	r, err := http.NewRequest(http.MethodPost, server.URL+wire.AddTicket.Path, strings.NewReader(strings.Repeat(" ", 9<<20)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Skip("the answer was lost with the connection, which is as good:", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge || !answer.Close {
		t.Errorf("%s, closed: %v", answer.Status, answer.Close)
	}
}

// TestABodyThatIsTooLargeIsRefusedWhateverItSaysOfItsLength: of one sent in chunks nothing is known before.
func TestABodyThatIsTooLargeIsRefusedWhateverItSaysOfItsLength(t *testing.T) {
	h := newService(t)
	for _, length := range []int64{9 << 20, -1} {
		r := httptest.NewRequest(http.MethodPost, wire.AddTicket.Path, strings.NewReader(strings.Repeat(" ", 9<<20)))
		r.ContentLength = length
		r.Header.Set("Authorization", key)
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("length %d: %d %s", length, w.Code, w.Body)
		}
	}
}

// TestService_ThatIsToEndIsNotReadyAndStillAnswers: a balancer sends requests elsewhere before the service ends.
func TestService_ThatIsToEndIsNotReadyAndStillAnswers(t *testing.T) {
	h, _, _ := serviceWithLog(t)
	draining, isService := h.(*service.Service)
	if !isService {
		t.Fatalf("the handler is a %T", h)
	}
	code := func(path string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code
	}
	if healthy, ready := code("/healthz"), code("/readyz"); healthy != http.StatusOK || ready != http.StatusOK {
		t.Errorf("healthy %d, ready %d", healthy, ready)
	}
	draining.Drain()
	if healthy, ready := code("/healthz"), code("/readyz"); healthy != http.StatusOK || ready != http.StatusServiceUnavailable {
		t.Errorf("healthy %d, ready %d of a service that is to end", healthy, ready)
	}
	if w := post(h, wire.AddTicket.OperationInfo, key, `[{"title":"x"}]`); w.Code != http.StatusOK {
		t.Errorf("a ticket is answered %d", w.Code)
	} else if w.Header().Get("Connection") != "close" {
		t.Error("the client would use the connection again")
	}
}

// TestRequestID_OfAProxyIsKeptAndAnyOtherIsReplaced so that an outsider can put nothing into the log or the answer.
func TestRequestID_OfAProxyIsKeptAndAnyOtherIsReplaced(t *testing.T) {
	h, _, log := serviceWithLog(t)
	seen := map[string]bool{}
	for _, sent := range []string{"a-1.B_2", "", "two words", "x\u202e", strings.Repeat("x", 65)} {
		log.Reset()
		r := httptest.NewRequest(http.MethodPost, wire.GetTicket.Path, strings.NewReader("{}"))
		r.Header.Set("X-Request-Id", sent)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		id := w.Header().Get("X-Request-Id")
		if (sent == "a-1.B_2") != (id == sent) || len(id) < 7 || seen[id] || !strings.Contains(log.String(), "request="+id) {
			t.Errorf("%q became %q, logged as %s", sent, id, log)
		}
		seen[id] = true
	}
}

func TestLog_HasLevelsAndTwoForms(t *testing.T) {
	var text, lines bytes.Buffer
	warnings, all := service.NewLogger(&text, "text", "warn"), service.NewLogger(&lines, "json", "debug")
	for _, log := range []*slog.Logger{warnings, all} {
		log.Debug("seen", "took", time.Second)
		log.Warn("refused", "reason", texttest.Hostile(t)[0].Text)
	}
	if strings.Contains(text.String(), "seen") || !strings.Contains(text.String(), "level=WARN msg=refused") {
		t.Errorf("the text is %s", &text)
	}
	for line := range strings.Lines(lines.String()) {
		var event map[string]string
		if err := json.Unmarshal([]byte(line), &event); err != nil || event["level"] == "DEBUG" && event["took"] != "1s" {
			t.Errorf("%v: %s", err, line)
		}
	}
	if strings.Count(lines.String(), "\n") != 2 {
		t.Errorf("the lines are %s", &lines)
	}
}
