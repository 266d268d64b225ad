package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// sampleWrites says what the sample desk is not for.
const sampleWrites = "commands change it with --sample only"

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
	if err := c.CheckAddress(); err != nil {
		d.add("desk", StatusFail, "%v", err)
		return
	}
	file := filepath.Join(c.DataDir, "desk.db")
	if _, err := os.Stat(file); c.DataDir == "" || errors.Is(err, fs.ErrNotExist) {
		d.add("desk", statusNote, "no address is configured: the first start creates a sample desk on this machine; %s", sampleWrites)
		return
	}
	conn, err := connection.Open(ctx, c)
	if err != nil {
		d.add("desk", StatusFail, "%v", err)
		return
	}
	defer conn.Close()
	d.add("desk", statusNote, "no address is configured: the sample desk on this machine, %s; %s", file, sampleWrites)
	if tried := d.probeClient(conn.Client.Config, nil); tried != nil {
		d.hosts(ctx, tried, c)
		_, _ = d.orders(ctx, tried, c, conn.AccountID) // it adds its own finding
	}
}

// remote checks a remote desk, as far as its credentials are configured.
func (d *doctor) remote(ctx context.Context, c config.Config) {
	hasKey, hasLogin := c.Token != "", connection.MissingSetting(c, wire.PullOrder.OperationInfo) == ""
	op := wire.PullTicket.OperationInfo
	switch {
	case !hasKey && !hasLogin:
		d.add("hosts", statusNote, "not checked: there is no API key")
		d.skipOrders(c, connection.AccountID(c))
		return
	case !hasKey:
		op = wire.PullOrder.OperationInfo
	}
	conn, err := connection.OpenFor(ctx, c, op)
	if err != nil {
		d.add("desk", StatusFail, "%v", err)
		return
	}
	defer conn.Close()
	times := &dateRecorder{next: conn.Client.Transport}
	tried := d.probeClient(conn.Client.Config, times)
	if tried == nil {
		return
	}
	if hasKey {
		d.hosts(ctx, tried, c)
	}
	asked, answered := d.orders(ctx, tried, c, conn.AccountID)
	if !hasKey {
		d.reportWithoutKey(asked, answered, c)
	}
	d.serviceClock(times)
}

// readTries is how often a check reads: once again after a failure, so that a report on a host that is away comes soon.
const readTries = 2

