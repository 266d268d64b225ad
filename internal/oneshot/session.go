package oneshot

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Session is one command: the desk that it works on, and how it talks.
type Session struct {
	Screen
	In          io.Reader
	Typing      bool       // In is a terminal
	Hosted      bool       // it runs on an SSH host: what is printed may reach a terminal that the host does not know of
	JSON        bool       // for scripts
	DryRun      bool       // writes are printed instead of sent
	Zones       desk.Zones // the account's and the agent's
	Now         func() time.Time
	Limit       int         // the account's, sent with each pull; 0 for none
	SubStatuses []desk.Code // the account's own
	Account     int64       // the account id that pulls of customers and orders name (cm_id, cmId); 0 when not configured

	// Dial opens the desk for an operation and what goes with it; it is called only once something is sent. Hosts are its addresses,
	// for dry runs.
	Dial  func(context.Context, wire.Info) (*client.Client, error)
	Hosts map[wire.Host]string
}

// Today is the account's calendar day, by which records are asked for.
func (s *Session) Today() desk.Day { return s.Zones.Today(s.Now()) }

// client opens the desk for an operation; what it answers is kept as it came.
func (s *Session) client(ctx context.Context, op wire.Info) (*client.Client, *answers, error) {
	opened, err := s.Dial(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	return listening(opened)
}

// url is where an operation is sent.
func (s *Session) url(op wire.Info) string { return strings.TrimRight(s.Hosts[op.Host], "/") + op.Path }

// answers are the answers of a command's calls, as they came.
type answers struct {
	mu  sync.Mutex
	all []heard
}

// heard is one successful call.
type heard struct {
	op              wire.Info
	request, answer []byte
}

func (a *answers) hear(op wire.Info, request, answer []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, heard{op, request, answer})
}

// take hands over what was heard since it was last asked.
func (a *answers) take() []heard {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.all
	a.all = nil
	return taken
}

// records are the records of every answer since it was last asked, as they came.
func (a *answers) records() ([]jsontext.Value, error) {
	var all []jsontext.Value
	for _, h := range a.take() {
		some, err := h.op.Verbatim(h.answer)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}
