package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// desk tries the desk that is configured: each credential on each host, by calls that read.
func (d *doctor) desk(ctx context.Context, c config.Config) {
	remote := c.BaseURL != "" || c.KMSURL != ""
	if _, err := os.Stat(filepath.Join(c.DataDir, "desk.db")); !remote && (c.DataDir == "" || errors.Is(err, fs.ErrNotExist)) {
		d.say("desk", note, "no address is configured: a desk of this machine is made at the first start")
		return
	}
	if remote {
		var err error
		if c, err = withToken(ctx, c); err != nil {
			d.say("API key", wrong, "%v", err)
			return
		}
	}
	door, err := openDesk(ctx, c)
	if err != nil {
		d.say("desk", wrong, "%v", err)
		return
	}
	defer door.Close()
	dates := &dates{next: door.Client.Transport}
	settings := door.Client.Config
	settings.Timeout, settings.Transport = d.timeout, dates
	tried, err := client.New(settings)
	if err != nil {
		d.say("desk", wrong, "%v", err)
		return
	}
	if !remote {
		d.say("desk", well, "the desk of this machine, %s", filepath.Join(c.DataDir, "desk.db"))
	}
	d.hosts(ctx, tried, c)
	d.orders(ctx, tried, c, door.CMID, remote)
	if apart := dates.apart(); apart.Abs() > skew {
		d.say("clock", wrong, "the service's clock is %v away from this machine's", apart.Round(time.Second))
	}
}

// originOf is where a credential comes from.
func originOf(c config.Config, name string) string {
	for _, setting := range []string{name, name + "_command", name + "_keyring"} {
		if from, set := c.Origins[setting]; set {
			return from.String()
		}
	}
	return string(config.Default)
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
		d.key(originOf(c, "token"), errors.Join(pulled, searched))
	}
	if pulled == nil {
		d.vocabulary(ctx, door, c, today)
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

// key says whether the API key is accepted.
func (d *doctor) key(from string, err error) {
	switch {
	case denied(err):
		d.say("API key", wrong, "from %s: the service does not accept it", from)
	case err != nil:
		d.say("API key", note, "from %s: it could not be tried", from)
	default:
		d.say("API key", well, "from %s: accepted", from)
	}
}

func denied(err error) bool { return oneshot.Code(err) == oneshot.Denied }

func missing(err error) bool {
	var call *client.Error
	return errors.As(err, &call) && call.NotFound()
}

// orders tries the credential of the order operations.
func (d *doctor) orders(ctx context.Context, c *client.Client, settings config.Config, account int64, remote bool) {
	switch {
	case remote && lacks(settings, wire.Login) != "":
		d.say("order credential", note, "not tried: order_user and order_password are not set")
		return
	case account == 0:
		d.say("order credential", note, "not tried: cm_id is not set, without which no order can be pulled")
		return
	}
	today := desk.DayOf(d.now().In(c.Zone)).String()
	_, err := client.Call(ctx, c, wire.PullOrder, wire.OrderPull{
		Account: account, Limit: "1", OrderFilters: wire.OrderFilters{GenerationStartDate: today, GenerationEndDate: today},
	})
	switch {
	case err != nil && !missing(err):
		d.say("order credential", wrong, "%v", err)
	case remote:
		d.say("order credential", well, "from %s: orders can be pulled", originOf(settings, "order_password"))
	default:
		d.say("order credential", well, "orders can be pulled")
	}
}

// vocabulary names the sub-statuses of rows that the configured vocabulary does not know. Without one there is no gap.
func (d *doctor) vocabulary(ctx context.Context, door *client.Client, c config.Config, today string) {
	if len(c.SubStatuses) == 0 && len(c.Queues) == 0 {
		d.say("vocabulary", note, "none is configured; what tickets hold is offered")
		return
	}
	limit := cmp.Or(c.Limit, 1000)
	page, err := client.Call(ctx, door, wire.PullTicket, wire.TicketPull{StartDate: today, EndDate: today, Limit: &limit})
	if err != nil {
		d.say("vocabulary", wrong, "%v", err)
		return
	}
	gaps := map[string]bool{}
	for _, row := range page.Tickets {
		gap(gaps, "sub-status", row.SubStatus, c.SubStatuses)
		gap(gaps, "queue", row.Queue, c.Queues)
	}
	if len(gaps) == 0 {
		d.say("vocabulary", well, "%d sub-statuses and %d queues; no gap in %d tickets of today", len(c.SubStatuses), len(c.Queues), len(page.Tickets))
		return
	}
	d.say("vocabulary", note, "tickets of today hold what is not configured: %s", strings.Join(slices.Sorted(maps.Keys(gaps)), ", "))
}

// gap notes a code that a vocabulary does not hold; an empty vocabulary is no vocabulary.
func gap(gaps map[string]bool, what string, seen desk.Code, known []desk.Code) {
	if seen.Key().IsZero() || len(known) == 0 {
		return
	}
	if !slices.ContainsFunc(known, func(c desk.Code) bool { return c.Key() == seen.Key() }) {
		gaps[fmt.Sprintf("%s %s (%s)", what, seen.Key().Line(), seen.Label())] = true
	}
}

// dates is a transport that looks at what time the service says that it is.
type dates struct {
	next http.RoundTripper
	mu   sync.Mutex
	said time.Time
	at   time.Time
}

// RoundTrip passes the request on.
func (t *dates) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return answer, err
	}
	if said, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.said, t.at = said, time.Now()
	}
	return answer, nil
}

// apart is by how much the service's clock was ahead; 0 when it did not say.
func (t *dates) apart() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.said.IsZero() {
		return 0
	}
	return t.said.Sub(t.at)
}
