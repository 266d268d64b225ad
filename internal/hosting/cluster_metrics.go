package hosting

import (
	"io"

	"frontdesk/internal/changefeed"
	"frontdesk/internal/metrics"
	"frontdesk/internal/presence"
)

// clusterCounts are the sums of the cluster's metrics over all accounts.
type clusterCounts struct {
	claims  presence.Counts
	changes changefeed.Counts
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
