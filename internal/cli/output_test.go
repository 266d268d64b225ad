package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
)

// slowAnswer is a network that gives every call the same answer after a delay.
type slowAnswer struct {
	body  string
	after time.Duration
}

// RoundTrip implements http.RoundTripper.
func (a slowAnswer) RoundTrip(r *http.Request) (*http.Response, error) {
	if !client.Sleep(r.Context(), a.after) {
		return nil, r.Context().Err()
	}
	w := httptest.NewRecorder()
	_, _ = io.WriteString(w, a.body)
	return w.Result(), nil
}

// newTerminalSession returns a session on a terminal of so many columns.
func newTerminalSession(columns int, network slowAnswer) (s *Invocation, out, errOut *bytes.Buffer) {
	out, errOut = &bytes.Buffer{}, &bytes.Buffer{}
	return &Invocation{
		Printer: output.Printer{
			Out: bufio.NewWriter(out), Err: errOut, Width: columns, Colour: true, ShowProgress: true,
			RenderMarkdown: func(b safetext.HTML, columns int) []string {
				return []string{termwidth.Truncate("drawn: "+b.Text().Line().String(), columns)}
			},
		},
		Now:      time.Now,
		Articles: func() (*faqindex.Index, func()) { return faqindex.InMemory(), func() {} },
		Connect: func(context.Context, wire.OperationInfo) (*client.Client, error) {
			return client.New(client.Config{BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: "c2VjcmV0", Transport: network})
		},
	}, out, errOut
}

const oneTicket = `{"totalCount":1,"message":[{"ticketId":"713500000001","title":"Drum does not turn, whatever the programme and the load",
	"date":"20-11-2026 10:00","substatus":"Closed","substatusKey":"CL","priority":"High","queueName":"Hardware","assignedToName":"Asha Rao",
	"slaStatus":"Out of SLA","nextFollowUp":"21-11-2026 10:00"}],"status":"success"}`

var twentieth = desk.DateRange{From: desk.Date{Year: 2026, Month: 11, Day: 20}, To: desk.Date{Year: 2026, Month: 11, Day: 20}}

func TestOutput_TableFitsTheTerminalAndKeepsTheImportantColumns(t *testing.T) {
	t.Parallel()
	for columns, want := range map[int]string{
		200: "Ticket        Created           Sub-status  Priority  Queue     Assignee  SLA status  Callback          Title",
		100: "Ticket        Created           Sub-status  Priority  SLA status  Title",
		70:  "Ticket        Created           Sub-status  SLA status  Title",
		20:  "Ticket        Created           Sub-status  SLA status  Title",
	} {
		s, out, _ := newTerminalSession(columns, slowAnswer{body: oneTicket})
		if err := (pullTickets{Span: twentieth}).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		_ = s.Out.Flush()
		lines := strings.Split(ansi.Strip(out.String()), "\n")
		if lines[0] != want {
			t.Errorf("%d columns: %q", columns, lines[0])
		}
		if width := termwidth.Width(lines[1]); width > max(columns, 70) {
			t.Errorf("%d columns: the row takes %d: %q", columns, width, lines[1])
		}
	}
}

func TestOutput_ColoursOnlyOnTerminalsThatWantThem(t *testing.T) {
	t.Parallel()
	for _, colour := range []bool{true, false} {
		s, out, _ := newTerminalSession(120, slowAnswer{body: oneTicket})
		s.Colour = colour
		if err := (pullTickets{Span: twentieth}).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		_ = s.Out.Flush()
		if strings.Contains(out.String(), "\x1b") != colour {
			t.Errorf("%q", out.String())
		}
	}
}

func TestOutput_LongPullShowsItsProgressAndClearsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, _, errOut := newTerminalSession(120, slowAnswer{oneTicket, time.Second})
		if err := (pullTickets{Span: twentieth}).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		said := errOut.String()
		if !strings.Contains(said, output.Erase+"pulling 2026-11-20: 0 of 1 days, 0 tickets") || !strings.HasSuffix(said, output.Erase) {
			t.Errorf("%q", said)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, _, errOut := newTerminalSession(120, slowAnswer{oneTicket, output.ProgressDelay / 2})
		if err := (pullTickets{Span: twentieth}).Run(t.Context(), s); err != nil || errOut.Len() > 0 {
			t.Errorf("%v %q", err, errOut.String())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, _, errOut := newTerminalSession(0, slowAnswer{oneTicket, time.Second})
		s.ShowProgress = false
		if err := (pullTickets{Span: twentieth}).Run(t.Context(), s); err != nil || errOut.Len() > 0 {
			t.Errorf("%v %q", err, errOut.String())
		}
	})
}

func TestOutput_TextsAreStyledOnATerminalAndPlainElsewhere(t *testing.T) {
	t.Parallel()
	const found = `{"status":"success","message":{"contents":[{"id":1,"title":"Refund","detail":"&lt;p&gt;Wait &amp;amp; see&lt;/p&gt;","enabled":"Yes"}]}}`
	for columns, want := range map[int]string{80: "drawn: Wait & see\n", 0: "\nWait & see\n"} {
		s, out, _ := newTerminalSession(columns, slowAnswer{body: found})
		if err := searchFAQ(t.Context(), s, "refund", false); err != nil {
			t.Fatal(err)
		}
		_ = s.Out.Flush()
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("%q", out.String())
		}
	}
}

func TestOutput_RawAnswerKeepsItsBytesExceptOnATerminal(t *testing.T) {
	t.Parallel()
	const answer = "{\"status\": \"success\", \"x\": \"\u009b31m\u202e\"}\n"
	for columns, want := range map[int]string{0: answer, 80: `{"status":"success","x":"\u009b31m\u202e"}` + "\n"} {
		s, out, _ := newTerminalSession(columns, slowAnswer{body: answer})
		s.In = strings.NewReader("{}")
		if err := sendRaw(t.Context(), s, "get-ticket"); err != nil {
			t.Fatal(err)
		}
		_ = s.Out.Flush()
		if out.String() != want {
			t.Errorf("%q", out.String())
		}
	}
}

func TestFaqSearch_BestArticlesComeFirst(t *testing.T) {
	t.Parallel()
	const found = `{"status":"success","message":{"contents":[{"id":"1","title":"Return and refund"},{"id":2,"title":"Refund"}]}}`
	s, out, _ := newTerminalSession(0, slowAnswer{body: found})
	s.JSON = true
	if err := searchFAQ(t.Context(), s, "refund", false); err != nil {
		t.Fatal(err)
	}
	_ = s.Out.Flush()
	if want := "[\n{\"id\":2,\"title\":\"Refund\"},\n{\"id\":\"1\",\"title\":\"Return and refund\"}\n]\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

func TestHelp_FitsTheTerminal(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"ssh", "--help"}, {"ticket", "update", "--help"}} {
		out := &terminalOutput{columns: 80}
		if code := Run(t.Context(), args, func(string) string { return "" }, strings.NewReader(""), out, io.Discard); code != 0 {
			t.Errorf("%v: exit code %d", args, code)
		}
		_, flags, _ := strings.Cut(out.String(), "\nFlags:\n")
		for line := range strings.SplitSeq(flags, "\n") {
			if termwidth.Width(line) > 80 {
				t.Errorf("%v: a line is wider than the terminal: %q", args, line)
			}
		}
	}
}
