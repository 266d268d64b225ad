package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// desk tries the desk that is configured: each credential on each host, by calls that read.
func (d *doctor) desk(ctx context.Context, c config.Config) {
	switch {
	case c.BaseURL != "" && c.KMSURL != "":
		d.remote(ctx, d.fetched(ctx, c))
		return
	case c.BaseURL != "" || c.KMSURL != "":
		d.say("desk", wrong, "%s", lacks(c, wire.APIKey))
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
		d.orders(ctx, tried, c, door.CMID)
	}
}

// remote tries a desk that is elsewhere, as far as there are credentials for it.
func (d *doctor) remote(ctx context.Context, c config.Config) {
	hasKey, hasLogin := c.Token != "", lacks(c, wire.Login) == ""
	group := wire.APIKey
	if !hasKey {
		d.say("hosts", note, "not tried: there is no API key")
		group = wire.Login
	}
	if !hasKey && !hasLogin {
		return
	}
	door, err := openFor(ctx, c, group)
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
	d.orders(ctx, tried, c, door.CMID)
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

// hosts tries the API key on both hosts.
func (d *doctor) hosts(ctx context.Context, door *client.Client, c config.Config) {
	today := desk.DayOf(d.now().In(c.Zone)).String()
	one := 1
	_, pulled := client.Call(ctx, door, wire.PullTicket, wire.TicketPull{StartDate: today, EndDate: today, Limit: &one})
	d.host("base host", c.BaseURL, pulled, "today's tickets can be pulled")
	categories, err := client.Call(ctx, door, wire.FAQCategories, wire.Nothing{})
	d.host("FAQ", c.BaseURL, err, fmt.Sprintf("%d categories", len(categories)))
	_, searched := client.Call(ctx, door, wire.SearchFAQ, wire.FAQSearch{SearchKey: "refund"})
	if missing(searched) {
		searched = nil // an answer like any other: no article has that title
	}
	d.host("articles host", c.KMSURL, searched, "articles can be searched")
	if c.BaseURL != "" {
		d.key(originOf(c, "token"), pulled, searched)
	}
	if pulled == nil {
		d.vocabulary(ctx, door, c)
	}
}

// host says how a host answered; one that does not accept the key is there all the same.
func (d *doctor) host(check, address string, err error, can string) {
	at := ""
	if address != "" {
		at = address + ": "
	}
	switch {
	case denied(err):
		d.say(check, note, "%sthe service is there; the API key is not accepted", at)
	case err != nil:
		d.say(check, wrong, "%s%v", at, err)
	default:
		d.say(check, well, "%s%s", at, can)
	}
}

// key says whether the API key is accepted, by each host that could be asked.
func (d *doctor) key(from string, pulled, searched error) {
	var by, not []string
	for _, host := range []struct {
		name string
		err  error
	}{{"the base host", pulled}, {"the articles host", searched}} {
		switch {
		case host.err == nil:
			by = append(by, host.name)
		case denied(host.err):
			not = append(not, host.name)
		}
	}
	switch {
	case len(not) == 1 && len(by) == 1:
		d.say("API key", wrong, "from %s: %s does not accept it, %s does", from, not[0], by[0])
	case len(not) > 0:
		d.say("API key", wrong, "from %s: the service does not accept it", from)
	case len(by) == 2:
		d.say("API key", well, "from %s: accepted", from)
	case len(by) == 1:
		d.say("API key", well, "from %s: accepted by %s; the other could not be asked", from, strings.Join(by, ""))
	default:
		d.say("API key", note, "from %s: it could not be tried", from)
	}
}
