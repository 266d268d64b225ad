package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

func testVariable(name string) string {
	return map[string]string{
		"FRONTDESK_TOKEN": clitest.Token, "FRONTDESK_ORDER_USER": "orders", "FRONTDESK_ORDER_PASSWORD": "hush", "FRONTDESK_CM_ID": "4711",
	}[name]
}

// startService runs frontdesk serve on a free port; stop ends it as SIGTERM does and returns its exit code.
func startService(t *testing.T, db string) (address string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		var errOut bytes.Buffer
		code := cli.Run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--db", db, "--time-zone", "UTC"}, testVariable, strings.NewReader(""), in, &errOut)
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		ended <- code
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return address, func() int { cancel(); return <-ended }
}

func callService[Req, Ans any](t *testing.T, address string, op wire.Operation[Req, Ans], req Req) Ans {
	t.Helper()
	body, err := op.Encode(req)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), wire.Method, address+op.Path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Basic "+clitest.Token)
	if op.Group == wire.BasicAuth {
		r.SetBasicAuth("orders", "hush")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	got, err := op.Decode(answer.Body, wire.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestServe_AnsweredWritesAreThereAfterARestart(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "desk.db")
	address, stop := startService(t, db)
	added := callService(t, address, wire.AddTicket, wire.AddTicketRequest{Title: "Screen stays black"})
	http.DefaultClient.CloseIdleConnections()
	if code := stop(); code != exitcode.OK {
		t.Errorf("it ended with %d", code)
	}
	address, stop = startService(t, db)
	found := callService(t, address, wire.GetTicket, wire.GetTicketRequest{TicketIDs: added.Ticket.ID.Raw()})
	if len(found) != 1 || found[0].Title.String() != "Screen stays black" || found[0].SubStatus.Key() != desk.NewID("US") {
		t.Errorf("found %+v", found)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
}

func TestServe_OrdersNeedTheOrderCredential(t *testing.T) {
	t.Parallel()
	address, stop := startService(t, filepath.Join(t.TempDir(), "desk.db"))
	customer := callService(t, address, wire.AddCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_name": "Asha Rao", "phone": "9876543210"}})
	order := callService(t, address, wire.AddOrder, wire.SaveOrderRequest{Customer: wire.CustomerInfo{"customer_name": "Asha Rao"}})
	page := callService(t, address, wire.PullOrder, wire.PullOrderRequest{"cmId": int64(4711), "name": "asha"})
	if order.Customer != customer.Customer || len(page.Orders) != 1 || page.Orders[0].ID != order.Order {
		t.Errorf("added %+v, %+v, pulled %+v", customer, order, page)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
}

func TestServe_WrongUsageIsOneClearLineAndExitTwo(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "desk.db")
	for _, c := range []struct {
		args  string
		token string
		line  string
	}{
		{"serve", clitest.Token, "--db is needed"},
		{"serve --db " + db, "", "FRONTDESK_TOKEN is empty"},
		{"serve --db " + db + " --listen 0.0.0.0:80", clitest.Token, "not a loopback address"},
		{"serve --db " + db + " --listen localhost", clitest.Token, "not an address with a port"},
		{"serve --db " + db + " --listen [::]:8080", clitest.Token, "or --allow-plain"},
		{"serve --db " + db + " --rate-limit 20", clitest.Token, "not a rate"},
		{"serve --db " + db + " --rate-limit 0/second", clitest.Token, "not a rate"},
		{"serve --db " + db + " --rate-limit NaN/second", clitest.Token, "not a rate"},
		{"serve --db " + db + " --rate-limit 20/minute", clitest.Token, "not a rate"},
		{"serve --db " + db + " --tls-cert cert.pem", clitest.Token, "need each other"},
		{"serve --db " + db + " --tls-key key.pem", clitest.Token, "need each other"},
		{"serve --db " + db + " --tls-cert none.pem --tls-key none.pem", clitest.Token, "the TLS key in none.pem cannot be used"},
		{"serve --db " + db + " --time-zone Mars", clitest.Token, `--time-zone must be a time zone such as "Europe/Berlin", not "Mars"`},
		{"serve --nonsense", clitest.Token, "unknown flag"},
		{"serve extra", clitest.Token, `unexpected argument "extra"`},
		{"nonsense\x1b[31m", clitest.Token, "unknown command"},
	} {
		var out, errOut bytes.Buffer
		only := func(name string) string { return map[string]string{"FRONTDESK_TOKEN": c.token}[name] }
		code := cli.Run(t.Context(), strings.Fields(c.args), only, strings.NewReader(""), &out, &errOut)
		line := errOut.String()
		if code != exitcode.Usage || !strings.Contains(line, c.line) || strings.Count(line, "\n") != 1 || strings.Contains(line, "\x1b") || out.Len() != 0 {
			t.Errorf("%q: %d %q %q", c.args, code, line, out.String())
		}
	}
}

func TestServe_CredentialsThatCannotWorkAreWrongUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ user, password, account, line string }{
		{"orders", "", "", "need each other"},
		{"", "hush", "", "need each other"},
		{"or:ders", "hush", "", "has a colon"},
		{"orders", "hush", "0", "FRONTDESK_CM_ID must be a whole number"},
		{"orders", "hush", "-1", "FRONTDESK_CM_ID must be a whole number"},
		{"orders", "hush", "acme", "FRONTDESK_CM_ID must be a whole number"},
		{"orders", "hush", "2147483648", "FRONTDESK_CM_ID must be a whole number"},
	} {
		set := map[string]string{
			"FRONTDESK_TOKEN": clitest.Token, "FRONTDESK_ORDER_USER": c.user, "FRONTDESK_ORDER_PASSWORD": c.password, "FRONTDESK_CM_ID": c.account,
		}
		var out, errOut bytes.Buffer
		code := cli.Run(t.Context(), []string{"serve", "--db", filepath.Join(t.TempDir(), "desk.db")}, func(name string) string { return set[name] }, strings.NewReader(""), &out, &errOut)
		if line := errOut.String(); code != exitcode.Usage || !strings.Contains(line, c.line) || strings.Contains(line, "hush") || out.Len() != 0 {
			t.Errorf("%+v: %d %q", c, code, line)
		}
	}
}

func TestServe_DeskThatCannotBeOpenedIsOneClearLine(t *testing.T) {
	t.Parallel()
	var out, errOut bytes.Buffer
	code := cli.Run(t.Context(), []string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "no", "such", "desk.db")}, testVariable, strings.NewReader(""), &out, &errOut)
	if code != exitcode.Failed || !strings.Contains(errOut.String(), "desk.db cannot be opened: its directory ") || strings.Contains(errOut.String(), clitest.Token) {
		t.Errorf("%d %q", code, errOut.String())
	}
}

func TestServe_ConsoleInAnotherProcessWorksAsOnItsOwnDesk(t *testing.T) {
	t.Parallel()
	address, stop := startSampleService(t, filepath.Join(t.TempDir(), "desk.db"))
	d, err := connection.Open(t.Context(), config.Config{BaseURL: address, ArticlesURL: address, Token: clitest.Token, Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	found, err := client.Call(t.Context(), d.Client, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"})
	if err != nil || len(found) < 3 {
		t.Errorf("%d articles: %v", len(found), err)
	}
	_ = d.Close()
	stop()
}
