// Package httpd runs the service as an HTTP server: listening, TLS, credentials, reload and shutdown.
package httpd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"frontdesk/internal/config"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
)

// The limits of the HTTP servers: a slow or incomplete request must not hold a connection open.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = 30 * time.Second
	idleTimeout   = 60 * time.Second
	drainTimeout  = 10 * time.Second
	maxHeader     = 16 << 10
)

// Run runs the service until ctx ends, and then drains it.
func Run(ctx context.Context, o Options, out, errOut io.Writer) error {
	accepted, shown, err := o.prepare()
	if err != nil {
		return exitcode.UsageError(err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen) // first: on error no desk is created
	if err != nil {
		return fmt.Errorf("the service cannot listen: %w", err)
	}
	desk, err := o.open(ctx, time.Now().In(o.Zone), errOut)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	log := service.NewLogger(errOut, o.LogFormat, o.LogLevel)
	slog.SetDefault(log)
	handler := service.New(service.Config{
		Store: desk, RequestsPerSecond: o.perSecond, AccountID: int64(o.AccountID), Zone: o.Zone, Log: log,
		Now: time.Now,
	})
	handler.SetCredentials(accepted)
	if desk.LastShutdown() == store.UncleanShutdown { // the check may have ended already
		guard.Go(func() { logCheck(ctx, desk, log) })
	}
	server := newServer(handler, log)
	endMetrics, err := ServeMetrics(ctx, o.Metrics, func(w io.Writer) { writeMetrics(w, handler, desk) }, log)
	if err != nil {
		return errors.Join(err, listener.Close(), desk.Close())
	}
	defer endMetrics()
	hangup, stop := o.notifyHangup() // before the service reports that it runs
	defer stop()
	ended := o.serve(server, shown, listener, out)
	log.Info("listening", "on", listener.Addr(), "tls", o.usesTLS(), "desk", o.DB)
	for {
		select {
		case <-hangup:
			if !o.canReload() {
				return errors.Join(o.end(ctx, handler, server), desk.Close())
			}
			o.reload(handler, shown, log)
		case err := <-ended:
			return errors.Join(err, desk.Close())
		case <-ctx.Done():
			return errors.Join(o.end(ctx, handler, server), desk.Close())
		}
	}
}

// logCheck says how the check of a desk that is in use ends.
func logCheck(ctx context.Context, desk *store.Store, log *slog.Logger) {
	switch err := desk.Checked(ctx); {
	case ctx.Err() != nil: // the service ends
	case err != nil:
		log.Error("the desk is damaged and takes no changes", "error", err)
	default:
		log.Info("the desk was looked through and is whole")
	}
}

// end makes /readyz say that the service ends, goes on answering for as long as the options say, and shuts down.
func (o Options) end(ctx context.Context, handler *service.Service, server *http.Server) error {
	handler.Drain()
	if o.Drain > 0 {
		timer := time.NewTimer(o.Drain)
		defer timer.Stop()
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGINT, syscall.SIGTERM)
		defer signal.Stop(again)
		select {
		case <-timer.C:
		case <-again: // whoever asks twice does not want to wait
		}
	}
	return shutDown(ctx, server)
}

// prepare validates the options, and reads the credentials and the certificate, before anything is opened.
func (o *Options) prepare() (accepted service.Credentials, shown *certificate, err error) {
	shown = &certificate{}
	if err = o.check(); err == nil {
		accepted, err = o.credentials()
	}
	if err == nil && o.usesTLS() {
		err = shown.load(*o)
	}
	return accepted, shown, err
}

// newServer returns a server with the limits of every HTTP server here.
func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// serve prints the address of the service and starts the server.
func (o Options) serve(
	server *http.Server,
	shown *certificate,
	listener net.Listener,
	out io.Writer,
) (ended <-chan error) {
	scheme, answer := "http", server.Serve
	if o.usesTLS() {
		server.TLSConfig = shown.config()
		scheme, answer = "https", func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	_, _ = fmt.Fprintf(out, "serving %s on %s://%s\n", o.DB, scheme, listener.Addr())
	return guard.Start(func() error { return answer(listener) })
}

// shutDown shuts the server down, and waits for requests in flight for up to drainTimeout.
func shutDown(ctx context.Context, server *http.Server) error {
	enough, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer stop()
	return server.Shutdown(enough)
}

// open opens the desk, imports files, and loads the sample into an empty desk if that is requested. A desk that holds
// tickets stays as it is, so that the same command works after a restart.
func (o Options) open(ctx context.Context, now time.Time, errOut io.Writer) (*store.Store, error) {
	if len(o.Load) > 0 {
		if err := deskdata.CheckNewDesk(ctx, o.DB, now.Location(), o.Load, errOut); err != nil {
			return nil, err
		}
	}
	open := store.OpenToServe
	if len(o.Load) > 0 {
		open = store.Open // nothing is imported into a damaged file
	}
	desk, err := open(ctx, o.DB)
	if err == nil {
		for _, line := range desk.Opening() {
			_, _ = fmt.Fprintln(errOut, "frontdesk:", line)
		}
	}
	if err == nil && desk.LastShutdown() == store.UncleanShutdown {
		_, _ = fmt.Fprintln(
			errOut, "frontdesk: the desk was not closed cleanly, or is open elsewhere: its file is looked through",
		)
	}
	if err != nil {
		return nil, err
	}
	if len(o.Load) > 0 {
		if err := deskdata.ImportFiles(ctx, desk, now.Location(), o.Load, errOut, errOut); err != nil {
			return nil, errors.Join(err, desk.Close())
		}
	}
	if !o.Sample {
		return desk, nil
	}
	loaded, err := deskdata.LoadSample(ctx, desk, now)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the sample desk cannot be loaded: %w", err), desk.Close())
	}
	line := "the desk was empty: loaded the sample"
	if !loaded {
		line = "the desk holds tickets already: left as it is, no sample loaded"
	}
	_, _ = fmt.Fprintln(errOut, "frontdesk:", line)
	return desk, nil
}

// notifyHangup returns a channel that receives every SIGHUP. The signal reloads the files that can change while the
// service runs; without such files it means that the terminal has closed, and it stays ignored if the process was
// started with nohup.
func (o Options) notifyHangup() (signals <-chan os.Signal, stop func()) {
	caught := make(chan os.Signal, 1)
	if !o.canReload() && signal.Ignored(syscall.SIGHUP) {
		return caught, func() {}
	}
	signal.Notify(caught, syscall.SIGHUP)
	return caught, func() { signal.Stop(caught) }
}

// canReload reports whether there are files to reload.
func (o Options) canReload() bool { return o.Credentials != "" || o.areInFiles || o.usesTLS() }

// reload reloads the files. If one is invalid, nothing changes: a typing error must not lock out every client.
func (o *Options) reload(desk *service.Service, shown *certificate, log *slog.Logger) {
	accepted, err := o.credentials()
	if err == nil && o.usesTLS() {
		err = shown.load(*o)
	}
	if err != nil {
		log.Error("what was read before stays in force", "error", err)
		return
	}
	desk.SetCredentials(accepted)
	log.Info("read again", "credentials", o.Credentials, "certificate", o.TLSCert)
}

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
