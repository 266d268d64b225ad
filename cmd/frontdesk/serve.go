package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
)

// The time-outs of the server: a half-sent or dripping request must not hold a connection.
const (
	headerTime = 5 * time.Second
	readTime   = 15 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = 60 * time.Second
	drainTime  = 10 * time.Second
	maxHeader  = 16 << 10
)

// serveOptions are the flags of serve.
type serveOptions struct {
	listen, db, zone              string
	token, user, password, number string // what is accepted; number is the account id as it was given
	sample                        bool
}

func serveCommand(env func(string) string) *cobra.Command {
	o := serveOptions{
		token: env("FRONTDESK_TOKEN"), user: env("FRONTDESK_ORDER_USER"), password: env("FRONTDESK_ORDER_PASSWORD"), number: env("FRONTDESK_CM_ID"),
	}
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "Run the service on a desk in a file; FRONTDESK_TOKEN says which API key it accepts",
		Long: "Run the service on a desk in a file.\n\nFRONTDESK_TOKEN says which API key it accepts, FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD " +
			"who may call the order operations (without them nobody), FRONTDESK_CM_ID the account id (1 without it).",
		Args: func(c *cobra.Command, args []string) error { return asUsage(cobra.NoArgs(c, args)) },
		RunE: func(c *cobra.Command, _ []string) error {
			return serve(c.Context(), o, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&o.listen, "listen", "127.0.0.1:8080", "loopback `address` to listen on; port 0 takes a free one")
	c.Flags().StringVar(&o.db, "db", "", "the desk's `file`, made if there is none")
	c.Flags().StringVar(&o.zone, "time-zone", "Local", "`zone` of every date, such as Europe/Berlin")
	c.Flags().BoolVar(&o.sample, "sample", false, "fill an empty desk with sample tickets and articles of the last two weeks")
	return c
}

func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// serve answers until ctx ends, then lets the requests under way finish.
func serve(ctx context.Context, o serveOptions, out, errOut io.Writer) error {
	zone, err := o.check()
	if err != nil {
		return usageError{err}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen) // first: without an address no desk is begun
	if err != nil {
		return fmt.Errorf("the service cannot listen: %w", err)
	}
	desk, err := o.open(ctx, time.Now().In(zone), errOut)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	log := slog.New(slog.NewTextHandler(errOut, nil))
	server := &http.Server{
		Handler: service.New(service.Config{
			Store: desk, Token: o.token, OrderUser: o.user, OrderPassword: o.password, CMID: o.account(), Zone: zone, Log: log, Now: time.Now,
		}),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	_, _ = fmt.Fprintf(out, "serving %s on http://%s\n", o.db, listener.Addr())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		drain, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		err = server.Shutdown(drain)
		stop()
	}
	return errors.Join(err, desk.Close())
}

// open opens the desk, filled with the sample when that is asked for and it is empty; a desk that holds something
// is served as it is, so that the same command works again after a restart.
func (o serveOptions) open(ctx context.Context, now time.Time, errOut io.Writer) (*store.Store, error) {
	desk, err := store.Open(ctx, o.db)
	if err != nil || !o.sample {
		return desk, err
	}
	loaded, err := desk.LoadSample(ctx, now)
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

// check refuses options under which the service would be open to others, or pointless.
func (o serveOptions) check() (*time.Location, error) {
	if o.db == "" {
		return nil, errors.New("--db is needed: the file that holds the desk")
	}
	if o.token == "" {
		return nil, errors.New("FRONTDESK_TOKEN is empty: set the API key that the service accepts")
	}
	if (o.user == "") != (o.password == "") {
		return nil, errors.New("FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD need each other: set both or neither")
	}
	if strings.Contains(o.user, ":") {
		return nil, errors.New("FRONTDESK_ORDER_USER has a colon, which ends the name in an HTTP credential")
	}
	if o.account() < 1 {
		return nil, fmt.Errorf("FRONTDESK_CM_ID must be a whole number from 1 to 2147483647, not %q", o.number)
	}
	address, err := netip.ParseAddrPort(o.listen)
	if err != nil || !address.Addr().IsLoopback() {
		return nil, fmt.Errorf("--listen %q is no loopback address with a port, such as 127.0.0.1:8080; without TLS nothing else is listened on", o.listen)
	}
	zone, err := time.LoadLocation(o.zone)
	if err != nil {
		return nil, fmt.Errorf("--time-zone %q is not known, such as Europe/Berlin", o.zone)
	}
	return zone, nil
}

// account is the account id that is accepted, 0 for one that is none.
func (o serveOptions) account() int64 {
	if o.number == "" {
		return 1
	}
	id, err := strconv.ParseInt(o.number, 10, 32)
	if err != nil {
		return 0
	}
	return id
}
