package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/wire"
)

// desk checks the configured desk: each credential on each host, with read-only calls.
func (d *doctor) desk(ctx context.Context, c config.Config) {
	switch {
	case c.BaseURL != "":
		d.remote(ctx, d.resolveSecrets(ctx, c))
		return
	case c.ArticlesURL != "":
		d.add("desk", StatusFail, "%s", connection.MissingSetting(c, wire.PullTicket.OperationInfo))
		return
	}
	file := filepath.Join(c.DataDir, "desk.db")
	if _, err := os.Stat(file); c.DataDir == "" || errors.Is(err, fs.ErrNotExist) {
		d.add("desk", statusNote, "no address is configured: a desk of this machine is made at the first start")
		return
	}
	door, err := connection.Open(ctx, c)
	if err != nil {
		d.add("desk", StatusFail, "%v", err)
		return
	}
	defer door.Close()
	d.add("desk", statusOK, "the desk of this machine, %s", file)
	if tried := d.probeClient(door.Client.Config, nil); tried != nil {
		d.hosts(ctx, tried, c)
		_, _ = d.orders(ctx, tried, c, door.CMID) // it adds its own finding
	}
}

// remote checks a remote desk, as far as its credentials are configured.
func (d *doctor) remote(ctx context.Context, c config.Config) {
	hasKey, hasLogin := c.Token != "", connection.MissingSetting(c, wire.PullOrder.OperationInfo) == ""
	op := wire.PullTicket.OperationInfo
	switch {
	case !hasKey && !hasLogin:
		d.add("hosts", statusNote, "not tried: there is no API key")
		d.skipOrders(c, connection.AccountID(c))
		return
	case !hasKey:
		op = wire.PullOrder.OperationInfo
	}
	door, err := connection.OpenFor(ctx, c, op)
	if err != nil {
		d.add("desk", StatusFail, "%v", err)
		return
	}
	defer door.Close()
	times := newDates(door.Client.Transport)
	tried := d.probeClient(door.Client.Config, times)
	if tried == nil {
		return
	}
	if hasKey {
		d.hosts(ctx, tried, c)
	}
	asked, answered := d.orders(ctx, tried, c, door.CMID)
	if !hasKey {
		d.reportWithoutKey(asked, answered, c)
	}
	d.serviceClock(times)
}

// probeClient returns a client with the doctor's timeout; times, if not nil, is its transport.
func (d *doctor) probeClient(settings client.Config, times *dateRecorder) *client.Client {
	settings.Timeout = d.Timeout
	if times != nil {
		settings.Transport = times
	}
	tried, err := client.New(settings)
	if err != nil {
		d.add("desk", StatusFail, "%v", err)
		return nil
	}
	return tried
}