// probeClient returns a client with the doctor's timeout; times, if not nil, is its transport.
func (d *doctor) probeClient(settings client.Config, times *dateRecorder) *client.Client {
	settings.Timeout, settings.ReadTries = d.Timeout, readTries
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

// hosts checks the API key on both hosts.
func (d *doctor) hosts(ctx context.Context, conn *client.Client, c config.Config) {
	today := desk.DateOf(d.now().In(c.Zone)).String()
	one := 1
	_, pulled := client.Call(
		ctx,
		conn,
		wire.PullTicket,
		wire.PullTicketRequest{StartDate: today, EndDate: today, Limit: &one},
	)
	d.host("base host", c.BaseURL, pulled, "today's tickets can be pulled")
	categories, err := client.Call(ctx, conn, wire.FAQCategories, wire.EmptyRequest{})
	d.host("FAQ", c.BaseURL, err, fmt.Sprintf("categories: %d", len(categories)))
	asked := []hostAnswer{{"the base host", pulled}}
	if tried, err := d.articles(ctx, conn, c); tried {
		asked = append(asked, hostAnswer{"the articles host", err})
	}
	if c.BaseURL != "" {
		d.key(originOf(c, "token"), asked)
	}
	if pulled == nil {
		d.vocabulary(ctx, conn, c)
	}
}

// reportWithoutKey adds the findings of the hosts when only the order credential is available: it shows whether the
// base host responds.
func (d *doctor) reportWithoutKey(asked bool, answered error, c config.Config) {
	if !asked {
		d.add("hosts", statusNote, "not checked: there is no API key")
		return
	}
	if !isUnreachable(answered) {
		answered = nil // any response means that the host is reachable
	}
	d.host("base host", c.BaseURL, answered, "the service answers; tickets were not checked: there is no API key")
	d.add("articles host", statusNote, "not checked: there is no API key")
}

// articles checks the host of the article search. It returns false if no address is configured, which is no error.
func (d *doctor) articles(ctx context.Context, conn *client.Client, c config.Config) (tried bool, err error) {
	const check = "articles host"
	if c.BaseURL != "" && c.ArticlesURL == "" {
		d.add(check, statusNote, "not checked: %s", connection.MissingSetting(c, wire.SearchFAQ.OperationInfo))
		return false, nil
	}
	_, err = client.Call(ctx, conn, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"})
	if client.IsNotFound(err) {
		err = nil // not found is a valid response: no article matches
	}
	d.host(check, c.ArticlesURL, err, "articles can be searched")
	return true, err
}

// host adds the finding of one host. A host that rejects the key is reachable, so that this is only a note.
func (d *doctor) host(check, address string, err error, can string) {
	at := ""
	if address != "" {
		at = address + ": "
	}
	switch {
	case isDenied(err):
		d.add(check, statusNote, "%sthe service answers, but does not accept the API key", at)
	case err != nil:
		d.add(check, StatusFail, "%s%v", at, err)
	default:
		d.add(check, statusOK, "%s%s", at, can)
	}
}

// hostAnswer is the result of a call to a host with the API key.
type hostAnswer struct {
	name string
	err  error
}

// key reports whether the hosts accept the API key.
func (d *doctor) key(from string, asked []hostAnswer) {
	var by, not []string
	for _, host := range asked {
		switch {
		case host.err == nil:
			by = append(by, host.name)
		case isDenied(host.err):
			not = append(not, host.name)
		}
	}
	switch {
	case len(not) == 1 && len(by) == 1:
		d.add("API key", StatusFail, "from %s: %s does not accept it, %s does", from, not[0], by[0])
	case len(not) > 0:
		d.add("API key", StatusFail, "from %s: the service does not accept it", from)
	case len(by) == len(asked):
		d.add("API key", statusOK, "from %s: accepted", from)
	case len(by) == 1:
		d.add("API key", statusOK, "from %s: accepted by %s; the other host could not be checked", from, strings.Join(by, ""))
	default:
		d.add("API key", statusNote, "from %s: it could not be checked", from)
	}
}

// originOf describes where a credential is configured.
func originOf(c config.Config, name string) string {
	for _, setting := range []string{name, name + "_file", name + "_command", name + "_keyring"} {
		if from, set := c.Origins[setting]; set {
			return from.String()
		}
	}
	return string(config.Default)
}

// resolveSecrets fetches the credentials from their commands and the keyring, each only once, because a source may
// prompt the user.
func (d *doctor) resolveSecrets(ctx context.Context, c config.Config) config.Config {
	if c.Token == "" && c.TokenFrom.IsZero() {
		d.add("API key", StatusFail, "%s", connection.MissingSetting(c, wire.PullTicket.OperationInfo))
	}
	d.fetch(ctx, "API key", "token", &c.Token, &c.TokenFrom)
	d.fetch(ctx, orderCredential, "order_password", &c.OrderPassword, &c.OrderPasswordFrom)
	return c
}

func (d *doctor) fetch(ctx context.Context, check, name string, secret *config.Secret, from *config.CredentialSource) {
	got, err := connection.FetchCredential(ctx, name, *secret, *from)
	inKeyring := from.Keyring != config.KeyringEntry{}
	switch {
	case err != nil && inKeyring:
		d.add("keyring", StatusFail, "%s: %v", check, err)
	case err != nil:
		d.add(check, StatusFail, "%v", err)
	case inKeyring:
		d.add("keyring", statusOK, "%s contains the %s", from.Keyring, check)
	}
	*secret, *from = got, config.CredentialSource{}
}

const orderCredential = "order credential"

// skipOrders reports whether the order credential cannot be checked, and adds a finding with the reason.
func (d *doctor) skipOrders(c config.Config, account int64) bool {
	remote := c.BaseURL != ""
	switch missing := connection.MissingSetting(c, wire.PullOrder.OperationInfo); {
	case remote && c.OrderUser == "" && c.OrderPassword == "":
		d.add(orderCredential, statusNote, "not checked: order_user and order_password are not set")
	case remote && missing != "":
		d.add(orderCredential, StatusFail, "%s", missing)
	case account == 0:
		d.add(orderCredential, statusNote, "not checked: orders cannot be pulled without cm_id, which is not set")
	default:
		return false
	}
	return true
}

// orders checks the order credential where that is possible, and returns the error of the call.
func (d *doctor) orders(
	ctx context.Context,
	conn *client.Client,
	c config.Config,
	account int64,
) (tried bool, answered error) {
	if d.skipOrders(c, account) {
		return false, nil
	}
	today := desk.DateOf(d.now().In(c.Zone)).String()
	_, err := client.Call(ctx, conn, wire.PullOrder, wire.PullOrderRequest{
		"cmId":                account,
		"limit":               "1",
		"generationStartDate": today, "generationEndDate": today,
	})
	from := ""
	if c.BaseURL != "" {
		from = "from " + originOf(c, "order_password") + ": "
	}
	switch {
	case err == nil, client.IsNotFound(err):
		d.add(orderCredential, statusOK, "%sorders can be pulled", from)
	case isDenied(err):
		d.add(orderCredential, StatusFail, "%sthe service does not accept it", from)
	case isUnreachable(err):
		d.add(orderCredential, statusNote, "%sit could not be checked: %v", from, err)
	default:
		d.add(orderCredential, StatusFail, "with cm_id %d: %v", account, err)
	}
	return true, err
}

func isDenied(err error) bool { return exitcode.Of(err) == exitcode.Denied }

func isUnreachable(err error) bool {
	kind := client.KindOf(err)
	return kind == client.Unreachable || kind == client.Timeout
}

// vocabulary reports codes that tickets use and the configured vocabulary lacks. Without a vocabulary it only notes
// that.
func (d *doctor) vocabulary(ctx context.Context, conn *client.Client, c config.Config) {
	if len(c.SubStatuses)+len(c.Queues) == 0 {
		d.add("vocabulary", statusNote, "none is configured; forms offer the values that occur in tickets")
		return
	}
	day, rows, err := d.latestDayWithTickets(ctx, conn, c)
	if err != nil {
		d.add("vocabulary", StatusFail, "%v", err)
		return
	}
	gaps := map[string]bool{}
	for i := range rows {
		addUnknownCode(gaps, "sub-status", rows[i].SubStatus, c.SubStatuses)
		addUnknownCode(gaps, "queue", rows[i].Queue, c.Queues)
	}
	if len(gaps) == 0 {
		d.add("vocabulary", statusOK, "all values of the %d tickets of %s are configured", len(rows), day)
		return
	}
	d.add(
		"vocabulary",
		statusNote,
		"tickets of %s have values that are not configured: %s",
		day,
		strings.Join(slices.Sorted(maps.Keys(gaps)), ", "),
	)
}

// latestDayWithTickets returns the tickets of the latest day that has any, within the range that the inbox shows at
// startup.
func (d *doctor) latestDayWithTickets(
	ctx context.Context,
	conn *client.Client,
	c config.Config,
) (desk.Date, []desk.Ticket, error) {
	limit, day := cmp.Or(c.Limit, 1000), desk.DateOf(d.now().In(c.Zone))
	for back := range max(c.RangeDays, 1) {
		of := day.Add(-back)
		page, err := client.Call(
			ctx,
			conn,
			wire.PullTicket,
			wire.PullTicketRequest{StartDate: of.String(), EndDate: of.String(), Limit: &limit},
		)
		if err != nil || len(page.Tickets) > 0 {
			return of, page.Tickets, err
		}
	}
	return day, nil, nil
}

// addUnknownCode records a code that is not in the vocabulary. An empty vocabulary accepts every code.
func addUnknownCode(gaps map[string]bool, what string, seen desk.Code, known []desk.Code) {
	if seen.Key().IsZero() || len(known) == 0 {
		return
	}
	if !slices.ContainsFunc(known, func(c desk.Code) bool { return c.Key() == seen.Key() }) {
		gaps[fmt.Sprintf("%s %s (%s)", what, seen.Key().Display(), seen.Label())] = true
	}
}
