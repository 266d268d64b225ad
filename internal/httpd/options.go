package httpd

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/store"
)

// The range of a rate limit.
const (
	minRate = 0.01
	maxRate = 1e6
)

// Options holds the settings of serve and the credentials of its environment.
type Options struct {
	config.Server
	Place      func(key string) string // names the place of a setting, for errors
	Env        func(string) string     // has the credentials unless there is a file of them
	Sample     bool
	Load       []string // files and directories to import at startup
	areInFiles bool     // some of the credentials of the environment
	perSecond  float64  // parsed RateLimit; 0 for no limit
}

// check rejects options that are incomplete or invalid, or that would expose credentials on the network.
func (o *Options) check() error {
	if o.DB == "" {
		return errors.New("--db is needed: the file of the desk, or postgres://HOST/DATABASE; it can also be set as db under [serve] in the configuration")
	}
	if (o.TLSCert == "") != (o.TLSKey == "") {
		return errHalfTLS
	}
	address, err := netip.ParseAddrPort(o.Listen)
	if err != nil {
		return fmt.Errorf("%s %q is not an address with a port, such as 127.0.0.1:8080", o.Place("listen"), o.Listen)
	}
	if !address.Addr().IsLoopback() && !o.usesTLS() && !o.AllowPlainHTTP {
		return fmt.Errorf("%s %q is not a loopback address: credentials would go over the network for all to read; "+
			"give --tls-cert and --tls-key, or --allow-plain where something before the service encrypts", o.Place("listen"), o.Listen)
	}
	if o.perSecond, err = parseRate(o.RateLimit); err != nil {
		return fmt.Errorf("%s %w", o.Place("rate_limit"), err)
	}
	if err := CheckMetricsAddress(o.Place("metrics"), o.Metrics); err != nil {
		return err
	}
	if store.IsPostgres(o.DB) {
		if err := store.CheckAddress(o.DB); err != nil {
			return fmt.Errorf("%s: %w", o.Place("db"), err)
		}
	}
	return nil
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
