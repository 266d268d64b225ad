package doctor

import (
	"context"
	"fmt"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// hosts checks the API key on both hosts.
func (d *doctor) hosts(ctx context.Context, door *client.Client, c config.Config) {
	today := desk.DateOf(d.now().In(c.Zone)).String()
	one := 1
	_, pulled := client.Call(ctx, door, wire.PullTicket, wire.PullTicketRequest{StartDate: today, EndDate: today, Limit: &one})
	d.host("base host", c.BaseURL, pulled, "today's tickets can be pulled")
	categories, err := client.Call(ctx, door, wire.FAQCategories, wire.EmptyRequest{})
	d.host("FAQ", c.BaseURL, err, fmt.Sprintf("%d categories", len(categories)))
	asked := []hostAnswer{{"the base host", pulled}}
	if tried, err := d.articles(ctx, door, c); tried {
		asked = append(asked, hostAnswer{"the articles host", err})
	}
	if c.BaseURL != "" {
		d.key(originOf(c, "token"), asked)
	}
	if pulled == nil {
		d.vocabulary(ctx, door, c)
	}
}

// reportWithoutKey adds the findings of the hosts when only the order credential is available: it shows whether the
// base host responds.
func (d *doctor) reportWithoutKey(asked bool, answered error, c config.Config) {
	if !asked {
		d.add("hosts", statusNote, "not tried: there is no API key")
		return
	}
	if !unreachable(answered) {
		answered = nil // any response means that the host is reachable
	}
	d.host("base host", c.BaseURL, answered, "the service is there; tickets were not tried: there is no API key")
	d.add("articles host", statusNote, "not tried: there is no API key")
}

// articles checks the host of the article search. It returns false if no address is configured, which is no error.
func (d *doctor) articles(ctx context.Context, door *client.Client, c config.Config) (tried bool, err error) {
	const check = "articles host"
	if c.BaseURL != "" && c.ArticlesURL == "" {
		d.add(check, statusNote, "not tried: %s", connection.MissingSetting(c, wire.SearchFAQ.OperationInfo))
		return false, nil
	}
	_, err = client.Call(ctx, door, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"})
	if missing(err) {
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
	case denied(err):
		d.add(check, statusNote, "%sthe service is there; the API key is not accepted", at)
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
		case denied(host.err):
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
		d.add("API key", statusOK, "from %s: accepted by %s; the other could not be asked", from, strings.Join(by, ""))
	default:
		d.add("API key", statusNote, "from %s: it could not be tried", from)
	}
}
