package hosting

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"

	"frontdesk/internal/guard"
	"frontdesk/internal/httpd"
	"frontdesk/internal/sshd"
)

// serveMetrics serves GET /metrics until stop is called; without an address it does nothing.
func (o *Options) serveMetrics(ctx context.Context, host *sshd.Server, log *slog.Logger) (stop func(), err error) {
	if o.Metrics == "" {
		return func() {}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Metrics)
	if err != nil {
		return nil, fmt.Errorf("the metrics cannot be answered: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		host.WriteMetrics(w)
	})
	server := httpd.NewServer(mux, log)
	log.Info("metrics are answered", "on", "http://"+listener.Addr().String()+"/metrics")
	guard.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are answered no more", "fault", err.Error())
		}
	})
	return func() { _ = server.Close() }, nil
}

// checkMetrics rejects an address that is not loopback, because the metrics show how many agents work when.
func (o *Options) checkMetrics() error {
	if o.Metrics == "" {
		return nil
	}
	address, err := netip.ParseAddrPort(o.Metrics)
	if err != nil || !address.Addr().IsLoopback() {
		return fmt.Errorf("--metrics %q is no loopback address with a port, such as 127.0.0.1:9222", o.Metrics)
	}
	return nil
}
