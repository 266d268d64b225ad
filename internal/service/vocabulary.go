package service

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// vocabulary holds the account's sub-statuses and queues by key, and the rules for tickets. It is shared between
// requests and must not be modified.
type vocabulary struct {
	subStatuses  map[string]store.SubStatus
	queues       map[string]string
	dispositions map[string]bool // any is accepted if there are none
	sla          map[slaKey]store.SLARule
	initial      string    // queue of new tickets, may be empty
	loads        int64     // the store's Generation when it was read
	at           time.Time // when it was read
}

// vocabularyTTL is how long the cached vocabulary is used before it is read again, since another process may have
// changed it.
const vocabularyTTL = time.Second

// vocabulary returns the cached vocabulary, or reads it: nearly every response needs it, and it seldom changes.
func (s *Service) vocabulary(ctx context.Context) (*vocabulary, error) {
	loads, now := s.Store.Generation(), time.Now()
	if known := s.vocabularyCache.Load(); known != nil && known.loads == loads && now.Sub(known.at) < vocabularyTTL {
		return known, nil
	}
	v := &vocabulary{subStatuses: map[string]store.SubStatus{}, queues: map[string]string{}, loads: loads, at: now}
	subStatuses, err := s.Store.SubStatuses(ctx)
	if err != nil {
		return nil, err
	}
	for _, known := range slices.Concat(interfaceSubStatuses(), subStatuses) {
		v.subStatuses[known.Key] = known
	}
	queues, err := s.Store.Queues(ctx)
	if err != nil {
		return nil, err
	}
	for _, q := range queues {
		v.queues[q.Key] = q.Name
		if q.Default {
			v.initial = q.Key
		}
	}
	if err := s.loadRules(ctx, v); err != nil {
		return nil, err
	}
	s.vocabularyCache.Store(v)
	return v, nil
}

// loadRules reads the dispositions and the SLA rules into v.
func (s *Service) loadRules(ctx context.Context, v *vocabulary) error {
	paths, err := s.Store.Dispositions(ctx)
	if err != nil {
		return err
	}
	v.dispositions = map[string]bool{}
	for _, path := range paths {
		v.dispositions[path] = true
	}
	rules, err := s.Store.SLARules(ctx)
	v.sla = map[slaKey]store.SLARule{}
	for _, rule := range rules {
		v.sla[slaKey{rule.Queue, rule.Priority}] = rule
	}
	return err
}

// interfaceSubStatuses returns the sub-statuses that the interface defines.
func interfaceSubStatuses() []store.SubStatus {
	all := make([]store.SubStatus, 0, len(desk.InterfaceSubStatuses))
	for _, s := range desk.InterfaceSubStatuses {
		all = append(all, store.SubStatus(s))
	}
	return all
}

// has reports whether a value is one of its source's.
func (v *vocabulary) has(c schema.Choices, value string) bool {
	var known bool
	switch c {
	case schema.SubStatuses:
		_, known = v.subStatuses[value]
	case schema.Queues:
		_, known = v.queues[value]
	case schema.Dispositions:
		known = len(v.dispositions) == 0 || v.dispositions[value]
	default:
		known = true
	}
	return known
}

// problemError returns the error response to an update with problems; that of an unknown key lists the known ones.
func (v *vocabulary) problemError(problems []wire.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	var text string
	switch problems[0].Field.Choices {
	case schema.SubStatuses:
		text = "sub_status is missing or unknown; known are " + sortedKeys(v.subStatuses)
	case schema.Queues:
		text = "queue is unknown; known are " + sortedKeys(v.queues)
	case schema.Dispositions:
		text = "disposition is unknown; known are " + sortedKeys(v.dispositions)
	default:
		return problemError(problems, errTicketID)
	}
	return &apiError{http.StatusBadRequest, text}
}

func sortedKeys[V any](of map[string]V) string {
	var all []string
	for key := range of {
		all = append(all, key)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
