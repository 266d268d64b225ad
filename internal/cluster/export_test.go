package cluster

import "context"

// NoteConfirmation notes that the cluster has confirmed what was kept.
func (c *Cluster) NoteConfirmation() { c.set(true, nil) }

// Probe finds out whether the cluster can store data.
func (c *Cluster) Probe(ctx context.Context) { c.probe(ctx) }
