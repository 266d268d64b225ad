package httpd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"

	"frontdesk/internal/guard"
	"frontdesk/internal/metrics"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
)

// ServeMetrics serves GET /metrics until stop is called; without an address it does nothing.
func ServeMetrics(
	ctx context.Context,
	address string,
	write func(io.Writer),
	log *slog.Logger,
) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the metrics cannot be answered: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", metrics.ContentType)
		write(w)
		metrics.WriteProcess(w)
	})
	server := newServer(mux, log)
	log.Info("listening", "on", "http://"+listener.Addr().String()+"/metrics")
	guard.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("no metrics are answered any more", "error", err.Error())
		}
	})
	return func() { _ = server.Close() }, nil
}

// CheckMetricsAddress rejects an address that is not loopback, because the metrics show how many people work when.
// setting is what the address was given as.
func CheckMetricsAddress(setting, address string) error {
	if address == "" {
		return nil
	}
	parsed, err := netip.ParseAddrPort(address)
	if err != nil || !parsed.Addr().IsLoopback() {
		return fmt.Errorf("%s %q is not a loopback address with a port, such as 127.0.0.1:9222", setting, address)
	}
	return nil
}

// writeMetrics writes the metrics of the service and of its desk.
func writeMetrics(w io.Writer, handler *service.Service, desk *store.Store) {
	var page bytes.Buffer // so that a slow reader holds no lock
	handler.WriteMetrics(&page)
	desk.WriteMetrics(&page)
	_, _ = w.Write(page.Bytes())
}
