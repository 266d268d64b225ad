// Package oneshot performs the one-shot commands.
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

// Invocation is the environment of one command: its streams, its settings and the service that it uses.
type Invocation struct {
	Printer
	In              io.Reader
	StdinIsTerminal bool           // In is a terminal
	Hosted          bool           // it runs in an SSH session: the output may reach a terminal unknown here
	JSON            bool           // print JSON for scripts
	DryRun          bool           // print writes instead of sending them
	Zones           desk.TimeZones // the account's and the agent's
	Now             func() time.Time
	Limit           int         // the account's page limit, sent with each pull; 0 for none
	SubStatuses     []desk.Code // the account's own
	Account         int64       // the account id in pulls of customers and orders (cm_id, cmId); 0 if not configured

	// Connect returns a client for an operation; it is called only if a request is sent. BaseURLs are the addresses of
	// the service, for dry runs.
	Connect  func(context.Context, wire.OperationInfo) (*client.Client, error)
	BaseURLs map[wire.Host]string
}

// Today returns the current day in the account's time zone, by which records are filtered.
func (s *Invocation) Today() desk.Date { return s.Zones.Today(s.Now()) }

// client connects for an operation and returns a client that records its raw responses.
func (s *Invocation) client(ctx context.Context, op wire.OperationInfo) (*client.Client, *responseLog, error) {
	opened, err := s.Connect(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	return recordingClient(opened)
}

// url returns the URL of an operation.
func (s *Invocation) url(op wire.OperationInfo) string {
	return strings.TrimRight(s.BaseURLs[op.Host], "/") + op.Path
}

// responseLog records the raw responses of a command's calls.
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

// drain returns the responses since the last drain and removes them.
func (a *responseLog) drain() []heard {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.all
	a.all = nil
	return taken
}

// records drains the responses and returns the raw records of all of them.
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
