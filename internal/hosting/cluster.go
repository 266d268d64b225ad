package hosting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"

	"frontdesk/internal/agent"
	"frontdesk/internal/client"
	"frontdesk/internal/cluster"
	"frontdesk/internal/desk"
	"frontdesk/internal/metrics"
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
		if !desk.Config.IsEmbedded() {
			options.Lease = d.lease
		}
		d.presences[name] = presence.New(options)
	}
	return d.presences[name]
}

// openChanges opens the feed of what other hosts change in an account; none without a cluster.
func (d *accounts) openChanges(desk *Account) (err error) {
	if d.cluster == nil || desk.Config.IsEmbedded() {
		return nil
	}
	desk.changes, err = cluster.OpenFeed(
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

// clusterCounts are the sums of the cluster's metrics over all accounts.
type clusterCounts struct {
	claims  presence.Counts
	changes cluster.ChangeCounts
}

// writeMetrics writes the metrics of a cluster in Prometheus' text format; nothing without one.
func (d *accounts) writeMetrics(w io.Writer) {
	if d.cluster == nil {
		return
	}
	connected := 0
	if d.cluster.State().Connected {
		connected = 1
	}
	sum := d.countShared()
	metrics.WriteGauge(w, "frontdesk_cluster_connected", "whether the cluster keeps what it is given", connected)
	metrics.WriteGauge(w, "frontdesk_claims", "tickets that agents of this host have taken", sum.claims.Held)
	metrics.WriteCounter(w, "frontdesk_claims_total", "tickets that agents of this host took", sum.claims.Taken)
	metrics.WriteCounter(w, "frontdesk_claims_refused_total", "claims refused because the cluster was away",
		sum.claims.Refused)
	metrics.WriteCounter(w, "frontdesk_claims_lost_total", "claims that could not be renewed", sum.claims.Lost)
	metrics.WriteCounter(w, "frontdesk_changes_sent_total", "changed records that other hosts were told of",
		sum.changes.Sent)
	metrics.WriteCounter(w, "frontdesk_changes_heard_total", "changed records that other hosts told of",
		sum.changes.Heard)
	metrics.WriteCounter(w, "frontdesk_changes_dropped_total", "of those, the ones left to the next pull",
		sum.changes.Dropped)
	metrics.WriteSummary(w, "frontdesk_changes_lag_seconds", "from a message of another host to the cache",
		sum.changes.Lag, sum.changes.Reads)
}

// countShared adds up the metrics of all accounts.
func (d *accounts) countShared() (sum clusterCounts) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, group := range d.presences {
		if group.IsShared() {
			sum.addClaims(group.Counts())
		}
	}
	for _, o := range d.accounts {
		if o.isOpen() {
			sum.add(o.account)
		}
	}
	return sum
}

// addClaims adds the metrics of the claims on an account.
func (s *clusterCounts) addClaims(counts presence.Counts) {
	s.claims.Held += counts.Held
	s.claims.Taken += counts.Taken
	s.claims.Refused += counts.Refused
	s.claims.Lost += counts.Lost
}

// add adds the metrics of one account.
func (s *clusterCounts) add(account *Account) {
	if account.changes != nil {
		counts := account.changes.Counts()
		s.changes.Sent += counts.Sent
		s.changes.Heard += counts.Heard
		s.changes.Dropped += counts.Dropped
		s.changes.Reads += counts.Reads
		s.changes.Lag += counts.Lag
	}
}
