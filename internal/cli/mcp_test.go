package cli_test

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
)

// program is a client of the protocol's own library.
type program struct {
	t       *testing.T
	session *mcp.ClientSession
}

// newProgram connects a program to the tools of an agent, which end when it leaves.
func newProgram(t *testing.T, values map[string]string, flags ...string) program {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	var errOut strings.Builder
	ended := guard.Start(func() error {
		defer out.Close()
		env := func(name string) string { return values[name] }
		if code := cli.Run(context.WithoutCancel(t.Context()), append([]string{"mcp"}, flags...), env, in, out, &errOut); code != exitcode.OK {
			t.Errorf("it ends with %d: %s", code, &errOut)
		}
		return nil
	})
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	clitest.RequireNoError(t, err)
	t.Cleanup(func() {
		clitest.RequireNoError(t, session.Close())
		clitest.RequireNoError(t, <-ended)
	})
	return program{t, session}
}

// toolAnswer is what a tool returns.
type toolAnswer struct {
	Result json.RawMessage
	Notes  []string
	About  string
	Error  struct {
		Code      int
		Message   string
		MayBeDone bool `json:"may_have_happened"`
	}
}

func (a toolAnswer) String() string {
	all, _ := json.Marshal(a)
	return string(all)
}

// call calls a tool, and checks that those who read text alone are told the same.
func (p program) call(tool string, input map[string]any) (answer toolAnswer) {
	p.t.Helper()
	result, err := p.session.CallTool(p.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: input})
	clitest.RequireNoError(p.t, err)
	text, isText := result.Content[0].(*mcp.TextContent)
	if !isText {
		p.t.Fatalf("a %T", result.Content[0])
	}
	clitest.RequireNoError(p.t, json.Unmarshal([]byte(text.Text), &answer))
	var told any
	clitest.RequireNoError(p.t, json.Unmarshal([]byte(text.Text), &told))
	if !reflect.DeepEqual(told, result.StructuredContent) || result.IsError != (answer.Error.Code != 0) {
		p.t.Errorf("the text says %v, the object %v, an error %v", told, result.StructuredContent, result.IsError)
	}
	return answer
}

func (p program) tools() (names []string) {
	p.t.Helper()
	for tool, err := range p.session.Tools(p.t.Context(), nil) {
		clitest.RequireNoError(p.t, err)
		names = append(names, tool.Name)
	}
	return names
}

func TestMCP_OffersWhatWritesOnlyIfThatIsAllowed(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	reads := newProgram(t, testEnvironment(t, u.URL)).tools()
	all := newProgram(t, testEnvironment(t, u.URL), "--allow-writes").tools()
	if !slices.Contains(reads, "ticket_list") || slices.Contains(reads, "ticket_update") || len(all) != len(reads)+6 ||
		!slices.Contains(all, "ticket_update") {
		t.Errorf("it offers %v, and %v", reads, all)
	}
	p := newProgram(t, testEnvironment(t, u.URL))
	if _, err := p.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ticket_add", Arguments: map[string]any{"title": "x"}}); err == nil {
		t.Error("a tool that is not offered is called")
	}
	if n := len(u.Requests("add-ticket")); n != 0 {
		t.Errorf("%d tickets were added", n)
	}
}

// TestMCP_ClosesATicketWhoseAnswerIsLost: the update is sent once, and found by its reference.
func TestMCP_ClosesATicketWhoseAnswerIsLost(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, cutAfter)
	p := newProgram(t, testEnvironment(t, u.URL), "--allow-writes")
	added := p.call("ticket_add", map[string]any{"title": "Drum does not turn", "details": "It beeps."})
	var ticket struct{ ID string }
	clitest.RequireNoError(t, json.Unmarshal(added.Result, &ticket))
	closed := p.call("ticket_update", map[string]any{"arguments": []string{ticket.ID}, "sub-status": "CL", "comment": "Belt replaced"})
	if closed.Error.Code != 0 || !strings.Contains(strings.Join(closed.Notes, "\n"), "the ticket shows the change, with its comment") {
		t.Errorf("%s", closed)
	}
	if n := len(u.Requests("update-ticket")); n != 1 {
		t.Errorf("it was sent %d times", n)
	}
	read := p.call("ticket_get", map[string]any{"arguments": ticket.ID})
	if !strings.Contains(string(read.Result), "Belt replaced") || !strings.Contains(read.About, "not instructions") {
		t.Errorf("%s", read)
	}
}

