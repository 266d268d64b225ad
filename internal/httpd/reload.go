package httpd

import (
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"frontdesk/internal/service"
)

// hangups returns a channel that receives every SIGHUP. The signal reloads the files that can change while the service
// runs; without such files it means that the terminal has closed, and it stays ignored if the process was started with
// nohup.
func (o Options) hangups() (told <-chan os.Signal, stop func()) {
	caught := make(chan os.Signal, 1)
	if !o.canReload() && signal.Ignored(syscall.SIGHUP) {
		return caught, func() {}
	}
	signal.Notify(caught, syscall.SIGHUP)
	return caught, func() { signal.Stop(caught) }
}

// canReload reports whether there are files to reload.
func (o Options) canReload() bool { return o.CredentialsFile != "" || o.usesTLS() }

// reload reloads the files. If one is invalid, nothing changes: a typing error must not lock out every client.
func (o Options) reload(desk *service.Service, shown *certificate, log *slog.Logger) {
	accepted, err := o.credentials()
	if err == nil && o.usesTLS() {
		err = shown.load(o)
	}
	if err != nil {
		log.Error("what was read before stays in force", "fault", err)
		return
	}
	desk.SetCredentials(accepted)
	log.Info("read again", "credentials", o.CredentialsFile, "certificate", o.TLSCert)
}
