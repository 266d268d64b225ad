package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/config"
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

func serveCommand(env func(string) string) *cobra.Command {
	o := serveOptions{accepted: service.Credentials{
		Token: env(tokenName), Author: env(tokenName + authorSuffix), OrderUser: env("FRONTDESK_ORDER_USER"), OrderPassword: env("FRONTDESK_ORDER_PASSWORD"),
	}}
	c := &cobra.Command{
		Use:   "serve --db FILE",
		Short: "Run the service on a desk in a file; FRONTDESK_TOKEN says which API key it accepts",
		Long: "Run the service on a desk in a file.\n\n" +
			"FRONTDESK_TOKEN says which API key it accepts, FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD who may call the\n" +
			"order operations (without them nobody), FRONTDESK_CM_ID the account id (1 without it). FRONTDESK_TOKEN_NAME is\n" +
			"the author of the tickets and comments that are written with the key; without it they have none.\n\n" +
			"With --credentials all but the account id come from a file of NAME=VALUE lines instead, mode 0600, which SIGHUP\n" +
			"reads again: a key is changed without a restart. It may hold further keys, each with a name of its own:\n\n" +
			"  FRONTDESK_KEY_ASHA=c2VjcmV0\n" +
			"  FRONTDESK_KEY_ASHA_NAME=Asha Rao\n\n" +
			"What the flags say can stand in the table [serve] of the configuration, with _ for -, and cm_id beside it; flags\n" +
			"and environment come before it.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.LoadServer(env, flagOf(c, configFlag))
			if err != nil {
				return usageError{err}
			}
			o.applyConfig(c.Flags(), settings)
			return serve(c.Context(), o, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	c.Flags().StringVar(&o.listen, "listen", "127.0.0.1:8080", "`address` to listen on, a loopback one unless it is encrypted; port 0 takes a free one")
	c.Flags().StringVar(&o.db, "db", "", "the desk's `file`, made if there is none")
	c.Flags().StringVar(&o.zone, "time-zone", "Local", "`zone` of every date, such as Europe/Berlin")
	c.Flags().StringVar(&o.credentialsFile, "credentials", "", "`file` with the credentials instead of the environment; SIGHUP reads it again")
	c.Flags().StringVar(&o.tlsCert, "tls-cert", "", "`file` with the certificates to show, the service's own first (PEM); SIGHUP reads it again")
	c.Flags().StringVar(&o.tlsKey, "tls-key", "", "`file` with the certificate's key (PEM)")
	c.Flags().BoolVar(&o.allowPlain, "allow-plain", false, "listen beyond loopback without TLS, where something before the service encrypts")
	c.Flags().StringVar(&o.rateLimit, "rate-limit", "", "requests that each credential may make, such as `20/second`; more are answered 429 with Retry-After (default any number)")
	c.Flags().BoolVar(&o.sample, "sample", false, "fill an empty desk with sample tickets and articles of the last two weeks")
	c.Flags().StringArrayVar(&o.load, "load", nil, "import this `file` or directory at the start, as frontdesk desk import does; can be given several times")
	return c
}

// serve runs the service until ctx ends, and then drains it.
func serve(ctx context.Context, o serveOptions, out, errOut io.Writer) error {
	zone, accepted, shown, err := o.prepare()
	if err != nil {
		return usageError{err}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen) // first: on error no desk is created
	if err != nil {
		return fmt.Errorf("the service cannot listen: %w", err)
	}
	desk, err := o.open(ctx, time.Now().In(zone), errOut)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	log := service.NewLogger(errOut)
	slog.SetDefault(log)
	handler := service.New(service.Config{
		Store: desk, RequestsPerSecond: o.perSecond, AccountID: o.account, Zone: zone, Log: log, Now: time.Now,
	})
	handler.SetCredentials(accepted)
	server := newServer(handler, log)
	hangup, stop := o.hangups() // before the service reports that it runs
	defer stop()
	ended := o.begin(server, shown, listener, out)
	for {
		select {
		case <-hangup:
			if !o.canReload() {
				return errors.Join(drain(ctx, server), desk.Close())
			}
			o.reload(handler, shown, log)
		case err := <-ended:
			return errors.Join(err, desk.Close())
		case <-ctx.Done():
			return errors.Join(drain(ctx, server), desk.Close())
		}
	}
}

// prepare validates the options, and reads the credentials and the certificate, before anything is opened.
func (o *serveOptions) prepare() (zone *time.Location, accepted service.Credentials, shown *certificate, err error) {
	shown = &certificate{}
	if zone, err = o.check(); err == nil {
		accepted, err = o.credentials()
	}
	if err == nil && o.usesTLS() {
		err = shown.load(*o)
	}
	return zone, accepted, shown, err
}

func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// begin prints the address of the service and starts the server.
func (o serveOptions) begin(server *http.Server, shown *certificate, listener net.Listener, out io.Writer) (ended <-chan error) {
	scheme, answer := "http", server.Serve
	if o.usesTLS() {
		server.TLSConfig = shown.config()
		scheme, answer = "https", func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	_, _ = fmt.Fprintf(out, "serving %s on %s://%s\n", o.db, scheme, listener.Addr())
	return guard.Start(func() error { return answer(listener) })
}

// drain shuts the server down, and waits for requests in flight for up to drainTimeout.
func drain(ctx context.Context, server *http.Server) error {
	enough, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer stop()
	return server.Shutdown(enough)
}

// open opens the desk, imports files, and loads the sample into an empty desk if that is requested. A desk that holds
// tickets stays as it is, so that the same command works after a restart.
func (o serveOptions) open(ctx context.Context, now time.Time, errOut io.Writer) (*store.Store, error) {
	desk, err := store.Open(ctx, o.db)
	if err == nil && desk.Ending() == store.UncleanShutdown {
		_, _ = fmt.Fprintln(errOut, "frontdesk: the desk was not closed cleanly, or is open elsewhere: looked through, it is whole")
	}
	if err != nil {
		return nil, err
	}
	if len(o.load) > 0 {
		if err := importFiles(ctx, desk, now.Location(), o.load, errOut, errOut); err != nil {
			return nil, errors.Join(err, desk.Close())
		}
	}
	if !o.sample {
		return desk, nil
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
