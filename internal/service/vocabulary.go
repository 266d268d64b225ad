package service

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// vocabulary is the account's sub-statuses and queues by key.
type vocabulary struct {
	subStatuses map[string]store.SubStatus
	queues      map[string]string
}

func (s *Service) vocabulary(ctx context.Context) (vocabulary, error) {
	v := vocabulary{map[string]store.SubStatus{}, map[string]string{}}
	subStatuses, err := s.Store.SubStatuses(ctx)
	if err != nil {
		return v, err
	}
	for _, known := range slices.Concat(builtin, subStatuses) {
		v.subStatuses[known.Key] = known
	}
	queues, err := s.Store.Queues(ctx)
	for _, q := range queues {
		v.queues[q.Key] = q.Name
	}
	return v, err
}

// builtin are the sub-statuses that the document itself names (interface.md, States and transitions).
var builtin = []store.SubStatus{
	{Key: "P", Name: "Pending", Status: "P", StatusName: "Pending"},
	{Key: "PS", Name: "Pending", Status: "P", StatusName: "Pending"},
	{Key: "US", Name: "Unattended", Status: "P", StatusName: "Pending"},
	{Key: "CL", Name: "Closed", Status: "C", StatusName: "Complete"},
}

// check refuses keys that the account does not have, naming those that it has.
func (v vocabulary) check(req wire.TicketUpdate) error {
	if _, known := v.subStatuses[req.SubStatus]; !known {
		return &failure{http.StatusBadRequest, "sub_status is missing or unknown; known are " + keys(v.subStatuses)}
	}
	if _, known := v.queues[req.Queue]; !known && req.Queue != "" {
		return &failure{http.StatusBadRequest, "queue is unknown; known are " + keys(v.queues)}
	}
	return nil
}

func keys[V any](of map[string]V) string {
	var all []string
	for key := range of {
		all = append(all, key)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
