package httpd

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
)

// The range of a rate limit.
const (
	minRate = 0.01
	maxRate = 1e6
)

// maxDrain limits how long the service goes on after SIGTERM.
const maxDrain = 5 * time.Minute

// Options holds the flags of serve and the credentials of its environment.
type Options struct {
	Listen, DB, Zone string
	CredentialsFile  string
	TLSCert, TLSKey  string
	AccountID        int64               // the accepted account id
	Env              func(string) string // has the credentials unless there is a file of them
	areInFiles       bool                // some of those of the environment
	Sample           bool
	Load             []string // files and directories to import at startup
	AllowPlain       bool
	Metrics          string            // address of /metrics; none if empty
	RateLimit        string            // as given
	Drain            string            // as given
	drain            time.Duration     // how long requests are answered after the end was asked for
	perSecond        float64           // parsed rateLimit; 0 for no limit
	Sources          map[string]string // source of each flag's value, for error messages
}

// check rejects options that are incomplete or invalid, or that would expose credentials on the network, and returns
// the time zone.
func (o *Options) check() (*time.Location, error) {
	if o.DB == "" {
		return nil, errors.New("--db is needed: the file of the desk, or postgres://HOST/DATABASE; it can also be set as db under [serve] in the configuration")
	}
	if (o.TLSCert == "") != (o.TLSKey == "") {
		return nil, errHalfTLS
	}
	address, err := netip.ParseAddrPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("%s %q is not an address with a port, such as 127.0.0.1:8080", o.Sources["listen"], o.Listen)
	}
	if !address.Addr().IsLoopback() && !o.usesTLS() && !o.AllowPlain {
		return nil, fmt.Errorf("%s %q is not a loopback address: credentials would go over the network for all to read; "+
			"give --tls-cert and --tls-key, or --allow-plain where something before the service encrypts", o.Sources["listen"], o.Listen)
	}
	if o.perSecond, err = parseRate(o.RateLimit); err != nil {
		return nil, fmt.Errorf("%s %w", o.Sources["rate-limit"], err)
	}
	if o.drain, err = desk.ParseDuration(cmp.Or(o.Drain, "0s")); err != nil || o.drain < 0 || o.drain > maxDrain {
		return nil, fmt.Errorf("%s %q is not a duration from 0s to 5m, such as 10s", o.Sources["drain"], o.Drain)
	}
	if err := CheckMetricsAddress(o.Sources["metrics"], o.Metrics); err != nil {
		return nil, err
	}
	if store.IsPostgres(o.DB) {
		if err := store.CheckAddress(o.DB); err != nil {
			return nil, fmt.Errorf("%s: %w", o.Sources["db"], err)
		}
	}
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		return nil, fmt.Errorf("%s %q is not a known time zone; use a name such as Europe/Berlin", o.Sources["time-zone"], o.Zone)
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
		return 0, fmt.Errorf("%q is not a rate from 0.01/second to 1000000/second, such as 20/second", s)
	}
	return n, nil
}
