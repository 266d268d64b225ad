package hosting

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"

	"frontdesk/internal/agent"
	"frontdesk/internal/changefeed"
	"frontdesk/internal/client"
	"frontdesk/internal/cluster"
	"frontdesk/internal/desk"
	"frontdesk/internal/presence"
)

// connectCluster connects to the servers that hosts share; nil without --cluster.
func (o *Options) connectCluster(ctx context.Context, log *slog.Logger) (*cluster.Cluster, error) {
	if o.Cluster.URLs == "" {
		if o.Cluster.CredentialsFile+o.Cluster.CA+o.Cluster.Cert+o.Cluster.Key != "" {
			return nil, errors.New("the flags of a cluster need its addresses: --cluster nats://host:4222")
		}
		return nil, nil
	}
	return cluster.Connect(ctx, cluster.Options{Servers: o.Cluster, Log: log})
}

// openState shares the agents' state with the other hosts, and sends what was left on this host; nothing without a
// cluster.
func (d *accounts) openState() error {
	if d.cluster == nil {
		return nil
	}
	d.state = agent.NewShared(agent.Options{Cluster: d.cluster, Log: d.log})
	if d.config.DataDir == "" {
		return nil
	}
	if err := d.state.SendLeft(filepath.Join(d.config.DataDir, agent.Folder)); err != nil {
		return fmt.Errorf("what agents have left on this host cannot be read: %w", err)
	}
	return nil
}

// presenceOf returns who works on an account: the agents of this host, or of all hosts that share a cluster. An
// embedded desk is this host's own.
func (d *accounts) presenceOf(desk *Account) *presence.Group {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := desk.Connection.Account.String()
	if d.presences[name] == nil {
		options := presence.Options{Account: name, Log: d.log}
		if !desk.isEmbedded() {
			options.Lease = d.lease
		}
		d.presences[name] = presence.New(options)
	}
	return d.presences[name]
}

// openChanges opens the feed of what other hosts change in an account; none without a cluster.
func (d *accounts) openChanges(desk *Account) (err error) {
	if d.cluster == nil || desk.isEmbedded() {
		return nil
	}
	desk.changes, err = changefeed.Open(
		d.cluster, desk.Connection.Account.String(), d.log, func(records []string) { d.readChanged(desk, records) },
	)
	return err
}

// mayHaveChanged reports whether a call has changed records, or may have: the outcome of a write can be unknown.
func mayHaveChanged(call client.CallResult) bool {
	return call.Op.IsWrite && (call.Err == nil || outcomeOf(call.Err) == "unknown")
}

// publishChange tells other hosts which records a write may have changed.
func (s *Account) publishChange(call client.CallResult) {
	if s.changes == nil || !mayHaveChanged(call) {
		return
	}
	s.changes.Publish(recordsOf(call))
}

// readChanged reads what other hosts have changed. Tickets are read again at once, a customer when somebody opens it.
func (d *accounts) readChanged(on *Account, records []string) {
	var tickets []desk.ID
	for _, record := range records {
		path, id, _ := strings.Cut(record, "=")
		switch path {
		case "ticket_id":
			tickets = append(tickets, desk.NewID(id))
		case "customer_id":
			if number, err := strconv.ParseInt(id, 10, 64); err == nil {
				on.Cache.InvalidateCustomer(number)
			}
		}
	}
	if len(tickets) == 0 {
		return
	}
	timed, stop := context.WithTimeout(d.ctx, refreshTimeout)
	defer stop()
	_, _, _ = on.Cache.GetTickets(timed, tickets) // after an error the next pull reads them
}

// close closes an account.
func (s *Account) close() error {
	var left error
	if s.changes != nil {
		left = s.changes.Close()
	}
	s.Cache.Close()
	return errors.Join(left, s.Connection.Close())
}

// closeCluster closes the connection to a cluster, after everything that uses it.
func (d *accounts) closeCluster() error {
	if d.cluster == nil {
		return nil
	}
	for _, group := range d.presences {
		group.Close()
	}
	left := d.lease.Close()
	if d.state != nil {
		left = errors.Join(left, d.state.Close())
	}
	return errors.Join(left, d.cluster.Close())
}
