package cli

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/service"
)

// The range of a rate limit.
const (
	minRate = 0.01
	maxRate = 1e6
)

// serveOptions holds the flags of serve and the credentials of its environment.
type serveOptions struct {
	listen, db, zone string
	credentialsFile  string
	tlsCert, tlsKey  string
	account          int64 // the accepted account id
	accepted         service.Credentials
	sample           bool
	load             []string // files and directories to import at startup
	allowPlain       bool
	rateLimit        string            // as given
	perSecond        float64           // parsed rateLimit; 0 for no limit
	sources          map[string]string // source of each flag's value, for error messages
}

// check rejects options that are incomplete or invalid, or that would expose credentials on the network, and returns
// the time zone.
func (o *serveOptions) check() (*time.Location, error) {
	if o.db == "" {
		return nil, errors.New("--db is needed: the file that holds the desk, also db of [serve] in the configuration")
	}
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return nil, errHalfTLS
	}
	address, err := netip.ParseAddrPort(o.listen)
	if err != nil {
		return nil, fmt.Errorf("%s %q is no address with a port, such as 127.0.0.1:8080", o.sources["listen"], o.listen)
	}
	if !address.Addr().IsLoopback() && !o.usesTLS() && !o.allowPlain {
		return nil, fmt.Errorf("%s %q is no loopback address: credentials would go over the network for all to read; "+
			"give --tls-cert and --tls-key, or --allow-plain where something before the service encrypts", o.sources["listen"], o.listen)
	}
	if o.perSecond, err = parseRate(o.rateLimit); err != nil {
		return nil, fmt.Errorf("%s %w", o.sources["rate-limit"], err)
	}
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		return nil, fmt.Errorf("%s %q is not known, such as Europe/Berlin", o.sources["time-zone"], o.zone)
	}
	return zone, nil
}

// parseRate parses a rate such as 20/second or 0.5/second; an empty string means no limit.
func parseRate(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	number, unit, _ := strings.Cut(s, "/")
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || unit != "second" || !(n >= minRate && n <= maxRate) {
		return 0, fmt.Errorf("%q is no rate from 0.01/second to 1000000/second, such as 20/second", s)
	}
	return n, nil
}
