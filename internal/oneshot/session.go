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

// Invocation is one command: the desk that it works on, and how it talks.
type Invocation struct {
	Printer
	In              io.Reader
	StdinIsTerminal bool           // In is a terminal
	Hosted          bool           // it runs on an SSH host: what is printed may reach a terminal that the host does not know of
	JSON            bool           // for scripts
	DryRun          bool           // writes are printed instead of sent
	Zones           desk.TimeZones // the account's and the agent's
	Now             func() time.Time
	Limit           int         // the account's, sent with each pull; 0 for none
	SubStatuses     []desk.Code // the account's own
	Account         int64       // the account id that pulls of customers and orders name (cm_id, cmId); 0 when not configured

	// Connect opens the desk for an operation and what goes with it; it is called only once something is sent. Hosts are its addresses,
	// for dry runs.
	Connect  func(context.Context, wire.OperationInfo) (*client.Client, error)
	BaseURLs map[wire.Host]string
}

// Today is the account's calendar day, by which records are asked for.
func (s *Invocation) Today() desk.Date { return s.Zones.Today(s.Now()) }

// client opens the desk for an operation; what it answers is kept as it came.
func (s *Invocation) client(ctx context.Context, op wire.OperationInfo) (*client.Client, *responseLog, error) {
	opened, err := s.Connect(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	return recordingClient(opened)
}

// url is where an operation is sent.
func (s *Invocation) url(op wire.OperationInfo) string {
	return strings.TrimRight(s.BaseURLs[op.Host], "/") + op.Path
}

// responseLog are the answers of a command's calls, as they came.
type responseLog struct {
	mu  sync.Mutex
	all []heard
}

// heard is one successful call.
type heard struct {
	op              wire.OperationInfo
	request, answer []byte
}

func (a *responseLog) hear(op wire.OperationInfo, request, answer []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, heard{op, request, answer})
}

// drain hands over what was heard since it was last asked.
func (a *responseLog) drain() []heard {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.all
	a.all = nil
	return taken
}

// records are the records of every answer since it was last asked, as they came.
func (a *responseLog) records() ([]jsontext.Value, error) {
	var all []jsontext.Value
	for _, h := range a.drain() {
		some, err := h.op.RawRecords(h.answer)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}
