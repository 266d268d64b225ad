package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/wire"
)

// desk tries the desk that is configured: each credential on each host, by calls that read.
func (d *doctor) desk(ctx context.Context, c config.Config) {
	switch {
	case c.BaseURL != "":
		d.remote(ctx, d.fetched(ctx, c))
		return
	case c.KMSURL != "":
		d.say("desk", wrong, "%s", lacks(c, wire.PullTicket.Info))
		return
	}
	file := filepath.Join(c.DataDir, "desk.db")
	if _, err := os.Stat(file); c.DataDir == "" || errors.Is(err, fs.ErrNotExist) {
		d.say("desk", note, "no address is configured: a desk of this machine is made at the first start")
		return
	}
	door, err := openDesk(ctx, c)
	if err != nil {
		d.say("desk", wrong, "%v", err)
		return
	}
	defer door.Close()
	d.say("desk", well, "the desk of this machine, %s", file)
	if tried := d.attempt(door.Client.Config, nil); tried != nil {
		d.hosts(ctx, tried, c)
		_, _ = d.orders(ctx, tried, c, door.CMID) // what it found is said
	}
}

// remote tries a desk that is elsewhere, as far as there are credentials for it.
func (d *doctor) remote(ctx context.Context, c config.Config) {
	hasKey, hasLogin := c.Token != "", lacks(c, wire.PullOrder.Info) == ""
	op := wire.PullTicket.Info
	switch {
	case !hasKey && !hasLogin:
		d.say("hosts", note, "not tried: there is no API key")
		d.ordersUntried(c, accountID(c))
		return
	case !hasKey:
		op = wire.PullOrder.Info
	}
	door, err := openFor(ctx, c, op)
	if err != nil {
		d.say("desk", wrong, "%v", err)
		return
	}
	defer door.Close()
	times := newDates(door.Client.Transport)
	tried := d.attempt(door.Client.Config, times)
	if tried == nil {
		return
	}
	if hasKey {
		d.hosts(ctx, tried, c)
	}
	asked, answered := d.orders(ctx, tried, c, door.CMID)
	if !hasKey {
		d.withoutKey(asked, answered, c)
	}
	d.serviceClock(times)
}

// attempt is a client that gives up as soon as the doctor does; times looks at each answer.
func (d *doctor) attempt(settings client.Config, times *dates) *client.Client {
	settings.Timeout = d.timeout
	if times != nil {
		settings.Transport = times
	}
	tried, err := client.New(settings)
	if err != nil {
		d.say("desk", wrong, "%v", err)
		return nil
	}
	return tried
}