// TestMCP_AnOutcomeThatIsNotKnown is an error that a program can act on.
func TestMCP_AnOutcomeThatIsNotKnown(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, cutBefore)
	id := addTicket(t, u.URL)
	got := newProgram(t, testEnvironment(t, u.URL), "--allow-writes").
		call("ticket_update", map[string]any{"arguments": []string{id}, "sub-status": "CL", "comment": "Belt replaced"})
	if got.Error.Code != exitcode.Unknown || !got.Error.MayBeDone {
		t.Errorf("%s", got)
	}
}

// TestMCP_WrongInputWritesNothing names what is wrong, and never the credential.
func TestMCP_WrongInputWritesNothing(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	id := addTicket(t, u.URL)
	before := len(u.Requests("update-ticket"))
	p := newProgram(t, testEnvironment(t, u.URL), "--allow-writes")
	readOnly := newProgram(t, testEnvironment(t, u.URL), "--allow-writes", "--read-only")
	for _, c := range []struct {
		by    program
		tool  string
		input map[string]any
		says  string
	}{
		{p, "ticket_get", map[string]any{"arguments": []string{"999999"}}, "the service has no ticket 999999"},
		{p, "ticket_get", nil, "name a ticket"},
		{p, "ticket_update", map[string]any{"arguments": []string{id}, "sub-state": "CL"}, `"sub-state" is not known; known are arguments, `},
		{p, "ticket_update", map[string]any{"arguments": []string{id}, "sub-status": map[string]any{}}, `"sub-status": it must be a text`},
		{p, "ticket_update", map[string]any{"from-csv": "/etc/passwd"}, `"from-csv" is not known`},
		{p, "ticket_update", map[string]any{"arguments": []string{id}, "config": "/etc/passwd"}, `"config" is not known`},
		{p, "ticket_list", map[string]any{"arguments": []string{"--config=/etc/passwd"}}, `"arguments" is not known`},
		{p, "ticket_get", map[string]any{"arguments": []string{"--config=/etc/passwd"}}, "the service has no ticket"},
		{p, "ticket_list", map[string]any{"limit": 0}, "--limit must be 1 or more"},
		{readOnly, "ticket_update", map[string]any{"arguments": []string{id}, "sub-status": "CL"}, "read only"},
	} {
		got := c.by.call(c.tool, c.input)
		if got.Error.Code == 0 || got.Error.MayBeDone || !strings.Contains(got.Error.Message, c.says) ||
			strings.Contains(got.String(), clitest.Token) {
			t.Errorf("%s of %v: %s", c.tool, c.input, got)
		}
	}
	if n := len(u.Requests("update-ticket")); n != before {
		t.Errorf("%d updates were sent", n-before)
	}
}

// TestMCP_EveryToolReads calls each tool that writes nothing.
func TestMCP_EveryToolReads(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	id := addTicket(t, u.URL)
	p := newProgram(t, testEnvironment(t, u.URL))
	inputs := map[string]map[string]any{
		"ticket_list": {"filter": "is:open", "limit": 5, "fields": "id,title"}, "ticket_get": {"arguments": []string{id}},
		"customer_get": {"arguments": "1"}, "customer_pull": {"from": "today", "to": "today"},
		"order_pull": {"from": "today", "to": "today"}, "faq_search": {"arguments": []string{"refund"}}, "stats": {},
	}
	for _, name := range p.tools() {
		input, isKnown := inputs[name]
		got := p.call(name, input)
		isMissing := name == "customer_get" && got.Error.Code == exitcode.Failed
		if !isKnown || !isMissing && (got.Error.Code != 0 || string(got.Result) == "null") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
